// output.trace = FILE.json: the events of packets in the Trace Event Format, for viewers such as
// Perfetto.
//
// Source: "Trace Event Format", Google, 2016: the events "B" and "E" (a slice begins, ends), "X" (a
// whole slice), "i" (an instant) and "M" (a name).
//
// Tested by: tests/app/trace_test.py
#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "app/records/trace_file.hpp"

namespace orthant {
namespace {

// The first event only sets the sort index, so that all others may begin with a comma.
constexpr std::string_view kHeader =
    "[\n{\"ph\":\"M\",\"name\":\"process_sort_index\",\"ts\":0,\"pid\":0,\"tid\":0,"
    "\"args\":{\"sort_index\":0}}";
constexpr std::string_view kFooter = "\n]\n";

char* put_by(char* out, const TraceEvent& event) {
  if (!event.by) return out;
  out = put_name(fmt::format_to(out, FMT_COMPILE(",\"by\":\"")), *event.by);
  *out++ = '"';
  return out;
}

// Shows every sending node as a process and each of its packets as a thread; a microsecond is a
// cycle. A thread has a slice for each router of the head, with slices in it for each stage or wait
// of the head, and then a slice for the tail; instants show the waits of other flits.
//
// Invariants:
// 1. in the order of the file, times of beginnings and ends of a thread never decrease.
// 2. every slice that begins has ended when the simulation has.
class TraceJson final : public TraceFile {
 public:
  TraceJson(const std::string& path, std::uint64_t seed, const TraceOf& of);

  void add(const TraceEvent& event, std::uint32_t ticks_per_cycle) override;
  void end(const std::vector<PacketName>& missing) override;

 private:
  // The present stage of a packet's head.
  struct Head {
    std::string_view does = {};  // empty: not known yet
    Cycle since = 0;             // tick
    TraceEvent at = {};          // event that began it
    bool in_router = false;      // its router's slice has begun
  };

  void name_process(NodeId node);
  void name_thread(const TraceEvent& event);
  // Writes the slice of the head's stage up to `tick`, if it took any time.
  void close(const PacketName& packet, Head& head, Cycle tick);
  void mark_router(const TraceEvent& event, Head& head, bool begins);
  void add_instant(const TraceEvent& event);
  char* put_begin(char* out, std::string_view phase, std::string_view name, Cycle tick,
                  const PacketName& packet) const;

