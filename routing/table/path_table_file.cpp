// Writes and reads path tables. The reader works line by line and stores only the table.
//
// Format (docs/path_tables.md explains it):
//   orthant-paths 1
//   network torus 4x4
//   routers 16
//   channels 64
//   fingerprint 0123456789abcdef
//   symmetry translations
//   # a note
//   pair 0 5
//   0.5 0x1 2x1
//   0.5 2x1 0x1
//   checksum 0123456789abcdef
#include "routing/table/path_table_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/counted.hpp"
#include "base/file_kind.hpp"
#include "base/fnv.hpp"
#include "base/line_reader.hpp"

namespace orthant {
namespace {

constexpr std::string_view kFirstLine = "orthant-paths 1";
constexpr std::string_view kChecksum = "checksum";

std::string dimensions_of(const Topology& topology) {
  return topology.dimensions().empty() ? "-" : topology.dimensions();
}

// The header lines that identify the network, in order.
std::vector<std::pair<std::string_view, std::string>> network_lines(const Topology& topology) {
  return {{"network", topology.kind() + ' ' + dimensions_of(topology)},
          {"routers", std::to_string(topology.router_count())},
          {"channels", std::to_string(topology.channel_count())},
          {"fingerprint", network_fingerprint(topology)}};
}

constexpr std::size_t kLongestNote = 200;

void append_note(std::string_view note, std::string& text) {
  do {
    const std::size_t end = std::min({note.find('\n'), kLongestNote, note.size()});
    text += "# ";
    for (const char c : note.substr(0, end)) text += c < ' ' ? ' ' : c;
    text += '\n';
    note.remove_prefix(end < note.size() && note[end] == '\n' ? end + 1 : end);
  } while (!note.empty());
}

// Reads one file.
class PathReader {
 public:
  PathReader(const std::string& file, const Topology& topology)
      : lines_("routing.table_file", file, topology.channel_count()), topology_(topology) {}

  PathTable read() {
    refuse_other_kinds("routing.table_file", lines_.file(), FileKind::kPathTable, "a path table");
    read_head();
    while (next_line()) {
      if (words_.front() == kChecksum) {
        check_end();
        return std::move(*table_);
      }
      if (words_.front() == "pair") {
        begin_pair();
      } else {
        read_path();
      }
    }
    lines_.fail("the file ends without a checksum: it is cut off; allowed: a whole one");
  }

 private:
  // Adds the current line to the checksum and goes to the next nonblank line; returns false at the
  // end of the file.
  bool next_line() {
    do {
      if (started_) {
        fnv_.add(lines_.text());
        fnv_.add("\n");
      }
      started_ = true;
      if (!lines_.next()) return false;
      if (!lines_.has_newline())
        lines_.fail("the file ends within this line: it is cut off; allowed: a whole one");
      split_line();
    } while (words_.empty());
    return true;
  }

  void split_line() {
    words_.clear();
    std::string_view rest = lines_.text().substr(0, lines_.text().find('#'));
    while (true) {
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
      if (rest.empty()) return;
      words_.push_back(rest.substr(0, rest.find_first_of(" \t\r")));
      rest.remove_prefix(words_.back().size());
    }
  }

  void read_head() {
    if (!next_line()) lines_.fail("the file is empty; allowed: a path table");
    const bool carriage_return = lines_.text().ends_with('\r');
    if (lines_.text().substr(0, lines_.text().size() - (carriage_return ? 1 : 0)) != kFirstLine) {
      lines_.fail("'{}' begins no path table; allowed: {}", LineReader::printable(lines_.text()),
                  kFirstLine);
    }
    for (const auto& [name, ours] : network_lines(topology_)) {
      const std::string theirs = read_named(name, ours);
      if (theirs == ours) continue;
      lines_.fail("the table is for {} {}, but this is {} {}; allowed: a table for this network",
                  name, LineReader::printable(theirs), name, ours);
    }
    const std::string symmetry = read_named("symmetry", "translations, symmetry none");
    if (symmetry != "none" && symmetry != "translations") {
      lines_.fail("'{}' is no symmetry; allowed: translations, none",
                  LineReader::printable(symmetry));
    }
    if (symmetry == "translations" && !Translations::exist_for(topology_)) {
      lines_.fail("this network has no translations; allowed: none");
    }
    table_.emplace(topology_, symmetry == "translations");
  }

  // The words after `name` on the next line, which must begin with it.
  std::string read_named(std::string_view name, std::string_view allowed) {
    if (!next_line())
      lines_.fail("the file ends where its {} should be: it is cut off; allowed: a whole one",
                  name);
    if (words_.front() != name || words_.size() < 2) {
      lines_.fail("'{}' stands where the {} should be; allowed: {} {}",
                  LineReader::printable(lines_.text()), name, name, allowed);
    }
    std::string text(words_[1]);
    for (const std::string_view word : std::span(words_).subspan(2)) (text += ' ') += word;
    return text;
  }

  RouterId parse_router(std::string_view word) const {
    const auto number = parse<std::uint32_t>(word);
    if (!number || *number >= topology_.router_count()) {
      lines_.fail("'{}' is no router; allowed: 0 to {}", LineReader::printable(word),
                  topology_.router_count() - 1);
    }
    return RouterId{*number};
  }

