// Tested by: tests/traffic/message_list_test.cpp
#include "traffic/message_list.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/line_reader.hpp"
#include "base/numbers.hpp"
#include "base/words.hpp"

namespace orthant {
namespace {

constexpr std::string_view kHead = "time,source,destination,bytes,after";
constexpr std::string_view kHeadWithoutAfter = "time,source,destination,bytes";
constexpr std::size_t kMaxAfter = 4096;                // messages that one message waits for
constexpr std::uint8_t kClock = 0, kComputations = 1;  // cpus

struct Message {
  std::uint64_t time, bytes;
  std::uint32_t source, destination;
  std::size_t first_after, after;  // index and number of entries in MessageList::after
};

struct MessageList {
  std::vector<Message> messages;
  std::vector<std::uint32_t> after;
  std::uint32_t ranks = 0;

  std::span<const std::uint32_t> after_of(const Message& message) const {
    return std::span(after).subspan(message.first_after, message.after);
  }
};

class Reader {
 public:
  Reader(const std::string& key, const std::string& file, std::size_t nodes,
         const Rational& time_scale)
      : lines_(key, file, 4 + kMaxAfter), nodes_(nodes), time_scale_(time_scale) {}

  MessageList read() {
    if (!lines_.next() || (lines_.text() != kHead && lines_.text() != kHeadWithoutAfter))
      lines_.fail_at(
          1, "not the head of a list of messages; allowed: {}, or the same without after", kHead);
    head_ = lines_.text() == kHead ? kHead : kHeadWithoutAfter;
    while (lines_.next()) add(lines_.without_comment());
    if (list_.messages.empty()) lines_.fail_file("no messages; allowed: a line for each");
    return std::move(list_);
  }

 private:
  void add(std::string_view line) {
    if (trimmed(line).empty()) return;
    const std::vector<std::string_view> values = split(line, ',');
    if (values.size() < 4 || values.size() > (head_ == kHead ? 5 : 4))
      lines_.fail("{} between commas; allowed: {}", counted(values.size(), "values"), head_);
    Message message{.time = time(values[0]),
                    .bytes = number(values[3], "number of bytes", 0, Workload::kMaxAmount),
                    .source = node(values[1]),
                    .destination = node(values[2]),
                    .first_after = list_.after.size(),
                    .after = 0};
    if (values.size() == 5) message.after = add_after(message.source, values[4]);
    if (list_.messages.size() == kMaxMessages)
      lines_.fail("too many messages; allowed: {}", kMaxMessages);
    list_.messages.push_back(message);
  }

  // Adds the messages that a message of `source` waits for, and returns their number.
  std::size_t add_after(std::uint32_t source, std::string_view text) {
    const auto first = static_cast<std::ptrdiff_t>(list_.after.size());
    for (const std::string_view entry : split(text, ' ')) {
      if (list_.messages.empty())
        lines_.fail("{} is before no message; allowed: nothing, in the first one",
                    LineReader::printable(entry));
      const std::uint64_t other = number(entry, "earlier message", 1, list_.messages.size()) - 1;
      const Message& before = list_.messages[other];
      if (before.source != source && before.destination != source)
        lines_.fail(
            "message {} is from {} to {}, so that {} does not know of it; allowed: messages "
            "from it or to it",
            other + 1, before.source, before.destination, source);
      list_.after.push_back(static_cast<std::uint32_t>(other));
    }
    std::vector<std::uint32_t> sorted(list_.after.begin() + first, list_.after.end());
    std::ranges::sort(sorted);
    if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
      lines_.fail("message {} is there twice after which this one comes; allowed: once",
                  *twice + 1);
    return sorted.size();
  }

  std::uint64_t number(std::string_view text, std::string_view what, std::uint64_t least,
                       std::uint64_t most) const {
    const std::string_view entry = trimmed(text);
    const auto value = parse_whole(entry);
    if (!value || *value < static_cast<std::int64_t>(least) ||
        static_cast<std::uint64_t>(*value) > most)
      lines_.fail("{} is no {}; allowed: {} to {}",
                  entry.empty() ? "an empty value" : LineReader::printable(entry), what, least,
                  most);
    return static_cast<std::uint64_t>(*value);
  }
  std::uint64_t time(std::string_view entry) const {
    const std::uint64_t own = number(entry, "time", 0, Workload::kMaxAmount);
    const std::optional<std::uint64_t> scaled = scaled_time(own, time_scale_);
    if (!scaled)
      lines_.fail("workload.time_scale makes time {} longer than {}; allowed: less", own,
                  Workload::kMaxAmount);
    return *scaled;
  }
  std::uint32_t node(std::string_view entry) {
    const auto rank = static_cast<std::uint32_t>(number(entry, "rank", 0, nodes_ - 1));
    list_.ranks = std::max(list_.ranks, rank + 1);
    return rank;
  }

