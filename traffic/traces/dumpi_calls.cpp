// Tested by: tests/traffic/dumpi_trace_test.cpp
#include "traffic/traces/dumpi_calls.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <unordered_map>

#include "base/line_reader.hpp"

namespace orthant {
namespace {

using Event = DumpiEvent;

constexpr std::int64_t kCommWorld = 2;
constexpr std::int64_t kAnyRank = -1, kAnyTag = -1;
constexpr std::int64_t kFirstRequest = 2;  // smaller numbers are null requests
// Sizes of MPI's predefined data types, by number, on 64-bit machines (C types, unpadded).
constexpr std::array<std::uint64_t, 28> kTypeBytes = {0, 0,  1, 1, 1, 1, 4, 2, 2, 4,  4,  8, 8, 4,
                                                      8, 16, 8, 8, 8, 1, 0, 0, 8, 12, 12, 6, 8, 20};
// Calls whose amounts, times or peers are not in the trace.
constexpr std::string_view kUnsupportedCalls[] = {"MPI_Put",         "MPI_Get",
                                                  "MPI_Accumulate",  "MPI_Alltoallw",
                                                  "MPI_Comm_spawn",  "MPI_Comm_spawn_multiple",
                                                  "MPI_Comm_accept", "MPI_Comm_connect",
                                                  "MPI_Comm_join",   "MPI_Cancel"};

class CallReader {
 public:
  CallReader(const std::string& key, const std::string& file, std::string_view text,
             std::uint32_t ranks, bool computes)
      : text_(key, file, text), sizes_(text_.type_sizes()), ranks_(ranks), computes_(computes) {}

  DumpiRank read() {
    std::int64_t returned = -1;
    while (text_.next(call_)) {
      // A negative gap, from a clock that was set back, counts as zero.
      if (returned >= 0 && computes_ && call_.entered_ns > returned)
        computed_ += static_cast<std::uint64_t>(call_.entered_ns - returned);
      returned = call_.returned_ns;
      const auto handler = handlers().find(call_.name);
      if (handler != handlers().end()) {
        name_ = handler->first;
        (this->*handler->second)();
      } else if (is_refused()) {
        fail(
            "{} cannot be replayed; allowed: messages and collective communications of "
            "MPI_COMM_WORLD, and calls that send nothing",
            call_.name);
      } else {
        rank_.ignored.emplace(call_.name);
      }
      if (rank_.events.size() >= Workload::kMaxOperationsOfRank)
        fail("too many calls; allowed: below {}", Workload::kMaxOperationsOfRank);
    }
    if (returned < 0)
      text_.fail(1, "no call of MPI in it; allowed: text, as dumpi2ascii makes it of a trace");
    compute();
    for (const Event& event : rank_.events)
      if (event.kind == Event::Kind::kReceive &&
          (event.peer == Event::kAny || event.tag == Event::kAny))
        text_.fail(event.line,
                   "a receive from {} whose status is not there; allowed: a source and a tag, or "
                   "a status at its end",
                   event.peer == Event::kAny ? "MPI_ANY_SOURCE" : "MPI_ANY_TAG");
    return std::move(rank_);
  }

 private:
  using Handler = void (CallReader::*)();
  using Handlers = std::map<std::string_view, Handler>;

  static const Handlers& handlers() {
    using C = CallReader;
    static const Handlers all = {{"MPI_Send", &C::send},
                                 {"MPI_Bsend", &C::send},
                                 {"MPI_Ssend", &C::send},
                                 {"MPI_Rsend", &C::send},
                                 {"MPI_Isend", &C::isend},
                                 {"MPI_Ibsend", &C::isend},
                                 {"MPI_Issend", &C::isend},
                                 {"MPI_Irsend", &C::isend},
                                 {"MPI_Recv", &C::receive},
                                 {"MPI_Irecv", &C::ireceive},
                                 {"MPI_Sendrecv", &C::send_receive},
                                 {"MPI_Sendrecv_replace", &C::send_receive_replace},
                                 {"MPI_Send_init", &C::send_init},
                                 {"MPI_Bsend_init", &C::send_init},
                                 {"MPI_Ssend_init", &C::send_init},
                                 {"MPI_Rsend_init", &C::send_init},
                                 {"MPI_Recv_init", &C::receive_init},
                                 {"MPI_Start", &C::start},
                                 {"MPI_Startall", &C::start_all},
                                 {"MPI_Request_free", &C::free_request},
                                 {"MPI_Wait", &C::wait},
                                 {"MPI_Waitall", &C::wait_all},
                                 {"MPI_Waitany", &C::wait_any},
                                 {"MPI_Waitsome", &C::wait_some},
                                 {"MPI_Test", &C::test<&C::wait>},
                                 {"MPI_Testall", &C::test<&C::wait_all>},
                                 {"MPI_Testany", &C::test<&C::wait_any>},
                                 {"MPI_Testsome", &C::wait_some},
                                 {"MPI_Barrier", &C::barrier},
                                 {"MPI_Bcast", &C::broadcast},
                                 {"MPI_Reduce", &C::reduce},
                                 {"MPI_Allreduce", &C::vector_of<CollectiveKind::kAllreduce>},
                                 {"MPI_Scan", &C::vector_of<CollectiveKind::kScan>},
                                 {"MPI_Exscan", &C::vector_of<CollectiveKind::kScan>},
                                 {"MPI_Reduce_scatter", &C::reduce_scatter},
                                 {"MPI_Allgather", &C::allgather},
                                 {"MPI_Allgatherv", &C::allgatherv},
                                 {"MPI_Alltoall", &C::alltoall},
                                 {"MPI_Alltoallv", &C::alltoallv},
                                 {"MPI_Gather", &C::gather},
                                 {"MPI_Gatherv", &C::gatherv},
                                 {"MPI_Scatter", &C::scatter},
                                 {"MPI_Scatterv", &C::scatterv},
                                 {"MPI_Comm_size", &C::comm_size}};
    return all;
  }

