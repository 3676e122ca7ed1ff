// Binary schedules of LogGOPSim, little-endian and unpadded. After a magic number of eight bytes
// come the number of ranks (4 bytes), the largest cpu and nic (1 each), and for each rank the start
// and end of its part (8 each, counted from after the magic number). A part has the number of its
// operations (4), the number of those without dependencies (4), the indices of the latter (4 each),
// the operations (39 each), and the list of dependent operations (4 each), to which operations
// refer by index and count.
//
// Source: Hoefler, Schneider, Lumsdaine 2010, LogGOPSim, whose txt2bin writes this format.
// Tested by: tests/traffic/goal_binary_test.cpp
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "traffic/goal_file.hpp"
#include "traffic/workload_problem.hpp"

namespace orthant {
namespace {

constexpr std::uint64_t kSchedule = 4223, kUsedUp = 2342;
constexpr std::size_t kNumberBytes = 8, kOperationBytes = 39;
enum Type : std::uint8_t { kSends = 1, kReceives = 2, kComputes = 3 };

// Extracts consecutive integers from bytes.
class LittleEndianReader {
 public:
  explicit LittleEndianReader(std::string_view bytes) : rest_(bytes) {}
  std::size_t left() const { return rest_.size(); }
  // Requires enough bytes.
  template <class Number>
  Number take() {
    Number number = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i)
      number = static_cast<Number>(number | Number{static_cast<unsigned char>(rest_[i])} << 8 * i);
    rest_.remove_prefix(sizeof(Number));
    return number;
  }

 private:
  std::string_view rest_;
};

std::uint64_t number_of(std::string_view bytes) {
  return bytes.size() < kNumberBytes ? 0 : LittleEndianReader(bytes).take<std::uint64_t>();
}

class GoalBinary {
 public:
  GoalBinary(const std::string& key, const std::string& file, std::string_view bytes)
      : key_(key), file_(file), bytes_(bytes.substr(kNumberBytes)) {}

  Workload read(std::size_t nodes) {
    constexpr std::size_t kHead = 6, kParts = 16;
    LittleEndianReader head(bytes_);
    if (head.left() < kHead) fail("the file ends in its head; allowed: a whole one");
    ranks_ = head.take<std::uint32_t>();
    head.take<std::uint16_t>();  // cpu and nic
    if (ranks_ == 0 || ranks_ > kMaxRanks) fail("{} ranks; allowed: 1 to {}", ranks_, kMaxRanks);
    if (ranks_ > nodes) fail("{} ranks for {} nodes; allowed: a node for each rank", ranks_, nodes);
    if (head.left() / kParts < ranks_) fail("the file ends in its head; allowed: a whole one");
    WorkloadBuilder builder(ranks_);
    builder_ = &builder;
    for (rank_ = 0; rank_ < ranks_; ++rank_) {
      const auto begin = head.take<std::uint64_t>(), end = head.take<std::uint64_t>();
      if (begin > end || end > bytes_.size())
        fail_in_rank("bytes {} to {} of a file of {}; allowed: inside", begin, end, bytes_.size());
      builder.begin_rank(rank_);
      read_rank(bytes_.substr(begin, end - begin));
      builder.end_rank();
    }
    return builder.finish();
  }

 private:
  // The operations that depend on an operation: an index into the list of dependent operations, and
  // a count.
  struct Waiting {
    std::uint32_t count, first;
  };

  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    key_error(key_, "{}: {}", file_, fmt::format(format, std::forward<Args>(args)...));
  }
  template <class... Args>
  [[noreturn]] void fail_in_rank(fmt::format_string<Args...> format, Args&&... args) const {
    fail("rank {}: {}", rank_, fmt::format(format, std::forward<Args>(args)...));
  }

