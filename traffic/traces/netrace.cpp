// Format: a header, a description of each region of the program, and the packets; little-endian,
//   unpadded, usually compressed by bzip2:
//
//   header   magic (4 bytes), version (float), name of the program (30), number of nodes (1),
//            unused (1), cycles (8), packets (8), length of the notes (4), number of regions (4),
//            unused (8); then the notes
//   region   offset of its packets after the header (8), cycles (8), packets (8)
//   packet   cycle (8), id (4), address (4), type, source, destination, kinds of both nodes, number
//            of dependencies (1 each); then the ids of the dependent packets (4 each)
//
// Tested by: tests/app/netrace_test.py
#include "traffic/traces/netrace.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/byte_stream.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "traffic/workload_problem.hpp"

namespace orthant {
namespace {

constexpr std::uint32_t kMagic = 0x484A5455;
constexpr std::size_t kHeaderBytes = 72, kRegionBytes = 24, kPacketBytes = 21;
constexpr std::uint32_t kMaxNotes = 8191, kMaxRegions = 100;  // limits of netrace's own reader
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint8_t kClock = 0;  // cpu

// Bytes of a packet by its type: a command and an address, and a cache line if it carries data. 0:
// no such command.
constexpr std::uint8_t kShort = 8, kLine = 72;
constexpr std::array<std::uint8_t, 31> kBytes = {
    0,      kShort, kLine,  kLine,  kLine,  kShort, kLine,     // up to writeback
    0,      0,      0,      0,      0,      0,                 //
    kShort, kShort, kShort, kLine,                             // upgrades and exclusive reads
    0,      0,      0,      0,      0,      0,      0,     0,  //
    kShort, 0,      kShort, kShort, kShort, kLine};            // bad address, invalidate, downgrade

struct Region {
  std::uint64_t offset, cycles, packets;
};
struct Header {
  std::uint32_t nodes = 0;
  std::uint64_t packets = 0;
  std::vector<Region> regions;
};

struct Packet {
  std::uint64_t time;
  std::size_t first_waiting;  // index into Packets::waiting
  std::uint32_t id;
  std::uint8_t bytes, source, destination, waiting;  // bytes 0: not sent
};
struct Packets {
  std::vector<Packet> all;
  std::vector<std::uint32_t> waiting;  // ids of dependent packets
};

class NetraceReader {
 public:
  NetraceReader(const std::string& key, const std::string& file, std::size_t nodes,
                const NetraceOptions& options)
      : key_(key), file_(file), nodes_(nodes), options_(options), bytes_(key, file) {}

  Packets read() {
    read_header();
    begin_region();
    while (packets_.all.size() < most_ && read_packet()) {
    }
    check_count();
    warn_of_no_commands();
    return std::move(packets_);
  }
  std::uint32_t nodes() const { return header_.nodes; }

 private:
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    key_error(key_, "{}: {}", file_, fmt::format(format, std::forward<Args>(args)...));
  }

  // Extracts consecutive numbers from the next bytes.
  class FieldReader {
   public:
    explicit FieldReader(std::vector<char>& bytes) : next_(bytes.data()) {}
    template <class Number>
    Number take() {
      std::uint64_t number = 0;
      for (std::size_t i = 0; i < sizeof(Number); ++i)
        number |= std::uint64_t{static_cast<unsigned char>(*next_++)} << 8 * i;
      return static_cast<Number>(number);
    }
    void pass(std::size_t bytes) { next_ += bytes; }

   private:
    const char* next_;
  };

  FieldReader next(std::size_t bytes, std::string_view where) {
    buffer_.resize(bytes);
    if (bytes_.read(buffer_.data(), bytes) < bytes)
      fail("ends within {}; allowed: a whole trace", where);
    return FieldReader(buffer_);
  }

  void read_header() {
    FieldReader in = next(kHeaderBytes, "its header");
    const auto magic = in.take<std::uint32_t>();
    if (magic != kMagic)
      fail("begins with the number {:#010x}; allowed: {:#010x}, as traces of netrace do", magic,
           kMagic);
    const auto version = std::bit_cast<float>(in.take<std::uint32_t>());
    if (version != 1.0F) fail("version {} of netrace's traces; allowed: 1", version);
    in.pass(30);
    header_.nodes = in.take<std::uint8_t>();
    in.pass(1 + 8);
    header_.packets = in.take<std::uint64_t>();
    const auto notes = in.take<std::uint32_t>(), regions = in.take<std::uint32_t>();
    if (header_.nodes == 0 || header_.nodes > nodes_)
      fail("has {} for a network of {}; allowed: 1 to {}", counted(header_.nodes, "nodes"), nodes_,
           nodes_);
    if (notes > kMaxNotes || regions > kMaxRegions)
      fail("its header has {} bytes of notes and {} regions; allowed: at most {} and {}", notes,
           regions, kMaxNotes, kMaxRegions);
    if (bytes_.skip(notes) < notes) fail("ends within its header; allowed: a whole trace");
    FieldReader more = next(kRegionBytes * regions, "its header");
    for (std::uint32_t r = 0; r < regions; ++r) {
      Region& region = header_.regions.emplace_back();
      region.offset = more.take<std::uint64_t>();
      region.cycles = more.take<std::uint64_t>();
      region.packets = more.take<std::uint64_t>();
    }
  }

