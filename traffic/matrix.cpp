// A traffic matrix from a file.
//
// Format of `traffic.file`: one line per source, in the order of node ids, with one number per
// destination, separated by blanks or single commas: the probability that a message of the source
// goes there. If a row sums to less than 1, the missing share of the source's messages is not sent
// (a row of zeros is an idle node). Column sums are arbitrary. `#` starts a comment; empty lines
// are ignored. Example for three nodes, the last one idle:
//   # to 0, to 1, to 2
//   0.5  0.25 0.25
//   1.0  0    0
//   0    0    0
// A sum is 0 or between 1e-6 and 1; sums within 1e-5 of 1 count as 1. With traffic.normalize = yes
// the numbers of a row are weights, such as bytes, and any sum but 0 counts as 1. Entries too small
// to change the sum of the entries to their left (2^-53) are never drawn and not part of the
// matrix.
//
// Needs: N rows of N numbers.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/file_kind.hpp"
#include "base/line_reader.hpp"
#include "traffic/descriptions.hpp"
#include "traffic/shares.hpp"

namespace orthant {
namespace {

constexpr std::string_view kNormalizeAdvice =
    ", traffic.pattern = flows for rates, or traffic.normalize = yes for weights, with which all "
    "nodes send alike: a row of 32 and one of 910 become equal";

// Invariants:
// 1. The entries of a source ascend in destination and strictly in cumulative probability.
// 2. The last cumulative probability of a source is at most 1.
class Matrix : public Pattern {
 public:
  explicit Matrix(std::size_t nodes) { first_.reserve(nodes + 1); }

  void add_row(std::span<const double> probabilities, bool normalize);

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

  double largest_rate() const override {
    return cumulative_.empty() ? 0 : *std::ranges::max_element(cumulative_);
  }

 private:
  std::vector<std::size_t> first_ = {0};  // per source: its first entry; sources + 1 entries
  std::vector<NodeId> destinations_;
  std::vector<double> cumulative_;
};

void Matrix::add_row(std::span<const double> probabilities, bool normalize) {
  double total = 0;
  for (const double p : probabilities) total += p;
  const double scale = normalize || is_whole(total) ? total : 1.0;
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
  MatrixReader(const std::string& file, std::size_t nodes, bool normalize)
      : lines_("traffic.file", file, nodes), nodes_(nodes), normalize_(normalize) {}

  std::unique_ptr<Pattern> read() {
    auto matrix = std::make_unique<Matrix>(nodes_);
    std::size_t rows = 0;
    while (lines_.next()) {
      row_.clear();
      for (const std::string_view entry : lines_.entries()) row_.push_back(parse_entry(entry));
      if (row_.empty()) continue;
      if (++rows > nodes_)
        lines_.fail("row {} of a network of {}; allowed: a row for each", rows,
                    counted(nodes_, "nodes"));
      check_row();
      matrix->add_row(row_, normalize_);
    }
    if (rows < nodes_) {
      lines_.fail_file("{}; the network has {}; allowed: a row for each", counted(rows, "rows"),
                       counted(nodes_, "nodes"));
    }
    return matrix;
  }

 private:
  double parse_entry(std::string_view entry) const {
    double value = 0;
    const auto [end, error] = std::from_chars(entry.data(), entry.data() + entry.size(), value);
    const bool is_number = error == std::errc{} && end == entry.data() + entry.size();
    const double most = normalize_ ? kMaxWeight : 1 + kShareSlack;
    if (!is_number || !(value >= 0 && value <= most)) {
      lines_.fail(
          "'{}' is no {}; allowed: numbers from 0 to {:g}{}", LineReader::printable(entry),
          normalize_ ? "weight" : "probability", std::floor(most),
          is_number && value > most && !normalize_ && value <= kMaxWeight ? kNormalizeAdvice : "");
    }
    return value;
  }

  void check_row() const {
    if (row_.size() != nodes_) {
      lines_.fail("{}; the network has {}; allowed: a number for each",
                  counted(row_.size(), "numbers"), counted(nodes_, "nodes"));
    }
    double sum = 0;
    for (const double p : row_) sum += p;
    if (normalize_) return;
    if (sum > 1 && !is_whole(sum))
      lines_.fail("the row sums to {:.10g}; allowed: at most 1{}", sum, kNormalizeAdvice);
    // With smaller sums, finding the next message that is sent could take minutes.
    if (sum > 0 && sum < 1e-6)
      lines_.fail("the row sums to {:.10g}; allowed: 0 and 1e-6 to 1", sum);
  }

  static constexpr double kMaxWeight = 1e18;

  LineReader lines_;
  std::size_t nodes_;
  bool normalize_;
  std::vector<double> row_;
};

std::unique_ptr<Pattern> make(const Topology& topology, const PatternOptions& options) {
  if (options.file.empty()) {
    key_error("traffic.file",
              "missing; matrix needs it; allowed: a file of N rows of N probabilities");
  }
  refuse_other_kinds("traffic.file", options.file, {}, "a file of N rows of N probabilities");
  return MatrixReader(options.file, topology.node_count(), options.normalize).read();
}

}  // namespace

KeyRow<PatternOptions> pattern_file_row() {
  return {"traffic.file",
          &PatternOptions::file,
          {.has_default = false,
           .when = read_if("traffic.pattern", "matrix", "flows", "permutation"),
           .help = "File of the traffic. Matrix: one line per source with the probability of each "
                   "destination; counts and other weights with traffic.normalize = yes. Flows: "
                   "source, destination and rate per line, and optionally the cycles between which "
                   "it holds. Permutation: source and destination per line."}};
}

PatternDescription matrix_pattern() {
  return {
      .name = "matrix",
      .summary = "probabilities read from traffic.file, one row per source",
      .needs = "a file of N rows of N numbers",
      .rows =
          {pattern_file_row(),
           {"traffic.normalize",
            &PatternOptions::normalize,
            {.help =
                 "Scales the shares of traffic.packet_flits and each row of traffic.file to a sum "
                 "of 1. No: other sums are errors, except rows below 1, whose rest is not sent. "
                 "Scaling loses the relative rates of nodes; pattern = flows keeps them."}}},
      .make = make};
}

}  // namespace orthant