  void read_rank(std::string_view part) {
    LittleEndianReader numbers(part);
    if (numbers.left() < 8) fail_in_rank("no number of operations; allowed: a whole part");
    const auto count = numbers.take<std::uint32_t>(), roots = numbers.take<std::uint32_t>();
    if (count >= Workload::kMaxOperationsOfRank)
      fail_in_rank("{} operations; allowed: below {}", count, Workload::kMaxOperationsOfRank);
    const std::uint64_t before = 4 * std::uint64_t{roots};
    const std::uint64_t operations = kOperationBytes * std::uint64_t{count};
    if (before + operations > numbers.left())
      fail_in_rank("{} operations in {} bytes; allowed: {} bytes each", count, part.size(),
                   kOperationBytes);
    LittleEndianReader each(part.substr(8 + before, operations));
    const std::string_view appendix = part.substr(8 + before + operations);
    for (std::uint32_t i = 0; i < count; ++i) {
      each.take<std::uint32_t>();  // number of its dependencies
      read_operation(i, each);
      for (const bool on_start : {false, true}) {
        const auto waiting = each.take<std::uint32_t>();
        add_waits(i, {waiting, each.take<std::uint32_t>()}, appendix, count, on_start);
      }
    }
  }

  void read_operation(std::uint32_t number, LittleEndianReader& numbers) {
    const auto type = numbers.take<std::uint8_t>();
    const auto peer = numbers.take<std::uint32_t>();
    const auto amount = numbers.take<std::uint64_t>();
    const auto tag = numbers.take<std::uint32_t>();
    const auto cpu = numbers.take<std::uint8_t>(), nic = numbers.take<std::uint8_t>();
    if (type < kSends || type > kComputes)
      fail_in_rank("operation {} is of type {}; allowed: 1 (send), 2 (recv), 3 (calc)", number,
                   type);
    if (amount > Workload::kMaxAmount)
      fail_in_rank("operation {} has {} bytes or time; allowed: at most {}", number, amount,
                   Workload::kMaxAmount);
    if (type == kComputes) {
      builder_->compute(amount, cpu);
      return;
    }
    const bool is_any = type == kReceives && peer == Workload::kAny;
    if (peer >= ranks_ && !is_any)
      fail_in_rank("operation {}: {} is no rank; allowed: 0 to {}", number, peer, ranks_ - 1);
    if (type == kSends && tag == Workload::kAny)
      fail_in_rank("operation {}: a send of any tag; allowed: below {}", number, tag);
    if (type == kSends)
      builder_->send(amount, peer, tag, nic);
    else
      builder_->receive(amount, peer, tag);
  }

  void add_waits(std::uint32_t number, const Waiting& waiting, std::string_view appendix,
                 std::uint32_t count, bool on_start) {
    if (waiting.count == 0) return;
    if (waiting.first > appendix.size() / 4 || waiting.count > appendix.size() / 4 - waiting.first)
      fail_in_rank(
          "operation {}: {} operations from place {} on wait for it, of {}; allowed: inside",
          number, waiting.count, waiting.first, appendix.size() / 4);
    LittleEndianReader others(appendix.substr(4 * std::size_t{waiting.first}));
    for (std::uint32_t w = 0; w < waiting.count; ++w) {
      const auto other = others.take<std::uint32_t>();
      if (other >= count)
        fail_in_rank("operation {}: {} is none; allowed: 0 to {}", number, other, count - 1);
      builder_->require(other, number, on_start);
    }
  }

  const std::string& key_;
  const std::string& file_;
  std::string_view bytes_;
  std::uint32_t ranks_ = 0, rank_ = 0;
  WorkloadBuilder* builder_ = nullptr;
};

}  // namespace

bool is_goal_binary(std::string_view bytes) {
  const std::uint64_t number = number_of(bytes);
  return number == kSchedule || number == kUsedUp;
}

Workload parse_goal_binary(const std::string& key, const std::string& file, std::string_view bytes,
                           std::size_t nodes) {
  if (number_of(bytes) != kSchedule)
    key_error(key, "{}: a schedule that a run of LogGOPSim has used up; allowed: a new one", file);
  Workload workload = GoalBinary(key, file, bytes).read(nodes);
  const auto place = [&](const OperationId& id) {
    return PlaceInFile{.where = fmt::format("{}: rank {}", file, id.rank),
                       .brief = fmt::format("rank {}", id.rank),
                       .name = fmt::format("operation {}", id.operation)};
  };
  if (const auto problem = find_problem(workload))
    throw KeyError(key, problem_text(*problem, workload, place));
  return workload;
}

}  // namespace orthant
