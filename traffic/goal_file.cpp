// Reads the text twice: first to count, so that the graph is allocated once, then to fill it. If a
// mistake shows only in the whole graph, a third pass finds its line.
//
// Tested by: tests/traffic/goal_file_test.cpp
#include "traffic/goal_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/line_reader.hpp"
#include "base/read_file.hpp"
#include "traffic/workload_problem.hpp"

namespace orthant {
namespace {

constexpr std::uint64_t kMaxTag = Workload::kAny - 1;
constexpr std::uint64_t kMaxQueue = 255;

constexpr auto kIsWord = [] {
  std::array<bool, 256> is_word{};
  for (const char c :
       std::string_view("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"))
    is_word[static_cast<unsigned char>(c)] = true;
  return is_word;
}();
bool is_word(char c) { return kIsWord[static_cast<unsigned char>(c)]; }

// A hash table of the labels of one rank.
class Labels {
 public:
  void clear() {
    ++generation_;
    used_ = 0;
  }
  // Index of the labelled operation; nullopt if the label is unknown.
  std::optional<std::uint32_t> find(std::string_view label) const {
    const Slot& slot = slots_[place(label)];
    return slot.generation == generation_ ? std::optional(slot.operation) : std::nullopt;
  }
  // Returns false if the label is already there.
  bool add(std::string_view label, std::uint32_t operation) {
    if (2 * ++used_ > slots_.size()) grow();
    Slot& slot = slots_[place(label)];
    if (slot.generation == generation_) return false;
    slot = {label, operation, generation_};
    return true;
  }

 private:
  struct Slot {
    std::string_view label;
    std::uint32_t operation = 0;
    std::uint32_t generation = 0;
  };
  // Slot that holds the label or would hold it.
  std::size_t place(std::string_view label) const {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : label) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    std::size_t at = (hash ^ (hash >> 29)) & (slots_.size() - 1);
    while (slots_[at].generation == generation_ && slots_[at].label != label)
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void grow() {
    std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    for (const Slot& slot : old)
      if (slot.generation == generation_) slots_[place(slot.label)] = slot;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::size_t used_ = 0;
  std::uint32_t generation_ = 1;
};

// A tokenizer for words and symbols. A position is an offset in the text, for error messages.
class Tokens {
 public:
  Tokens(const std::string& key, const std::string& file, std::string_view text)
      : key_(key), file_(file), text_(text) {}

  // Position of the next token.
  std::size_t position() {
    skip_blanks();
    return at_;
  }
  bool at_end() { return position() == text_.size(); }
  // Returns an empty word if the next token is no word.
  std::string_view word() {
    skip_blanks();
    const std::size_t from = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(from, at_ - from);
  }
  bool take(char sign) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != sign) return false;
    ++at_;
    return true;
  }
  // Consumes the word if it comes next.
  bool take_word(std::string_view word) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != word[0]) return false;  // usually it does not match
    if (!text_.substr(at_).starts_with(word)) return false;
    const std::size_t end = at_ + word.size();
    if (end < text_.size() && is_word(text_[end])) return false;
    at_ = end;
    return true;
  }
  void expect_word(std::string_view word) {
    if (!take_word(word)) fail_here("allowed: {}", word);
  }
  // Parses a number up to `most`, followed by this unit.
  std::uint64_t number(std::string_view what, std::uint64_t most, std::string_view unit = {}) {
    const std::size_t from = position();
    const std::string_view whole = word();
    std::uint64_t value = 0;
    std::size_t digits = 0;
    while (digits < whole.size() && whole[digits] >= '0' && whole[digits] <= '9')
      value = value * 10 + static_cast<std::uint64_t>(whole[digits++] - '0');
    const bool good = digits > 0 && digits <= 18 && whole.substr(digits) == unit;
    if (!good || value > most) {
      at_ = from;
      fail_at(from, "{} is no {}; allowed: 0{} to {}{}", whole.empty() ? next_text() : shown(whole),
              what, unit, most, unit);
    }
    return value;
  }

  template <class... Args>
  [[noreturn]] void fail_at(std::size_t position, fmt::format_string<Args...> format,
                            Args&&... args) const {
    key_error(key_, "{}:{}: {}", file_, line_of(position),
              fmt::format(format, std::forward<Args>(args)...));
  }
  // Fails at a token that is not allowed.
  template <class... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> format, Args&&... args) {
    fail_at(position(), "{} where there should be something else; {}", next_text(),
            fmt::format(format, std::forward<Args>(args)...));
  }
  std::size_t line_of(std::size_t position) const {
    return 1 + static_cast<std::size_t>(std::count(
                   text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
  }
  static std::string shown(std::string_view word) { return LineReader::printable(word); }

 private:
  std::string next_text() {
    if (at_end()) return "the end of the file";
    const std::size_t from = at_;
    std::string_view next = word();
    at_ = from;
    if (next.empty()) next = text_.substr(at_, 1);
    return shown(next);
  }
  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_word(c)) return;
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r')
        ++at_;
      else if (!skip_comment())
        return;
    }
  }
  // Returns false if there is no comment.
  [[gnu::noinline]] bool skip_comment() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("#") || rest.starts_with("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return true;
    }
    if (!rest.starts_with("/*")) return false;
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == text_.npos) fail_at(at_, "a comment without its end; allowed: */");
    at_ = end + 2;
    return true;
  }

  const std::string& key_;
  const std::string& file_;
  std::string_view text_;
  std::size_t at_ = 0;
};

