// Tested by: tests/schedule/case_file_test.cpp
#include "schedule/files/case_file.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "base/line_reader.hpp"
#include "base/numbers.hpp"

namespace orthant {
namespace {

constexpr std::size_t kMaxWords = 100'000;  // per line
constexpr std::size_t kMaxTransfers = 1'000'000;

class CaseReader {
 public:
  CaseReader(const std::string& key, const std::string& file) : lines_(key, file, kMaxWords) {}

  ScheduleCase read() {
    if (!next() || words_.size() != 2 || words_[0] != "liquid-case" || words_[1] != "1")
      lines_.fail("no scheduling case; allowed: a file that begins with liquid-case 1");
    bool ended = false;
    while (!ended && next()) ended = read_record();
    if (!ended)
      lines_.fail_file("the file ends without the line end; allowed: end as the last line");
    if (next()) lines_.fail("text after the line end; allowed: nothing");
    finish();
    return std::move(case_);
  }

 private:
  // Goes to the next nonblank line.
  bool next() {
    while (lines_.next()) {
      words_.clear();
      std::string_view rest = lines_.text();
      while (true) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
        if (rest.empty()) break;
        words_.push_back(rest.substr(0, rest.find_first_of(" \t\r")));
        rest.remove_prefix(words_.back().size());
      }
      if (!words_.empty() && words_[0].front() != '#') return true;
    }
    return false;
  }

  // Returns true for the last record.
  bool read_record() {
    const std::string_view record = words_[0];
    if (record == "end") return true;
    if (record == "name") {
      need(2);
      case_.name = words_[1];
    } else if (record == "links") {
      channels_ = count(case_.set.channels, channels_);
    } else if (record == "link") {
      read_channel_name();
    } else if (record == "capacity") {
      read_capacity();
    } else if (record == "transfers") {
      std::size_t transfers = 0;
      transfers_ = count(transfers, transfers_);
      case_.set.transfers.resize(transfers);
      seen_.resize(transfers);
    } else if (record == "t") {
      read_transfer();
    } else if (record == "r") {
      case_.set.steps.push_back(transfers_from(1));
    } else if (record == "f") {
      case_.frames.push_back(transfers_from(1));
    } else if (record == "expect") {
      read_expectation();
    } else {
      lines_.fail(
          "{} is no record; allowed: name, links, link, capacity, transfers, t, r, expect, f, end",
          LineReader::printable(record));
    }
    return false;
  }

  void need(std::size_t words) const {
    if (words_.size() != words)
      lines_.fail("{} words after {}; allowed: {}", words_.size() - 1, words_[0], words - 1);
  }

  std::size_t number(std::size_t word, std::string_view what, std::size_t below) const {
    if (word >= words_.size())
      lines_.fail("no {} at the end of the line; allowed: a number from 0 on", what);
    const auto value = parse_integer(words_[word]);
    if (!value || *value < 0 || static_cast<std::size_t>(*value) >= below) {
      if (below == 0)
        lines_.fail(
            "a {} where there is none; allowed: after the line that says how many there are", what);
      lines_.fail("{} is no {}; allowed: 0 to {}", LineReader::printable(words_[word]), what,
                  below - 1);
    }
    return static_cast<std::size_t>(*value);
  }

  // Reads "links E" or "transfers M", which must occur once.
  bool count(std::size_t& value, bool known) const {
    need(2);
    if (known) lines_.fail("{} is there twice; allowed: once", words_[0]);
    value = number(1, "number", kMaxTransfers + 1);
    return true;
  }

  void read_channel_name() {
    need(3);
    case_.set.channel_names.resize(case_.set.channels);
    case_.set.channel_names[number(1, "link", case_.set.channels)] = words_[2];
  }

  void read_capacity() {
    need(3);
    case_.set.capacities.resize(case_.set.channels, 1);
    const std::size_t channel = number(1, "link", case_.set.channels);
    const std::size_t capacity = number(2, "capacity", kMaxTransfers + 1);
    if (capacity == 0) lines_.fail("0 is no capacity; allowed: 1 to {}", kMaxTransfers);
    case_.set.capacities[channel] = static_cast<std::uint32_t>(capacity);
  }

  void read_transfer() {
    const std::size_t id = number(1, "transfer", seen_.size());
    if (seen_[id]) lines_.fail("transfer {} is there twice; allowed: once", id);
    seen_[id] = true;
    if (words_.size() < 4)
      lines_.fail("{} words after t; allowed: a transfer, its name, how many links, the links",
                  words_.size() - 1);
    Transfer& transfer = case_.set.transfers[id];
    transfer.name = words_[2];
    const std::size_t channels = number(3, "number of links", case_.set.channels + 1);
    need(4 + channels);
    for (std::size_t word = 4; word < words_.size(); ++word) {
      const auto channel = static_cast<std::uint32_t>(number(word, "link", case_.set.channels));
      if (std::ranges::count(transfer.channels, channel) != 0)
        lines_.fail("transfer {} has link {} twice; allowed: once", id, channel);
      transfer.channels.push_back(channel);
    }
  }

  std::vector<std::uint32_t> transfers_from(std::size_t word) const {
    std::vector<std::uint32_t> list;
    for (; word < words_.size(); ++word)
      list.push_back(static_cast<std::uint32_t>(number(word, "transfer", seen_.size())));
    return list;
  }

  void read_expectation() {
    if (words_.size() < 2)
      lines_.fail("nothing after expect; allowed: the name of a result and its value");
    std::string& words = case_.expected[std::string(words_[1])];
    for (std::size_t word = 2; word < words_.size(); ++word) {
      if (word > 2) words += ' ';
      words += words_[word];
    }
  }

  void finish() const {
    if (!channels_ || !transfers_)
      lines_.fail_file("no line {}; allowed: one, with their number",
                       channels_ ? "transfers" : "links");
    const auto missing = std::ranges::find(seen_, false);
    if (missing != seen_.end())
      lines_.fail_file("no line of transfer {}; allowed: one for each", missing - seen_.begin());
    for (std::size_t c = 0; c < case_.set.channel_names.size(); ++c) {
      if (case_.set.channel_names[c].empty())
        lines_.fail_file(
            "link {} has no name, and others have; allowed: names for all links, or for none", c);
    }
  }

  LineReader lines_;
  std::vector<std::string_view> words_;  // of the current line
  ScheduleCase case_;
  bool channels_ = false, transfers_ = false;  // true once their numbers are known
  std::vector<bool> seen_;                     // per transfer
};

}  // namespace

ScheduleCase read_schedule_case(const std::string& key, const std::string& file) {
  return CaseReader(key, file).read();
}

}  // namespace orthant