  TraceOf of_;
  std::uint32_t ticks_per_cycle_ = 1;
  Cycle last_ = 0;  // tick
  std::set<NodeId> named_;
  std::map<PacketName, Head> heads_;  // packets under way
};

TraceJson::TraceJson(const std::string& path, std::uint64_t seed, const TraceOf& of)
    : TraceFile(path, seed, std::string(kHeader), kFooter), of_(of) {}

// Writes an event up to its thread; further members, or the end, follow.
char* TraceJson::put_begin(char* out, std::string_view phase, std::string_view name, Cycle tick,
                           const PacketName& packet) const {
  out = fmt::format_to(out, FMT_COMPILE(",\n{{\"ph\":\"{}\",\"name\":\"{}\",\"ts\":"), phase, name);
  out = put_cycles(out, tick, ticks_per_cycle_);
  const std::uint64_t process = of_.repetition * std::uint64_t{of_.nodes} + packet.source.value;
  return fmt::format_to(out, FMT_COMPILE("\"pid\":{},\"tid\":{}"), process, packet.number);
}

void TraceJson::name_process(NodeId node) {
  if (!named_.insert(node).second) return;
  add_line([&](char* out) {
    out = put_begin(out, "M", "process_name", 0, {node, 0});
    out = fmt::format_to(out, FMT_COMPILE(",\"args\":{{\"name\":\""));
    if (of_.repetitions > 1) out = fmt::format_to(out, FMT_COMPILE("seed {}, "), seed());
    return fmt::format_to(out, FMT_COMPILE("node {}\"}}}}"), node.value);
  });
}

void TraceJson::name_thread(const TraceEvent& event) {
  add_line([&](char* out) {
    out = put_begin(out, "M", "thread_name", 0, event.packet);
    out = put_name(fmt::format_to(out, FMT_COMPILE(",\"args\":{{\"name\":\"")), event.packet);
    return fmt::format_to(out, FMT_COMPILE(" to {}, {} flits\"}}}}"), event.destination.value,
                          event.length);
  });
}

void TraceJson::close(const PacketName& packet, Head& head, Cycle tick) {
  if (head.does.empty() || tick == head.since) return;
  add_line([&](char* out) {
    out = put_begin(out, "X", head.does, head.since, packet);
    out = fmt::format_to(out, FMT_COMPILE(",\"dur\":"));
    out = put_cycles(out, tick - head.since, ticks_per_cycle_);
    out = fmt::format_to(out, FMT_COMPILE("\"args\":{{\"router\":{}"), head.at.router.value);
    out = put_by(out, head.at);
    return fmt::format_to(out, FMT_COMPILE("}}}}"));
  });
}

void TraceJson::mark_router(const TraceEvent& event, Head& head, bool begins) {
  head.in_router = begins;
  add_line([&](char* out) {
    std::array<char, 32> name;
    char* const end = fmt::format_to(name.data(), FMT_COMPILE("router {}"), event.router.value);
    out = put_begin(out, begins ? "B" : "E", {name.data(), end}, event.tick, event.packet);
    if (begins) {
      out = fmt::format_to(out, FMT_COMPILE(",\"args\":{{\"port\":{}"), event.port);
      if (event.vc != TraceEvent::kNowhere)
        out = fmt::format_to(out, FMT_COMPILE(",\"vc\":{}"), event.vc);
      *out++ = '}';
    }
    *out++ = '}';
    return out;
  });
}

void TraceJson::add_instant(const TraceEvent& event) {
  add_line([&](char* out) {
    out = put_begin(out, "i", words_of(event.cause).waits, event.tick, event.packet);
    out = fmt::format_to(out, FMT_COMPILE(",\"s\":\"t\",\"args\":{{\"flit\":{},\"router\":{}"),
                         event.flit, event.router.value);
    out = put_by(out, event);
    return fmt::format_to(out, FMT_COMPILE("}}}}"));
  });
}

void TraceJson::add(const TraceEvent& event, std::uint32_t ticks_per_cycle) {
  ticks_per_cycle_ = ticks_per_cycle;
  last_ = event.tick;
  name_process(event.packet.source);
  const auto [found, first] = heads_.try_emplace(event.packet);
  if (first) name_thread(event);
  Head& head = found->second;
  const bool blocked = event.kind == TraceKind::kBlocked;
  const bool is_head = event.flit == 0;
  const bool ends = event.kind == TraceKind::kEject && event.flit + 1 == event.length;
  if (!is_head && blocked) add_instant(event);
  if (is_head || ends) close(event.packet, head, event.tick);
  const bool leaves = event.kind == TraceKind::kDepart || event.kind == TraceKind::kEject;
  if (is_head && leaves && head.in_router) mark_router(event, head, false);
  if (ends) {
    heads_.erase(found);
    return;
  }
  if (!is_head) return;
  if (event.kind == TraceKind::kArrive) mark_router(event, head, true);
  head.does = blocked ? words_of(event.cause).waits : words_of(event.kind).head_does;
  head.since = event.tick;
  head.at = event;
}

// Extends unfinished slices to the last event.
void TraceJson::end(const std::vector<PacketName>& missing) {
  for (auto& [packet, head] : heads_) {
    close(packet, head, std::max(last_, head.since));
    if (!head.in_router) continue;
    head.at.tick = std::max(last_, head.since);
    mark_router(head.at, head, false);
  }
  heads_.clear();
  TraceFile::end(missing);
}

}  // namespace

std::unique_ptr<TraceFile> make_trace_json(const std::string& path, std::uint64_t seed,
                                           const TraceOf& of) {
  return std::make_unique<TraceJson>(path, seed, of);
}

}  // namespace orthant