  // Skips the regions that are not requested.
  void begin_region() {
    expected_ = header_.packets;
    if (options_.region) {
      if (*options_.region >= header_.regions.size())
        key_error(
            NetraceOptions::kRegion, "{}: {} has {}; allowed: {}", *options_.region, file_,
            counted(header_.regions.size(), "regions"),
            header_.regions.empty() ? "none" : fmt::format("0 to {}", header_.regions.size() - 1));
      const Region& region = header_.regions[*options_.region];
      expected_ = region.packets;
      for (std::size_t r = 0; r < *options_.region; ++r) begin_ += header_.regions[r].cycles;
      if (bytes_.skip(region.offset) < region.offset)
        fail("ends before its region {}; allowed: a whole trace", *options_.region);
    }
    most_ = std::min(options_.packets.value_or(kNone), std::uint64_t{kNone});
    if (options_.region) most_ = std::min(most_, expected_);
    if (std::min(most_, expected_) > kMaxNetracePackets) fail_with_size(expected_);
  }

  [[noreturn]] void fail_with_size(std::uint64_t packets) const {
    std::string regions;
    for (const Region& region : header_.regions)
      regions += fmt::format("{}{}", regions.empty() ? "" : ", ", region.packets);
    fail("{} packets; allowed: at most {}, of the first ones that {} asks for{}", packets,
         kMaxNetracePackets, NetraceOptions::kPackets,
         regions.empty() ? ""
                         : fmt::format(", or of a region that {} names, which have {}",
                                       NetraceOptions::kRegion, regions));
  }

  // Returns false at the end.
  bool read_packet() {
    const std::size_t number = packets_.all.size() + 1;
    buffer_.resize(kPacketBytes);
    const std::size_t there = bytes_.read(buffer_.data(), kPacketBytes);
    if (there == 0) return false;
    if (there < kPacketBytes) fail("ends within packet {}; allowed: a whole trace", number);
    if (number > kMaxNetracePackets) fail_with_size(std::max(number, expected_));
    FieldReader in(buffer_);
    Packet packet{};
    packet.time = time_of(in.take<std::uint64_t>(), number);
    packet.id = in.take<std::uint32_t>();
    in.pass(4);
    packet.bytes = bytes_of(in.take<std::uint8_t>(), number);
    packet.source = node(in.take<std::uint8_t>(), "source", number);
    packet.destination = node(in.take<std::uint8_t>(), "destination", number);
    in.pass(1);
    packet.waiting = in.take<std::uint8_t>();
    packet.first_waiting = packets_.waiting.size();
    FieldReader ids = next(4 * std::size_t{packet.waiting}, fmt::format("packet {}", number));
    for (std::size_t i = 0; i < packet.waiting; ++i)
      packets_.waiting.push_back(ids.take<std::uint32_t>());
    packets_.all.push_back(packet);
    return true;
  }

  std::uint64_t time_of(std::uint64_t cycle, std::size_t number) const {
    if (cycle < begin_)
      fail("packet {} is of cycle {}; allowed: from {} on, where its region begins", number, cycle,
           begin_);
    const std::uint64_t time = cycle - begin_;
    const auto scaled =
        time > Workload::kMaxAmount ? std::nullopt : scaled_time(time, options_.time_scale);
    if (!scaled)
      fail("packet {} is of cycle {}; allowed: at most {}, times {}", number, cycle,
           Workload::kMaxAmount, NetraceOptions::kTimeScale);
    return *scaled;
  }
  std::uint8_t bytes_of(std::uint8_t type, std::size_t number) const {
    if (type >= kBytes.size())
      fail("packet {} is of type {}; allowed: 0 to {}", number, type, kBytes.size() - 1);
    return kBytes[type];
  }
  std::uint8_t node(std::uint8_t node, std::string_view what, std::size_t number) const {
    if (node >= header_.nodes)
      fail("packet {} has the {} {}; allowed: 0 to {}, as its header says", number, what, node,
           header_.nodes - 1);
    return node;
  }

