// Bounds on lines of output.trace: a seed of at most 20 characters, a time of at most 24, three
// words of at most 15, two packets of at most 31, a dozen numbers of at most 10.
//
// Tested by: tests/app/trace_test.py
#include "app/records/trace_file.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace orthant {
namespace {

char* put_place(char* out, std::uint8_t place) {
  if (place == TraceEvent::kNowhere) {
    *out++ = ',';
    return out;
  }
  return fmt::format_to(out, FMT_COMPILE("{},"), place);
}

// Writes the operations of the sender and of the receiver.
char* put_operations(char* out, const TraceEvent& event, const WorkloadPlan& plan) {
  const auto receiver = plan.rank_at(event.destination);
  const Operation& receive = plan.workload().of(receiver.value())[event.receive];
  out = fmt::format_to(out, FMT_COMPILE(",{},{},{},"), receive.peer, receive.match, *receiver);
  // Leaves the receive empty if the rank chooses among messages: it is not known yet.
  if (!plan.workload().choices(*receiver).empty()) return out;
  return fmt::format_to(out, FMT_COMPILE("{}"), event.receive);
}

class TraceLines final : public TraceFile {
 public:
  TraceLines(const std::string& path, std::uint64_t seed, const WorkloadPlan* plan)
      : TraceFile(path, seed, trace_columns(plan != nullptr)), plan_(plan) {}

  void add(const TraceEvent& event, std::uint32_t ticks_per_cycle) override;

 private:
  const WorkloadPlan* plan_;
};

}  // namespace

std::unique_ptr<TraceFile> make_trace_file(const std::string& path, std::uint64_t seed,
                                           const TraceOf& of) {
  if (path.ends_with(".json")) return make_trace_json(path, seed, of);
  return std::make_unique<TraceLines>(path, seed, of.plan);
}

Table trace_events_table() {
  Table table = text_table({"name", "meaning", "of"});
  for (const TraceEventWords& event : kTraceEvents)
    table.rows.push_back(words_row({event.name, event.meaning, event.of}));
  return table;
}

Table trace_causes_table() {
  Table table = text_table({"name", "meaning", "blocked_by"});
  for (const TraceCauseWords& cause : kTraceCauses)
    if (!cause.name.empty())
      table.rows.push_back(words_row({cause.name, cause.meaning, cause.blocked_by}));
  return table;
}

void TraceFile::warn() const {
  if (missing_.empty()) return;
  std::string names;
  for (const PacketName& packet : missing_)
    names += fmt::format(" {}:{}", packet.source.value, packet.number);
  spdlog::warn("output.trace: seed {}: nothing happened in these cycles to the packets{}", seed(),
               names);
}

std::vector<Column> trace_columns(bool workload) {
  std::vector<Column> all = {
      {"seed", false, {}, "Seed of the run."},
      {"cycle", false, "cycles", "When it happened."},
      {"event", true, {}, "What happened: docs/trace.md."},
      {"packet", true, {}, kPacketName},
      {"flit", false, {}, "Number of the flit in the packet, 0 is the head."},
      {"router", false, {}, "Router of the event; for birth, inject and eject that of the node."},
      {"port", false, {}, "Input port."},
      {"vc", false, {}, "Input VC."},
      {"out_port", false, {}, "Output port that the flit asks for or has."},
      {"out_vc", false, {}, "Output VC that the flit asks for or has."},
      {"cause", true, {}, "Of blocked: why."},
      {"blocked_by",
       true,
       {},
       "Of blocked: the packet that is in the way; empty where none can be named."},
      {"destination", false, {}, "Node that the packet is for."},
      {"flits", false, "flits", "Length of the packet."}};
  if (workload) {
    all.push_back({"rank", false, {}, "Of a workload: rank that sends the packet."});
    all.push_back(
        {"operation", false, {}, "Which of its operations that is, as in output.operations."});
    all.push_back({"to_rank", false, {}, "Of a workload: rank that receives it."});
    all.push_back({"to_operation",
                   false,
                   {},
                   "Which of its operations that is; empty where the rank takes "
                   "messages of any source or tag."});
  }
  return all;
}

void TraceLines::add(const TraceEvent& event, std::uint32_t ticks_per_cycle) {
  add_line([&](char* out) {
    out = fmt::format_to(out, FMT_COMPILE("{},"), seed());
    out = put_cycles(out, event.tick, ticks_per_cycle);
    out = fmt::format_to(out, FMT_COMPILE("{},"), words_of(event.kind).name);
    out = put_name(out, event.packet);
    out = fmt::format_to(out, FMT_COMPILE(",{},{},"), event.flit, event.router.value);
    for (const std::uint8_t place : {event.port, event.vc, event.out_port, event.out_vc})
      out = put_place(out, place);
    out = fmt::format_to(out, FMT_COMPILE("{},"), words_of(event.cause).name);
    if (event.by) out = put_name(out, *event.by);
    out = fmt::format_to(out, FMT_COMPILE(",{},{}"), event.destination.value, event.length);
    if (plan_ != nullptr) out = put_operations(out, event, *plan_);
    *out++ = '\n';
    return out;
  });
}

}  // namespace orthant
