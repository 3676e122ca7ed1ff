// Tested by: tests/app/explain_test.py
#include "app/texts/trace_words.hpp"

#include <array>

#include "app/records/trace_file.hpp"

namespace orthant {
namespace {

struct EventText {
  std::string_view of, meaning;
};
constexpr std::array<EventText, kTraceEvents.size()> kEventTexts = {{
    {"the packet", "it is created"},
    {"each flit", "it leaves the source"},
    {"each flit", "it is in the buffer of the input VC port, vc of router"},
    {"the head", "the route is computed; out_port is the first alternative"},
    {"the head", "it is granted the output VC out_port, out_vc"},
    {"a flit", "it begins to wait, or waits for another cause or packet than before"},
    {"each flit", "switch allocation gives it the switch"},
    {"each flit", "it has passed the switch and is on the channel"},
    {"each flit", "it is at its node"},
}};

struct CauseText {
  std::string_view meaning, blocked_by;
};
constexpr std::array<CauseText, kTraceCauses.size()> kCauseTexts = {{
    {},  // a flit that does not wait
    {"another packet is before it in its buffer", "that packet"},
    {"no output VC is free, so that it cannot ask; of several alternatives the first is told",
     "the packet that holds the first VC"},
    {"it asked for VCs, but VC allocation gave them to others", "a packet that was granted one"},
    {"there is no room, or for a whole packet not enough, behind the output VC",
     "what has the oldest slot there, perhaps its own packet"},
    {"another flit was given its output or its input; or its output was granted to an input that "
     "took another output",
     "that flit's packet; of the last, that of the input, where it is known"},
    {"the channel still takes the flit before", "that flit's packet"},
    {"router.injection_limit keeps it in the source", ""},
    {"a critical bubble leaves only the marked slot", "what has the oldest slot there"},
    {"the node takes no more requests (workload.reply_queue)", ""},
    {"an output-queued router had no room and sent the packet back",
     "the first packet that waits in the queue it asked for"},
}};

Table table_of(std::string_view first, std::string_view second) {
  Table table;
  for (const std::string_view name : {std::string_view("name"), first, second})
    table.columns.push_back({std::string(name), true});
  return table;
}

void add_row(Table& table, std::string_view name, std::string_view first, std::string_view second) {
  table.rows.push_back({std::string(name), std::string(first), std::string(second)});
}

}  // namespace

Table trace_events_table() {
  Table table = table_of("meaning", "of");
  for (std::size_t i = 0; i < kTraceEvents.size(); ++i)
    add_row(table, kTraceEvents[i], kEventTexts[i].meaning, kEventTexts[i].of);
  return table;
}

Table trace_causes_table() {
  Table table = table_of("meaning", "blocked_by");
  for (std::size_t i = 1; i < kTraceCauses.size(); ++i)
    add_row(table, kTraceCauses[i], kCauseTexts[i].meaning, kCauseTexts[i].blocked_by);
  return table;
}

}  // namespace orthant