  void check_count() const {
    const std::size_t count = packets_.all.size();
    const std::uint64_t wanted = std::min(most_, expected_);
    if (count < wanted)
      fail("ends after {}, and {} are expected; allowed: a whole trace", counted(count, "packets"),
           wanted);
    if (count == 0) fail("no packets; allowed: a trace with one or more");
    if (count > expected_ && !options_.packets)
      options_.warn(fmt::format("{}: has {}, more than the {} that its header says", file_,
                                counted(count, "packets"), expected_));
  }

  void warn_of_no_commands() const {
    const auto without = std::ranges::count(packets_.all, 0, &Packet::bytes);
    if (without > 0)
      options_.warn(
          fmt::format("{}: left out: {} of {}, of a type without a size, as InvalidCmd is; nothing "
                      "waits for it",
                      file_, without, counted(packets_.all.size(), "packets")));
  }

  const std::string& key_;
  const std::string& file_;
  std::size_t nodes_;
  const NetraceOptions& options_;
  ByteStream bytes_;
  std::vector<char> buffer_;
  Header header_;
  std::uint64_t begin_ = 0;     // first cycle of the region
  std::uint64_t expected_ = 0;  // packets of the trace or region, by the header
  std::uint64_t most_ = 0;      // packets to read
  Packets packets_;
};

// Dependencies between packets, by their index in the trace.
class PacketDependencies {
 public:
  PacketDependencies(const std::string& key, const std::string& file, const Packets& packets)
      : packets_(packets.all) {
    by_id_.reserve(packets_.size());
    for (std::uint32_t p = 0; p < packets_.size(); ++p) by_id_.emplace_back(packets_[p].id, p);
    std::ranges::sort(by_id_);
    const auto twice = std::ranges::adjacent_find(by_id_, {}, &std::pair<Id, std::uint32_t>::first);
    if (twice != by_id_.end())
      key_error(key, "{}: packets {} and {} have the id {}; allowed: ids of their own", file,
                twice->second + 1, std::next(twice)->second + 1, twice->first);
    for (std::uint32_t p = 0; p < packets_.size(); ++p)
      for (std::size_t i = 0; i < packets_[p].waiting; ++i)
        add(p, packets.waiting[packets_[p].first_waiting + i]);
    std::ranges::sort(pairs_);
    const auto [first, last] = std::ranges::unique(pairs_);
    pairs_.erase(first, last);
  }

  struct Pair {
    std::uint32_t waiting, before;
    auto operator<=>(const Pair&) const = default;
  };
  std::span<const Pair> of(std::uint32_t waiting) const {
    const auto found = std::ranges::equal_range(pairs_, waiting, {}, &Pair::waiting);
    return {found.begin(), found.end()};
  }

  // Returns an empty text if every packet arrives at the sources of its dependent packets.
  std::string warning(const std::string& file) const {
    if (from_source_ + elsewhere_ == 0) return {};
    return fmt::format(
        "{}: {} of {} dependencies are on a packet that does not arrive at the source of the one "
        "that waits; kept till it has left, where it has the same source: {}; not kept: {}",
        file, from_source_ + elsewhere_, from_source_ + elsewhere_ + arriving_, from_source_,
        elsewhere_);
  }

 private:
  using Id = std::uint32_t;

  // Packets outside the read range neither wait nor are waited for.
  void add(std::uint32_t before, Id id) {
    const auto found = std::ranges::lower_bound(by_id_, std::pair(id, std::uint32_t{0}));
    if (found == by_id_.end() || found->first != id) return;
    const Packet &first = packets_[before], &then = packets_[found->second];
    if (first.bytes == 0 || then.bytes == 0) return;
    if (first.destination == then.source)
      ++arriving_;
    else if (first.source == then.source)
      ++from_source_;
    else
      ++elsewhere_;
    if (first.destination == then.source || first.source == then.source)
      pairs_.push_back({found->second, before});
  }

  const std::vector<Packet>& packets_;
  std::vector<std::pair<Id, std::uint32_t>> by_id_;
  std::vector<Pair> pairs_;  // ascending
  std::size_t arriving_ = 0, from_source_ = 0, elsewhere_ = 0;
};

// Writes the operations of a node, in the order of the trace.
class TraceNodeWriter {
 public:
  TraceNodeWriter(const std::vector<Packet>& packets, const PacketDependencies& dependencies,
                  WorkloadBuilder& builder, std::vector<std::uint32_t>& ends)
      : packets_(packets), dependencies_(dependencies), builder_(builder), ends_(ends) {}

  // `own`: the packets from and to the node, ascending.
  void write(std::uint8_t node, std::span<const std::uint32_t> own) {
    write_clock(node, own);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sends;  // packet, operation
    for (const std::uint32_t p : own) {
      const Packet& packet = packets_[p];
      if (packet.source == node) {
        ends_[p] = builder_.send(packet.bytes, packet.destination, 0);
        sends.emplace_back(p, ends_[p]);
      }
      if (packet.destination == node) ends_[p] = builder_.receive(packet.bytes, packet.source, 0);
    }
    for (const auto& [p, operation] : sends) wait(p, operation);
  }

