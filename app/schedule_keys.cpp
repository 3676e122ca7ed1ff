// The keys of [schedule]: which collective communication is scheduled, and how.
#include "app/keys.hpp"

namespace orthant {

std::vector<Key> schedule_keys() {
  constexpr std::string_view kSchedule = "schedule, or traffic.injection = schedule";
  constexpr std::string_view kReplay = "traffic.injection = schedule";
  return {
      {.name = "schedule.collective",
       .type = KeyType::kWord,
       .fallback = "all_to_all",
       .words = {"all_to_all", "half_to_half", "gather", "scatter", "file"},
       .when = kSchedule,
       .help =
           "Who sends to whom: every node to every other one, nodes with an even sum of "
           "coordinates to those with an odd one (without coordinates: every node to every one, "
           "itself included), all to the first node, the first node to all, or a file."},
      {.name = "schedule.file",
       .when = "schedule.collective = file",
       .help = "File of transfers, a source and a destination node a line."},
      {.name = "schedule.ports",
       .type = KeyType::kFlag,
       .fallback = "yes",
       .when = kSchedule,
       .help = "Node channels count: a node sends one message and receives one at a time."},
      {.name = "schedule.method",
       .type = KeyType::kWord,
       .fallback = "auto",
       .words = {"auto", "exact", "quotient", "structured", "orbit", "colouring", "milp",
                 "round_robin"},
       .when = kSchedule,
       .help =
           "How a schedule is searched: exhaustively over full teams, by pairs of switches, by "
           "the construction for tori whose radix 4 divides, by tabu search for one transfer of "
           "every orbit, by DSATUR, by all of these in the order that pays, or by an integer "
           "program, which is slow and judges the others; round_robin is what an order takes that "
           "knows nothing of the network."},
      {.name = "schedule.order",
       .type = KeyType::kWord,
       .fallback = "liquid",
       .words = {"liquid", "round_robin", "random"},
       .when = kReplay,
       .help = "In which frames transfers are sent: those of the schedule that is found or read; "
               "in round i the j-th source to the (i + j)-th destination; every source in an "
               "order drawn from run.seed."},
      {.name = "schedule.frames_file",
       .when = "schedule.order = liquid",
       .help = "File of frames, as orthant schedule --frames writes it, instead of solving."},
      {.name = "schedule.barrier",
       .type = KeyType::kFlag,
       .fallback = "yes",
       .when = kReplay,
       .help = "A frame is released when all of the one before is delivered; no: every node sends "
               "in the order of its frames as fast as the network takes it."},
      {.name = "schedule.allocation",
       .type = KeyType::kIntegers,
       .most = 256,
       .when = kSchedule,
       .help = "How many nodes of every router take part, separated by blanks; not given: all."},
      {.name = "schedule.wavelengths",
       .type = KeyType::kInteger,
       .fallback = "1",
       .least = 1,
       .most = 10000,
       .when = "schedule",
       .help =
           "Wavelengths of every link, none of which is converted on the way: so many frames go "
           "at the same time."},
      {.name = "schedule.time_limit_seconds",
       .type = KeyType::kReal,
       .fallback = "10",
       .low_allowed = false,
       .when = kSchedule,
       .help = "Time limit of the search; the shortest schedule found by then is the result."},
  };
}

}  // namespace orthant