// Position of an operation that an error message names.
struct TextPlace {
  std::size_t position = 0;
  std::string label;
};
using TextPlaces = std::map<std::pair<std::uint32_t, std::uint32_t>, TextPlace>;

class GoalReader {
 public:
  GoalReader(const std::string& key, const std::string& file, std::string_view text)
      : tokens_(key, file, text), text_(text) {}

  // Fills in the positions of `wanted`.
  Workload read(std::size_t nodes, TextPlaces* wanted = nullptr) {
    wanted_ = wanted;
    if (!tokens_.take_word("num_ranks"))
      tokens_.fail_here("allowed: num_ranks and the number of ranks, before all else");
    const std::size_t from = tokens_.position();
    ranks_ = tokens_.number("number of ranks", kMaxRanks);
    if (ranks_ == 0) tokens_.fail_at(from, "0 ranks; allowed: 1 to {}", kMaxRanks);
    if (ranks_ > nodes)
      tokens_.fail_at(from, "{} ranks for {} nodes; allowed: a node for each rank", ranks_, nodes);
    // These are upper estimates for most files: a colon per label, and a line per dependency.
    const std::size_t labels = count(':'), lines = count('\n');
    WorkloadBuilder builder(static_cast<std::uint32_t>(ranks_), labels,
                            lines - std::min(labels, lines));
    builder_ = &builder;
    while (!tokens_.at_end()) read_rank();
    return builder.finish();
  }

  const Tokens& tokens() const { return tokens_; }

 private:
  struct Pending {
    std::string_view waiting, other;
    bool on_start;
    std::size_t position;
  };

  std::size_t count(char sign) const {
    return static_cast<std::size_t>(std::ranges::count(text_, sign));
  }

  void read_rank() {
    const std::size_t from = tokens_.position();
    if (!tokens_.take_word("rank")) tokens_.fail_here("allowed: rank, a number and {{");
    rank_ = read_peer();
    if (!builder_->begin_rank(rank_))
      tokens_.fail_at(from, "rank {} is there twice; allowed: one block for each rank", rank_);
    if (!tokens_.take('{')) tokens_.fail_here("allowed: {{");
    labels_.clear();
    pending_.clear();
    while (!tokens_.take('}')) {
      if (tokens_.at_end())
        tokens_.fail_at(from, "rank {} has no end; allowed: }} before the end of the file", rank_);
      read_statement();
    }
    for (const Pending& pending : pending_)
      builder_->require(find(pending.waiting, pending), find(pending.other, pending),
                        pending.on_start);
    builder_->end_rank();
  }

  std::uint32_t read_peer() {
    return static_cast<std::uint32_t>(tokens_.number("rank", ranks_ - 1));
  }

  void read_statement() {
    const std::size_t from = tokens_.position();
    const std::string_view first = tokens_.word();
    if (first.empty())
      tokens_.fail_here("allowed: an operation, a dependency, or }} at the end of rank {}", rank_);
    if (tokens_.take(':')) return read_operation(tokens_.word(), first, from);
    const bool ends = tokens_.take_word("requires");
    if (ends || tokens_.take_word("irequires")) return read_dependency(first, from, !ends);
    read_operation(first, {}, from);
  }

