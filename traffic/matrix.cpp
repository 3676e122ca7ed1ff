// A traffic matrix from a file.
//
// Format of `traffic.file`: one line per source, in the order of node ids; in each, one number per
// destination, separated by blanks or single commas: the probability that a message of the source
// goes there. A row may sum to less than 1: that share of the source's messages is not sent (a row
// of zeros is an idle node). Columns may sum to anything. `#` starts a comment; empty lines do not
// count. Example for three nodes, the last one idle:
//   # to 0, to 1, to 2
//   0.5  0.25 0.25
//   1.0  0    0
//   0    0    0
// A sum is 0 or between 1e-6 and 1; sums within 1e-9 of 1 count as 1. Entries too small to change
// the sum of the row to their left (2^-53) are never drawn and not part of the matrix.
//
// Needs: N rows of N numbers.
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <fstream>
#include <system_error>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "traffic/descriptions.hpp"

namespace orthant {
namespace {

// Invariants:
// 1. the entries of a source ascend in destination and strictly in cumulative probability.
// 2. the last cumulative probability of a source is at most 1.
class Matrix : public Pattern {
 public:
  explicit Matrix(std::size_t nodes) { first_.reserve(nodes + 1); }

  void add_row(std::span<const double> probabilities);

  std::optional<NodeId> destination(NodeId source, std::uint64_t,
                                    RandomStream& random) const override {
    const auto begin = cumulative_.begin() + static_cast<std::ptrdiff_t>(first_[source.index()]);
    const auto end = cumulative_.begin() + static_cast<std::ptrdiff_t>(first_[source.index() + 1]);
    const auto entry = std::upper_bound(begin, end, random.uniform());
    if (entry == end) return std::nullopt;
    return destinations_[static_cast<std::size_t>(entry - cumulative_.begin())];
  }

  void row(NodeId source, FunctionRef<void(NodeId, double)> visit) const override {
    double below = 0;
    for (std::size_t i = first_[source.index()]; i < first_[source.index() + 1]; ++i) {
      visit(destinations_[i], cumulative_[i] - below);
      below = cumulative_[i];
    }
  }

 private:
  std::vector<std::size_t> first_ = {0};  // per source: its first entry; one more at the end
  std::vector<NodeId> destinations_;
  std::vector<double> cumulative_;
};

void Matrix::add_row(std::span<const double> probabilities) {
  double total = 0;
  for (const double p : probabilities) total += p;
  const double scale = std::abs(total - 1) <= 1e-9 ? total : 1.0;
  double sum = 0;
  double drawn = 0;
  for (std::size_t node = 0; node < probabilities.size(); ++node) {
    sum += probabilities[node];
    if (!(sum / scale > drawn)) continue;
    drawn = sum / scale;
    destinations_.push_back(NodeId{node});
    cumulative_.push_back(drawn);
  }
  first_.push_back(destinations_.size());
}

class MatrixReader {
 public:
  MatrixReader(const std::string& file, std::size_t nodes)
      : file_(file), nodes_(nodes), longest_line_(64 * nodes + 4096) {}

  std::unique_ptr<Pattern> read() {
    errno = 0;
    std::ifstream in(file_, std::ios::binary);
    if (!in) fail_to_read("open");
    auto matrix = std::make_unique<Matrix>(nodes_);
    std::size_t rows = 0;
    while (read_line(in)) {
      parse_line();
      if (row_.empty()) continue;
      if (++rows > nodes_) fail("row {} of a network of {}", rows, counted(nodes_, "nodes"));
      check_row();
      matrix->add_row(row_);
    }
    if (rows < nodes_) {
      key_error("traffic.file", "{}: {}; the network has {}", file_, counted(rows, "rows"),
                counted(nodes_, "nodes"));
    }
    return matrix;
  }

 private:
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    key_error("traffic.file", "{}:{}: {}", file_, line_number_,
              fmt::format(format, std::forward<Args>(args)...));
  }

  [[noreturn]] void fail_to_read(std::string_view verb) const {
    key_error("traffic.file", "cannot {} {}: {}", verb, file_,
              std::generic_category().message(errno == 0 ? EIO : errno));
  }

  // The next line without its end; false at the end of the file. Reads no further than the longest
  // line that makes sense, whatever the file is.
  bool read_line(std::istream& in) {
    line_.clear();
    ++line_number_;
    for (int c = in.get(); c != '\n'; c = in.get()) {
      if (c == std::istream::traits_type::eof()) {
        if (in.bad()) fail_to_read("read");
        return !line_.empty();
      }
      if (line_.size() == longest_line_) {
        fail("the line is longer than {} characters, too long for {} numbers", longest_line_,
             nodes_);
      }
      line_.push_back(static_cast<char>(c));
    }
    return true;
  }

  void parse_line() {
    row_.clear();
    std::string_view rest = std::string_view(line_).substr(0, line_.find('#'));
    bool after_comma = false;
    while (true) {
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
      if (rest.empty()) break;
      if (rest.front() == ',') {
        if (row_.empty() || after_comma) fail("no number before a comma");
        after_comma = true;
        rest.remove_prefix(1);
        continue;
      }
      const std::string_view entry = rest.substr(0, rest.find_first_of(" \t\r,"));
      row_.push_back(parse_entry(entry));
      rest.remove_prefix(entry.size());
      after_comma = false;
    }
    if (after_comma) fail("no number after a comma");
  }

  double parse_entry(std::string_view entry) const {
    double value = 0;
    const auto [end, error] = std::from_chars(entry.data(), entry.data() + entry.size(), value);
    const bool is_number = error == std::errc{} && end == entry.data() + entry.size();
    if (!is_number || !(value >= 0 && value <= 1 + kSlack)) {
      fail("'{}' is no probability; allowed are numbers from 0 to 1", printable(entry));
    }
    return value;
  }

  // At most 20 characters, those that a terminal may not like as '?'.
  static std::string printable(std::string_view entry) {
    std::string text(entry.substr(0, 20));
    for (char& c : text) {
      if (c < ' ' || c > '~') c = '?';
    }
    return entry.size() > 20 ? text + "..." : text;
  }

  void check_row() const {
    if (row_.size() != nodes_) {
      fail("{}; the network has {}", counted(row_.size(), "numbers"), counted(nodes_, "nodes"));
    }
    double sum = 0;
    for (const double p : row_) sum += p;
    if (sum > 1 + kSlack) fail("the row sums to {:.10g}; allowed is at most 1", sum);
    // Below, finding the next message that is sent could take minutes.
    if (sum > 0 && sum < 1e-6) fail("the row sums to {:.10g}; allowed are 0 and 1e-6 to 1", sum);
  }

  static constexpr double kSlack = 1e-9;

  const std::string& file_;
  std::size_t nodes_;
  std::size_t longest_line_;
  std::size_t line_number_ = 0;
  std::string line_;
  std::vector<double> row_;
};

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions& options) {
  if (options.file.empty()) {
    key_error("traffic.file", "matrix needs traffic.file, a file of N rows of N probabilities");
  }
  return MatrixReader(options.file, topology.node_count()).read();
}

}  // namespace

PatternDescription matrix_pattern() {
  return {.name = "matrix",
          .summary = "probabilities read from traffic.file, one row per source",
          .needs = "a file of N rows of N numbers",
          .keys = {"traffic.file"},
          .make = make};
}

}  // namespace orthant