  static constexpr std::size_t kMaxMessages = 0xffff'ffff;
  LineReader lines_;
  std::size_t nodes_;
  std::string_view head_;
  Rational time_scale_;
  MessageList list_;
};

// Writes the operations of a rank, in the order of the list.
class ListRankWriter {
 public:
  ListRankWriter(const MessageList& list, std::uint32_t rank, WorkloadBuilder& builder)
      : list_(list), rank_(rank), builder_(builder) {}

  // `own`: the messages from and to the rank, ascending.
  void write(std::span<const std::uint32_t> own) {
    write_clock(own);
    for (const std::uint32_t m : own) {
      const Message& message = list_.messages[m];
      if (message.source == rank_) ends_.push_back({m, send(message)});
      if (message.destination == rank_)
        ends_.push_back({m, builder_.receive(message.bytes, message.source, 0)});
    }
  }

 private:
  // Writes computations that end at the start times of messages without dependencies.
  void write_clock(std::span<const std::uint32_t> own) {
    for (const std::uint32_t m : own) {
      const Message& message = list_.messages[m];
      if (message.source == rank_ && message.after == 0 && message.time > 0)
        clock_.push_back({message.time, 0});
    }
    std::ranges::sort(clock_, {}, &Tick::time);
    const auto [first, last] = std::ranges::unique(clock_, {}, &Tick::time);
    clock_.erase(first, last);
    for (std::size_t i = 0; i < clock_.size(); ++i) {
      clock_[i].operation =
          builder_.compute(clock_[i].time - (i == 0 ? 0 : clock_[i - 1].time), kClock);
      if (i > 0) builder_.require(clock_[i].operation, clock_[i - 1].operation);
    }
  }

  std::uint32_t send(const Message& message) {
    std::vector<std::uint32_t> after;
    for (const std::uint32_t m : list_.after_of(message)) after.push_back(end_of(m));
    if (message.after == 0 && message.time > 0) {
      after = {std::ranges::lower_bound(clock_, message.time, {}, &Tick::time)->operation};
    } else if (message.time > 0) {
      const std::uint32_t computation = builder_.compute(message.time, kComputations);
      for (const std::uint32_t other : after) builder_.require(computation, other);
      after = {computation};
    }
    const std::uint32_t operation = builder_.send(message.bytes, message.destination, 0);
    for (const std::uint32_t other : after) builder_.require(operation, other);
    return operation;
  }

  // The operation of this rank that ends a message: its send or its receive. A message from the
  // rank to itself ends with its receive.
  std::uint32_t end_of(std::uint32_t message) const {
    const auto next = std::ranges::upper_bound(ends_, message, {}, &End::message);
    return std::prev(next)->operation;
  }

  struct Tick {
    std::uint64_t time;
    std::uint32_t operation;
  };
  struct End {
    std::uint32_t message, operation;
  };
  const MessageList& list_;
  std::uint32_t rank_;
  WorkloadBuilder& builder_;
  std::vector<Tick> clock_;  // ascending
  std::vector<End> ends_;    // ascending
};

}  // namespace

Workload read_message_list(const std::string& key, const std::string& file, std::size_t nodes,
                           const Rational& time_scale) {
  const MessageList list = Reader(key, file, nodes, time_scale).read();
  std::vector<std::vector<std::uint32_t>> own(list.ranks);
  for (std::uint32_t m = 0; m < list.messages.size(); ++m) {
    const Message& message = list.messages[m];
    own[message.source].push_back(m);
    if (message.destination != message.source) own[message.destination].push_back(m);
  }
  // A message has at most a clock tick, a computation and a send at its source, and a receive at
  // its destination: four operations of one rank if it is a message to itself.
  constexpr std::size_t kMaxOwn = Workload::kMaxOperationsOfRank / 4;
  WorkloadBuilder builder(list.ranks, 3 * list.messages.size(), list.after.size());
  for (std::uint32_t rank = 0; rank < list.ranks; ++rank) {
    if (own[rank].size() >= kMaxOwn)
      key_error(key, "{}: rank {} has {} messages; allowed: below {}", file, rank, own[rank].size(),
                kMaxOwn);
    builder.begin_rank(rank);
    ListRankWriter(list, rank, builder).write(own[rank]);
    builder.end_rank();
  }
  return builder.finish();
}

}  // namespace orthant