  void begin_pair() {
    if (words_.size() != 3) {
      lines_.fail("{}; allowed: pair SOURCE DESTINATION", counted(words_.size(), "words"));
    }
    end_pair();
    source_ = parse_router(words_[1]);
    destination_ = parse_router(words_[2]);
    pair_line_ = lines_.line_number();
    pair_sum_ = 0;
    if (table_->by_translation() && source_.index() != 0) {
      lines_.fail("source {} beside symmetry translations; allowed: 0", source_.value);
    }
    const bool to_itself = source_ == destination_;
    if (table_->paths(source_, destination_).count > (to_itself ? 1u : 0u) ||
        (to_itself && own_listed(source_))) {
      lines_.fail("the pair {} {} is listed twice; allowed: once", source_.value,
                  destination_.value);
    }
  }

  // Records that a router's pair with itself is listed; returns true if it was before.
  bool own_listed(RouterId router) {
    own_.resize(topology_.router_count(), false);
    const bool before = own_[router.index()];
    own_[router.index()] = true;
    return before;
  }

  void end_pair() {
    if (!pair_line_) return;
    if (std::abs(pair_sum_ - 1) <= PathTable::kSlack) return;
    lines_.fail_at(*pair_line_,
                   "the probabilities of the pair {} {} sum to {:.12g}; allowed: 1, within 1e-9",
                   source_.value, destination_.value, pair_sum_);
  }

  void read_path() {
    if (!pair_line_) {
      lines_.fail("'{}' stands where a pair should begin; allowed: pair SOURCE DESTINATION",
                  LineReader::printable(words_.front()));
    }
    const auto probability = parse<double>(words_.front());
    if (!probability || !(*probability > 0 && *probability <= 1 + PathTable::kSlack)) {
      lines_.fail("'{}' is no probability; allowed: pair, checksum, or a number above 0, at most 1",
                  LineReader::printable(words_.front()));
    }
    path_.clear();
    for (const std::string_view word : std::span(words_).subspan(1)) {
      path_.push_back(parse_leg(word));
    }
    const std::string problem = table_->problem(source_, destination_, path_);
    if (!problem.empty()) {
      lines_.fail("no path from {} to {}: {}", source_.value, destination_.value, problem);
    }
    pair_sum_ += *probability;
    table_->add(source_, destination_, *probability, path_);
  }

  Leg parse_leg(std::string_view word) const {
    const std::size_t cross = std::min(word.find('x'), word.size());
    const auto port = parse<std::uint32_t>(word.substr(0, cross));
    const auto hops = cross < word.size() ? parse<std::uint16_t>(word.substr(cross + 1))
                                          : std::optional<std::uint16_t>();
    if (!port || !hops || *hops == 0) {
      lines_.fail("'{}' is no run of a path; allowed: PORTxHOPS, such as 0x3",
                  LineReader::printable(word));
    }
    return {.port = PortId{*port}, .hops = *hops};
  }

  // Checks the line of the checksum.
  void check_end() {
    end_pair();
    const std::string_view given = words_.size() == 2 ? words_[1] : std::string_view();
    const std::string expected = fnv_.text();
    if (given != expected && given != "none") {
      lines_.fail("the checksum of the lines above is {}, not '{}'; allowed: that, or none",
                  expected, LineReader::printable(given));
    }
    const std::string missing = table_->incompleteness();
    if (!missing.empty()) lines_.fail("{}", missing);
    if (lines_.next()) lines_.fail("the file goes on after its checksum; allowed: nothing");
  }

  template <class Number>
  static std::optional<Number> parse(std::string_view word) {
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
  }

  LineReader lines_;
  const Topology& topology_;
  std::optional<PathTable> table_;  // set once the header is read
  Fnv fnv_;                         // of the lines before the current one
  bool started_ = false;
  std::vector<std::string_view> words_;  // of the current line
  // The pair that is being read.
  std::optional<std::size_t> pair_line_;
  RouterId source_, destination_;
  double pair_sum_ = 0;
  std::vector<bool> own_;  // per router: true if its pair with itself was listed
  Path path_;
};

}  // namespace

std::string network_fingerprint(const Topology& topology) {
  Fnv fnv;
  for (std::size_t r = 0; r < topology.router_count(); ++r) {
    for (std::size_t p = 0; p < topology.channel_port_count(RouterId{r}); ++p) {
      const auto channel = topology.channel_from(RouterId{r}, PortId{p});
      if (channel) fnv.add(fmt::format("{} {} {}\n", r, p, topology.channel(*channel).to.value));
    }
  }
  return fnv.text();
}

std::string path_table_text(const PathTable& table, std::span<const std::string> notes) {
  assert(table.incompleteness().empty());
  std::string text = fmt::format("{}\n", kFirstLine);
  for (const auto& [name, value] : network_lines(table.topology())) {
    text += fmt::format("{} {}\n", name, value);
  }
  text += fmt::format("symmetry {}\n", table.by_translation() ? "translations" : "none");
  for (const std::string& note : notes) append_note(note, text);
  table.for_each_pair([&](RouterId s, RouterId t) {
    if (table.paths(s, t).count == 0) return;  // a router without nodes
    text += fmt::format("pair {} {}\n", s.value, t.value);
    table.for_each_path(s, t, [&](const Path& path, double probability) {
      text += fmt::format("{}", probability);
      for (const Leg& leg : path) text += fmt::format(" {}x{}", leg.port.value, leg.hops);
      text += '\n';
    });
  });
  Fnv fnv;
  fnv.add(text);
  return text + fmt::format("{} {}\n", kChecksum, fnv.text());
}

PathTable read_path_table(const std::string& file, const Topology& topology) {
  return PathReader(file, topology).read();
}

}  // namespace orthant
