#include "app/keys/schedule_keys.hpp"

namespace orthant {

const KeyRows<ScheduleKeys>& schedule_rows() {
  constexpr ReadWhen kSchedule = {.readers = {"schedule"},
                                  .conditions = {KeyIs{"traffic.injection", {"schedule"}},
                                                 KeyIs{"workload.algorithm", {"liquid"}}}};
  constexpr ReadWhen kReplay = read_if("traffic.injection", "schedule");
  static const KeyRows<ScheduleKeys> rows = {
      {"schedule.collective",
       &ScheduleKeys::collective,
       kCollectives,
       {.when = kSchedule,
        .help = "Who sends to whom: every node to every other one, nodes with an even sum of "
                "coordinates to those with an odd one (without coordinates: every node to every "
                "one, itself included), all to the first node, the first node to all, or a file."}},
      {"schedule.file",
       &ScheduleKeys::file,
       {.when = read_if("schedule.collective", "file"),
        .help = "File of transfers, a source and a destination node a line."}},
      {"schedule.ports",
       &ScheduleKeys::ports,
       {.when = kSchedule,
        .help = "Node channels count: a node sends one message and receives one at a time."}},
      {"schedule.bandwidths",
       &ScheduleKeys::bandwidths_count,
       {{"counted", true}, {"ignored", false}},
       {.when = kSchedule,
        .help = "Where channels differ in bandwidth, a frame lasts as long as a message at their "
                "greatest common unit, and a channel carries as many transfers in it as it has "
                "units; ignored: one, whatever its bandwidth."}},
      {"schedule.method",
       &ScheduleKeys::method,
       kScheduleMethods,
       {.when = kSchedule,
        .help = "How a schedule is searched: exhaustively over full teams, by pairs of switches, "
                "by the construction for tori whose radix 4 divides, by tabu search for one "
                "transfer of every orbit, by DSATUR, by all of these in the order that pays, or by "
                "an integer program, which is slow and judges the others; round_robin is what an "
                "order takes that knows nothing of the network."}},
      {"schedule.order",
       &ScheduleKeys::order,
       {{"liquid", SendOrder::kLiquid},
        {"round_robin", SendOrder::kRoundRobin},
        {"random", SendOrder::kRandom}},
       {.when = kReplay,
        .help = "In which frames transfers are sent: those of the schedule that is found or read; "
                "in round i the j-th source to the (i + j)-th destination; every source in an "
                "order drawn from run.seed."}},
      {"schedule.frames_file",
       &ScheduleKeys::frames_file,
       {.when = read_if("schedule.order", "liquid"),
        .help = "File of frames, as orthant schedule --frames writes it, instead of solving."}},
      {"schedule.barrier",
       &ScheduleKeys::release,
       {{"yes", Release::kBarrier}, {"no", Release::kNode}, {"rolling", Release::kRolling}},
       {.when = kReplay,
        .help = "A frame is released when all of the one before is delivered; no: every node sends "
                "in the order of its frames as fast as the network takes it; rolling: a transfer "
                "starts when its own channels are free of those before it, by a timetable."}},
      {"schedule.repetitions",
       &ScheduleKeys::repetitions,
       {.least = 1,
        .most = 10000,
        .when = kSchedule,
        .help = "How many times the collective is sent, one after the other or, where that is "
                "shorter, in frames that mix them."}},
      {"schedule.routes",
       &ScheduleKeys::several_routes,
       {{"one", false}, {"several", true}},
       {.when = read_by("schedule"),
        .help = "Paths of the routing between two nodes: one, as a schedule needs; or several, of "
                "which each transfer takes one so that the busiest channel carries as few as "
                "possible."}},
      {"schedule.allocation",
       &ScheduleKeys::allocation,
       {.most = 256,
        .when = kSchedule,
        .help = "How many nodes of every router take part, separated by blanks; not given: "
                "all."}},
      {"schedule.wavelengths",
       &ScheduleKeys::wavelengths,
       {.least = 1,
        .most = 10000,
        .when = read_by("schedule"),
        .help = "Wavelengths of every link, none of which is converted on the way: so many frames "
                "go at the same time."}},
      {"schedule.time_limit_seconds",
       &ScheduleKeys::time_limit_seconds,
       {.low_allowed = false,
        .when = kSchedule,
        .help =
            "Time limit of the search; the shortest schedule found by then is the result. Where "
            "a simulation replays what is found, the search ends by its work, about as much as "
            "fits in this time, so that every run finds the same."}},
  };
  return rows;
}

}  // namespace orthant