  bool is_refused() const {
    return call_.name.starts_with("MPI_Win_") ||
           std::ranges::find(kUnsupportedCalls, call_.name) != std::end(kUnsupportedCalls);
  }

  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    text_.fail(call_.line, format, std::forward<Args>(args)...);
  }

  // --- arguments of the current call

  std::int64_t integer(std::string_view name) const { return text_.integer(call_, name); }

  void check_world() const {
    const std::int64_t comm = integer("comm");
    if (comm != kCommWorld)
      fail("{} on communicator {}; allowed: MPI_COMM_WORLD alone, which is {}", call_.name, comm,
           kCommWorld);
  }

  std::uint64_t size_of(std::string_view type_name) const {
    const std::int64_t type = integer(type_name);
    const auto known = sizes_.find(type);
    const bool named = type >= 0 && static_cast<std::size_t>(type) < kTypeBytes.size();
    if (known != sizes_.end() && (known->second > 0 || !named)) return known->second;
    if (!named)
      fail(
          "{}={} is of unknown size; allowed: types of MPI, or those whose size dumpi2ascii -X "
          "prints",
          type_name, type);
    return kTypeBytes[static_cast<std::size_t>(type)];
  }

  std::uint64_t product(std::string_view what, std::int64_t count, std::uint64_t size) const {
    if (count < 0) fail("{}={}; allowed: 0 or more", what, count);
    if (size > 0 && static_cast<std::uint64_t>(count) > Workload::kMaxAmount / size)
      fail("{} of {} bytes each; allowed: at most {} bytes", count, size, Workload::kMaxAmount);
    return static_cast<std::uint64_t>(count) * size;
  }
  std::uint64_t bytes(std::string_view count, std::string_view type) const {
    return product(count, integer(count), size_of(type));
  }
  // Returns the bytes of one part for each rank.
  std::vector<std::uint64_t> parts(std::string_view counts, std::string_view type) const {
    const std::vector<std::int64_t> values = text_.integers(call_, counts);
    if (values.size() != ranks_)
      fail("{} of {} ranks; allowed: of {}", counts, values.size(), ranks_);
    const std::uint64_t size = size_of(type);
    std::vector<std::uint64_t> parts;
    for (const std::int64_t value : values) parts.push_back(product(counts, value, size));
    return parts;
  }

  std::uint32_t rank_named(std::string_view name, std::int64_t rank) const {
    if (rank < 0 || rank >= std::int64_t{ranks_})
      fail("{}={} is no rank; allowed: 0 to {}, for which there are files", name, rank, ranks_ - 1);
    return static_cast<std::uint32_t>(rank);
  }
  std::uint32_t tag_named(std::string_view name, std::int64_t tag) const {
    if (tag < 0 || tag >= std::int64_t{CollectiveWriter::kFirstTag})
      fail("{}={} is no tag; allowed: 0 to {}", name, tag, CollectiveWriter::kFirstTag - 1);
    return static_cast<std::uint32_t>(tag);
  }

  // --- messages

  Event event(Event::Kind kind, std::uint64_t amount) const {
    return {.amount = amount, .line = static_cast<std::uint32_t>(call_.line), .kind = kind};
  }

  Event send_event(std::string_view count, std::string_view type, std::string_view tag) const {
    check_world();
    const std::int64_t peer = integer("dest");
    if (peer < 0) return event(Event::Kind::kNull, 0);
    Event send = event(Event::Kind::kSend, bytes(count, type));
    send.peer = rank_named("dest", peer);
    send.tag = tag_named(tag, integer(tag));
    return send;
  }
  Event receive_event(std::string_view count, std::string_view type, std::string_view tag) const {
    check_world();
    const std::int64_t peer = integer("source"), number = integer(tag);
    if (peer < kAnyRank) return event(Event::Kind::kNull, 0);
    Event receive = event(Event::Kind::kReceive, bytes(count, type));
    receive.peer = peer == kAnyRank ? Event::kAny : rank_named("source", peer);
    receive.tag = number == kAnyTag ? Event::kAny : tag_named(tag, number);
    return receive;
  }