  void read_operation(std::string_view kind, std::string_view label, std::size_t from) {
    if (builder_->operations() + 1 == Workload::kMaxOperationsOfRank)
      tokens_.fail_at(from, "rank {} has too many operations; allowed: below {}", rank_,
                      Workload::kMaxOperationsOfRank);
    std::uint32_t number = 0;
    if (kind == "send") {
      const std::uint64_t bytes = tokens_.number("number of bytes", Workload::kMaxAmount, "b");
      tokens_.expect_word("to");
      const std::uint32_t peer = read_peer();
      const Options options = read_options();
      number = builder_->send(bytes, peer, options.tag, options.nic);
    } else if (kind == "recv") {
      const std::uint64_t bytes = tokens_.number("number of bytes", Workload::kMaxAmount, "b");
      tokens_.expect_word("from");
      const std::uint32_t peer = take_any() ? Workload::kAny : read_peer();
      number = builder_->receive(bytes, peer, read_options(true).tag);
    } else if (kind == "calc") {
      const std::uint64_t time = tokens_.number("time", Workload::kMaxAmount);
      number = builder_->compute(time, read_options().cpu);
    } else {
      tokens_.fail_at(from,
                      "{} is no statement; allowed: send, recv or calc, with a label before "
                      "it, or two labels with requires or irequires between them",
                      Tokens::shown(kind.empty() ? label : kind));
    }
    if (!label.empty() && !labels_.add(label, number))
      tokens_.fail_at(from, "label {} is there twice in rank {}; allowed: another name",
                      Tokens::shown(label), rank_);
    if (wanted_ == nullptr) return;
    const auto found = wanted_->find({rank_, number});
    if (found != wanted_->end()) found->second = {from, std::string(label)};
  }

  struct Options {
    std::uint32_t tag = 0;
    std::uint8_t cpu = 0, nic = 0;
  };
  // Consumes -1, the wildcard.
  bool take_any() {
    if (!tokens_.take('-')) return false;
    if (!tokens_.take_word("1"))
      tokens_.fail_here("allowed: 1, as -1 stands for any; no other number is below 0");
    return true;
  }
  Options read_options(bool may_be_any = false) {
    Options options;
    while (true) {
      if (tokens_.take_word("tag")) {
        if (may_be_any && take_any())
          options.tag = Workload::kAny;
        else
          options.tag = static_cast<std::uint32_t>(tokens_.number("tag", kMaxTag));
      } else if (tokens_.take_word("cpu")) {
        options.cpu = static_cast<std::uint8_t>(tokens_.number("cpu", kMaxQueue));
      } else if (tokens_.take_word("nic")) {
        options.nic = static_cast<std::uint8_t>(tokens_.number("nic", kMaxQueue));
      } else {
        return options;
      }
    }
  }

  void read_dependency(std::string_view waiting, std::size_t from, bool on_start) {
    const std::string_view other = tokens_.word();
    if (other.empty()) tokens_.fail_here("allowed: a label");
    const auto first = labels_.find(waiting);
    const auto second = first ? labels_.find(other) : std::nullopt;
    if (second)
      builder_->require(*first, *second, on_start);
    else
      pending_.push_back({waiting, other, on_start, from});
  }

  std::uint32_t find(std::string_view label, const Pending& pending) const {
    const auto found = labels_.find(label);
    if (!found)
      tokens_.fail_at(pending.position, "rank {} has no label {}; allowed: those of its operations",
                      rank_, Tokens::shown(label));
    return *found;
  }

  Tokens tokens_;
  std::string_view text_;
  TextPlaces* wanted_ = nullptr;
  WorkloadBuilder* builder_ = nullptr;
  std::uint64_t ranks_ = 0;
  std::uint32_t rank_ = 0;
  Labels labels_;
  std::vector<Pending> pending_;  // dependencies on later operations
};

// Finds the places of operations in a text that is known to be valid.
std::vector<PlaceInFile> places_in_text(const std::string& key, const std::string& file,
                                        std::string_view text,
                                        std::span<const OperationId> operations) {
  TextPlaces sightings;
  for (const OperationId& place : operations) sightings[{place.rank, place.operation}] = {};
  GoalReader reader(key, file, text);
  reader.read(kMaxRanks, &sightings);
  std::vector<PlaceInFile> places;
  for (const OperationId& place : operations) {
    const TextPlace& seen = sightings.at({place.rank, place.operation});
    const std::size_t line = reader.tokens().line_of(seen.position);
    places.push_back(
        {.where = fmt::format("{}:{}", file, line),
         .brief = fmt::format("line {}", line),
         .name = seen.label.empty()
                     ? fmt::format("an operation of rank {}", place.rank)
                     : fmt::format("{} of rank {}", Tokens::shown(seen.label), place.rank)});
  }
  return places;
}