 private:
  // Writes computations that end at the times at which packets may leave.
  void write_clock(std::uint8_t node, std::span<const std::uint32_t> own) {
    times_.clear();
    for (const std::uint32_t p : own)
      if (packets_[p].source == node && packets_[p].time > 0) times_.push_back(packets_[p].time);
    std::ranges::sort(times_);
    const auto [first, last] = std::ranges::unique(times_);
    times_.erase(first, last);
    for (std::uint32_t i = 0; i < times_.size(); ++i) {
      const std::uint32_t tick = builder_.compute(times_[i] - (i == 0 ? 0 : times_[i - 1]), kClock);
      if (i > 0) builder_.require(tick, tick - 1);
    }
  }

  // Makes the send of packet `p` wait for the clock and for other packets. The clock's operations
  // are the first operations of the node.
  void wait(std::uint32_t p, std::uint32_t operation) {
    if (packets_[p].time > 0) {
      const auto tick = std::ranges::lower_bound(times_, packets_[p].time) - times_.begin();
      builder_.require(operation, static_cast<std::uint32_t>(tick));
    }
    for (const auto& pair : dependencies_.of(p)) builder_.require(operation, ends_[pair.before]);
  }

  const std::vector<Packet>& packets_;
  const PacketDependencies& dependencies_;
  WorkloadBuilder& builder_;
  // [packet]: the operation of this node that ends when the packet has arrived here, or has left.
  std::vector<std::uint32_t>& ends_;
  std::vector<std::uint64_t> times_;  // ascending
};

// [node]: the packets from and to it, ascending.
std::vector<std::vector<std::uint32_t>> packets_of_nodes(const std::vector<Packet>& packets,
                                                         std::size_t nodes) {
  std::vector<std::vector<std::uint32_t>> own(nodes);
  for (std::uint32_t p = 0; p < packets.size(); ++p) {
    const Packet& packet = packets[p];
    if (packet.bytes == 0) continue;
    own[packet.source].push_back(p);
    if (packet.destination != packet.source) own[packet.destination].push_back(p);
  }
  return own;
}

// Returns the place of an operation in a cyclic dependency. It is a send or a receive, since the
// clock waits for nothing else.
PlaceInFile place_of(const std::string& file, const std::vector<Packet>& packets,
                     std::span<const std::uint32_t> own, const OperationId& place,
                     const Workload& workload) {
  std::uint32_t operation = 0;
  while (workload.of(place.rank)[operation].kind == OperationKind::kComputation) ++operation;
  for (const std::uint32_t p : own) {
    const bool is_sent = packets[p].source == place.rank;
    const bool arrives = packets[p].destination == place.rank;
    const std::string name = fmt::format("packet {}", p + 1);
    if (is_sent && operation++ == place.operation)
      return {file, fmt::format("sent by node {}", place.rank), name};
    if (arrives && operation++ == place.operation)
      return {file, fmt::format("at node {}", place.rank), name};
  }
  return {file, fmt::format("at node {}", place.rank), "the clock"};
}

}  // namespace

Workload read_netrace(const std::string& key, const std::string& file, std::size_t nodes,
                      const NetraceOptions& options) {
  NetraceReader reader(key, file, nodes, options);
  const Packets packets = reader.read();
  const PacketDependencies dependencies(key, file, packets);
  if (const std::string warning = dependencies.warning(file); !warning.empty())
    options.warn(warning);
  const auto own = packets_of_nodes(packets.all, reader.nodes());
  // A packet needs at most a clock tick, a send and a receive.
  constexpr std::size_t kMaxOwn = Workload::kMaxOperationsOfRank / 3;
  WorkloadBuilder builder(reader.nodes(), 3 * packets.all.size(), packets.waiting.size());
  std::vector<std::uint32_t> ends(packets.all.size());
  for (std::uint32_t node = 0; node < reader.nodes(); ++node) {
    if (own[node].size() >= kMaxOwn)
      key_error(key,
                "{}: node {} has {} packets; allowed: below {}, of the first ones that {} asks for",
                file, node, own[node].size(), kMaxOwn, NetraceOptions::kPackets);
    builder.begin_rank(node);
    TraceNodeWriter(packets.all, dependencies, builder, ends)
        .write(static_cast<std::uint8_t>(node), own[node]);
    builder.end_rank();
  }
  Workload workload = builder.finish();
  if (const auto problem = find_problem(workload)) {
    const auto find = [&](const OperationId& place) {
      return place_of(file, packets.all, own[place.rank], place, workload);
    };
    throw KeyError(key, problem_text(*problem, workload, find));
  }
  return workload;
}

}  // namespace orthant