  // Adds an event, and returns its index.
  std::uint32_t add(const Event& event) {
    compute();
    rank_.events.push_back(event);
    return static_cast<std::uint32_t>(rank_.events.size() - 1);
  }
  void compute() {
    if (computed_ == 0) return;
    rank_.events.push_back(event(Event::Kind::kComputation, std::exchange(computed_, 0)));
  }

  void wait_for(const std::vector<std::uint32_t>& events) {
    if (events.empty()) return;
    Event wait = event(Event::Kind::kWait, rank_.waited.size());
    wait.peer = static_cast<std::uint32_t>(events.size());
    rank_.waited.insert(rank_.waited.end(), events.begin(), events.end());
    add(wait);
  }

  // Replaces a wildcard by the actual source or tag.
  void resolve(std::uint32_t number, const DumpiStatus& status) {
    Event& receive = rank_.events[number];
    if (receive.kind != Event::Kind::kReceive) return;
    if (receive.peer == Event::kAny) {
      if (status.source < 0) {
        receive.kind = Event::Kind::kNull;
        return;
      }
      receive.peer = rank_named("source", status.source);
    }
    if (receive.tag == Event::kAny) receive.tag = tag_named("tag", status.tag);
  }

  void send() { wait_for({add(send_event("count", "datatype", "tag"))}); }
  void isend() { pending_[integer("request")] = add(send_event("count", "datatype", "tag")); }
  void receive() { finish(add(receive_event("count", "datatype", "tag"))); }
  void ireceive() { pending_[integer("request")] = add(receive_event("count", "datatype", "tag")); }
  void send_receive() {
    const std::uint32_t sent = add(send_event("sendcount", "sendtype", "sendtag"));
    finish(add(receive_event("recvcount", "recvtype", "recvtag")), {sent});
  }
  void send_receive_replace() {
    const std::uint32_t sent = add(send_event("count", "datatype", "sendtag"));
    finish(add(receive_event("count", "datatype", "recvtag")), {sent});
  }
  // Completes a blocking receive.
  void finish(std::uint32_t receive, std::vector<std::uint32_t> others = {}) {
    if (const auto statuses = text_.statuses(call_, "status"); !statuses.empty())
      resolve(receive, statuses[0]);
    others.push_back(receive);
    wait_for(others);
  }

  void send_init() { persistent_[integer("request")] = send_event("count", "datatype", "tag"); }
  void receive_init() {
    persistent_[integer("request")] = receive_event("count", "datatype", "tag");
  }
  void start() { start_request(integer("request")); }
  void start_all() {
    for (const std::int64_t request : text_.integers(call_, "requests")) start_request(request);
  }
  void start_request(std::int64_t request) {
    const auto found = persistent_.find(request);
    if (found == persistent_.end())
      fail("request {} is none that can be started; allowed: one of MPI_Send_init or MPI_Recv_init",
           request);
    Event started = found->second;
    started.line = static_cast<std::uint32_t>(call_.line);
    pending_[request] = add(started);
  }
  void free_request() {
    pending_.erase(integer("request"));
    persistent_.erase(integer("request"));
  }

  void wait() {
    const std::vector<DumpiStatus> statuses = text_.statuses(call_, "status");
    wait_for(ended({integer("request")}, statuses));
  }
  void wait_all() {
    wait_for(ended(text_.integers(call_, "requests"), text_.statuses(call_, "statuses")));
  }
  void wait_any() {
    const std::vector<std::int64_t> requests = text_.integers(call_, "requests");
    const std::int64_t index = integer("index");
    if (index < 0 || requests.empty()) return;  // no request was active
    wait_for(ended({requests[place_of(index, requests.size())]}, text_.statuses(call_, "status")));
  }
  void wait_some() {
    const std::vector<std::int64_t> requests = text_.integers(call_, "requests");
    std::vector<std::int64_t> done;
    if (integer("outcount") > 0)
      for (const std::int64_t index : text_.integers(call_, "indices"))
        done.push_back(requests[place_of(index, requests.size())]);
    wait_for(ended(done, text_.statuses(call_, "statuses")));
  }
  template <Handler wait>
  void test() {
    if (integer("flag") != 0) (this->*wait)();
  }

  std::size_t place_of(std::int64_t index, std::size_t requests) const {
    if (index < 0 || static_cast<std::size_t>(index) >= requests)
      fail("index {} of {} requests; allowed: below", index, requests);
    return static_cast<std::size_t>(index);
  }