[[noreturn]] void fail(const WorkloadProblem& problem, const Workload& workload,
                       const std::string& key, const std::string& file, std::string_view text) {
  const std::vector<PlaceInFile> places = places_in_text(key, file, text, problem.places);
  throw KeyError(key, problem_text(problem, workload, [&](const OperationId& place) {
                   const auto found = std::ranges::find(problem.places, place);
                   return places[static_cast<std::size_t>(found - problem.places.begin())];
                 }));
}

// Tags are kept if the receiver has wildcards. Otherwise the index of the receive distinguishes the
// messages of a pair.
std::uint32_t tag_of_message(const Workload& workload, std::uint32_t receiver,
                             std::uint32_t receive) {
  const auto choices = workload.choices(receiver);
  return choices.empty() ? receive : choices[receive].message_tag;
}

std::string any_or(std::uint32_t number) {
  return number == Workload::kAny ? "-1" : std::to_string(number);
}

}  // namespace

Workload parse_goal(const std::string& key, const std::string& file, std::string_view text,
                    std::size_t nodes) {
  Workload workload = GoalReader(key, file, text).read(nodes);
  if (const auto problem = find_problem(workload)) fail(*problem, workload, key, file, text);
  return workload;
}

Workload read_goal(const std::string& key, const std::string& file, std::size_t nodes) {
  const std::string text = read_file_of(key, file);
  return is_goal_binary(text) ? parse_goal_binary(key, file, text, nodes)
                              : parse_goal(key, file, text, nodes);
}

std::vector<PlaceInFile> places_in_goal(const std::string& key, const std::string& file,
                                        std::span<const OperationId> operations) {
  const std::string text = read_file_of(key, file);
  if (!is_goal_binary(text)) return places_in_text(key, file, text, operations);
  std::vector<PlaceInFile> places;
  for (const OperationId& place : operations)
    places.push_back({.where = file,
                      .brief = {},
                      .name = fmt::format("operation {} of rank {}", place.operation, place.rank)});
  return places;
}

std::string goal_text(const Workload& workload) {
  std::string text = fmt::format("num_ranks {}\n", workload.ranks());
  auto out = std::back_inserter(text);
  for (std::uint32_t rank = 0; rank < workload.ranks(); ++rank) {
    const auto operations = workload.of(rank);
    if (operations.empty()) continue;
    fmt::format_to(out, "\nrank {} {{\n", rank);
    for (std::uint32_t i = 0; i < operations.size(); ++i) {
      const Operation& o = operations[i];
      switch (o.kind) {
        case OperationKind::kSend:
          fmt::format_to(out, "l{}: send {}b to {} tag {}", i + 1, o.amount, o.peer,
                         tag_of_message(workload, o.peer, o.match));
          if (o.queue != 0) fmt::format_to(out, " nic {}", o.queue);
          break;
        case OperationKind::kReceive:
          if (workload.choices(rank).empty())
            fmt::format_to(out, "l{}: recv {}b from {} tag {}", i + 1, o.amount, o.peer, i);
          else
            fmt::format_to(out, "l{}: recv {}b from {} tag {}", i + 1, o.amount,
                           any_or(workload.choices(rank)[i].source),
                           any_or(workload.choices(rank)[i].tag));
          break;
        case OperationKind::kComputation:
          fmt::format_to(out, "l{}: calc {}", i + 1, o.amount);
          if (o.queue != 0) fmt::format_to(out, " cpu {}", o.queue);
          break;
      }
      text += '\n';
    }
    for (std::uint32_t i = 0; i < operations.size(); ++i)
      for (const Successor& successor : workload.successors(rank, i))
        fmt::format_to(out, "l{} {} l{}\n", std::uint32_t{successor.operation} + 1,
                       successor.on_start != 0 ? "irequires" : "requires", i + 1);
    text += "}\n";
  }
  return text;
}

}  // namespace orthant