  // Returns the events of completed requests.
  std::vector<std::uint32_t> ended(const std::vector<std::int64_t>& requests,
                                   const std::vector<DumpiStatus>& statuses) {
    std::vector<std::uint32_t> events;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (requests[i] < kFirstRequest) continue;
      const auto found = pending_.find(requests[i]);
      if (found == pending_.end()) {
        if (persistent_.contains(requests[i])) continue;  // inactive
        fail(
            "request {} is not under way; allowed: one of MPI_Isend, MPI_Irecv or MPI_Start "
            "before",
            requests[i]);
      }
      if (i < statuses.size()) resolve(found->second, statuses[i]);
      events.push_back(found->second);
      pending_.erase(found);
    }
    return events;
  }

  // --- collective communications

  void add_collective(CollectiveCall what) {
    check_world();
    add(event(Event::Kind::kCollective, rank_.collectives.size()));
    rank_.collectives.push_back({std::move(what), name_, call_.line});
  }
  std::uint32_t root() const { return rank_named("root", integer("root")); }
  bool is_root() const { return integer("root") == integer("commrank"); }

  void barrier() { add_collective({.kind = CollectiveKind::kBarrier}); }
  void broadcast() {
    add_collective(
        {.kind = CollectiveKind::kBroadcast, .root = root(), .bytes = bytes("count", "datatype")});
  }
  void reduce() {
    add_collective(
        {.kind = CollectiveKind::kReduce, .root = root(), .bytes = bytes("count", "datatype")});
  }
  template <CollectiveKind kind>
  void vector_of() {
    add_collective({.kind = kind, .bytes = bytes("count", "datatype")});
  }
  void reduce_scatter() {
    const auto counts = parts("recvcounts", "datatype");
    add_collective({.kind = CollectiveKind::kReduceScatter,
                    .bytes = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0})});
  }
  // Uses the receive count, since in-place data have no send count.
  void allgather() { add_collective({.kind = CollectiveKind::kAllgather, .bytes = all_parts()}); }
  void alltoall() { add_collective({.kind = CollectiveKind::kAlltoall, .bytes = all_parts()}); }
  std::uint64_t all_parts() const {
    return product("recvcount", ranks_, bytes("recvcount", "recvtype"));
  }
  void allgatherv() {
    CollectiveCall what{.kind = CollectiveKind::kAllgather,
                        .gets = parts("recvcounts", "recvtype")};
    add_collective(std::move(what));
  }
  void alltoallv() {
    CollectiveCall what{.kind = CollectiveKind::kAlltoall,
                        .gives = parts("sendcounts", "sendtype"),
                        .gets = parts("recvcounts", "recvtype")};
    add_collective(std::move(what));
  }
  void gather() {
    add_collective(
        {.kind = CollectiveKind::kGather,
         .root = root(),
         .bytes = is_root() ? bytes("recvcount", "recvtype") : bytes("sendcount", "sendtype")});
  }
  void gatherv() {
    CollectiveCall what{.kind = CollectiveKind::kGather, .root = root()};
    if (is_root())
      what.gets = parts("recvcounts", "recvtype");
    else
      what.bytes = bytes("sendcount", "sendtype");
    add_collective(std::move(what));
  }
  void scatter() {
    add_collective(
        {.kind = CollectiveKind::kScatter,
         .root = root(),
         .bytes = is_root() ? bytes("sendcount", "sendtype") : bytes("recvcount", "recvtype")});
  }
  void scatterv() {
    CollectiveCall what{.kind = CollectiveKind::kScatter, .root = root()};
    if (is_root())
      what.gives = parts("sendcounts", "sendtype");
    else
      what.bytes = bytes("recvcount", "recvtype");
    add_collective(std::move(what));
  }

  void comm_size() {
    if (integer("comm") == kCommWorld && integer("size") != std::int64_t{ranks_})
      fail("MPI_COMM_WORLD has {} ranks; allowed: as many as there are files, {}", integer("size"),
           ranks_);
    rank_.ignored.emplace(call_.name);
  }

  DumpiText text_;
  std::map<std::int64_t, std::uint64_t> sizes_;  // of data types
  std::uint32_t ranks_;
  bool computes_;
  DumpiCall call_;              // current call
  std::string_view name_;       // its name, from the table
  std::uint64_t computed_ = 0;  // ns of computation before the next event
  std::unordered_map<std::int64_t, std::uint32_t> pending_;  // event, by request
  std::unordered_map<std::int64_t, Event> persistent_;       // by request
  DumpiRank rank_;
};

}  // namespace

DumpiRank read_dumpi_calls(const std::string& key, const std::string& file, std::string_view text,
                           std::uint32_t ranks, bool computes) {
  return CallReader(key, file, text, ranks, computes).read();
}

}  // namespace orthant
