// Tested by: tests/traffic/dumpi_trace_test.cpp
#include "traffic/traces/dumpi_text.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/line_reader.hpp"

namespace orthant {
namespace {

constexpr std::string_view kEntering = " entering at walltime ";
constexpr std::string_view kReturning = " returning at walltime ";
constexpr std::string_view kThread = " seconds in thread ";
constexpr std::int64_t kMaxSeconds = 1'000'000'000'000;

// Consumes a number at the start; nullopt if there is none.
std::optional<std::int64_t> take_number(std::string_view& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

// Consumes "{bytes=4, cancelled=0, source=3, tag=1337, error=0}" at the start.
std::optional<DumpiStatus> take_status(std::string_view& text) {
  const std::size_t end = text.find('}');
  if (!text.starts_with('{') || end == text.npos) return std::nullopt;
  std::string_view inside = text.substr(0, end);
  DumpiStatus status;
  for (const auto& [word, value] :
       {std::pair{"source=", &status.source}, std::pair{" tag=", &status.tag}}) {
    const std::size_t at = inside.find(word);
    if (at == inside.npos) return std::nullopt;
    inside.remove_prefix(at + std::string_view(word).size());
    const auto number = take_number(inside);
    if (!number) return std::nullopt;
    *value = *number;
  }
  text.remove_prefix(end + 1);
  return status;
}

// Parses "[1, 2]" with `take_value` for each element; returns an empty list if the trace omits the
// list, and nullopt if the text is no list.
template <class Value>
std::optional<std::vector<Value>> list_of(std::string_view text,
                                          std::optional<Value> (*take_value)(std::string_view&)) {
  std::vector<Value> values;
  if (text == "<IGNORED>" || text == "[]") return values;
  bool good = take(text, "[");
  while (good) {
    const auto value = take_value(text);
    if (value) values.push_back(*value);
    good = value && take(text, ", ");
    if (value && !good && text == "]") return values;
  }
  return std::nullopt;
}

}  // namespace

bool DumpiText::next_line(std::string_view& line) {
  if (at_ >= text_.size()) return false;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  line = text_.substr(at_, end - at_);
  if (line.ends_with('\r')) line.remove_suffix(1);
  at_ = end + 1;
  ++line_;
  return true;
}

bool DumpiText::next(DumpiCall& call) {
  std::string_view line;
  std::size_t name_end = line.npos;
  while (name_end == line.npos) {
    if (!next_line(line)) return false;
    name_end = line.find(kEntering);
    if (name_end == line.npos && line.find(kReturning) != line.npos)
      fail(line_, "a call returns that was not entered; allowed: {}...", kEntering.substr(1));
  }
  call.name = line.substr(0, name_end);
  call.line = line_;
  call.entered_ns = time(line, kEntering);
  call.arguments_.clear();
  while (next_line(line)) {
    if (line.find(kEntering) != line.npos)
      fail(line_, "a call is entered within {}, which line {} enters; allowed: {}{}...",
           LineReader::printable(call.name), call.line, LineReader::printable(call.name),
           kReturning);
    if (const std::size_t end = line.find(kReturning); end != line.npos) {
      if (line.substr(0, end) != call.name)
        fail(line_, "{} returns, line {} enters {}; allowed: the same",
             LineReader::printable(line.substr(0, end)), call.line,
             LineReader::printable(call.name));
      call.returned_ns = time(line, kReturning);
      return true;
    }
    // "int recvcounts[4]=[1, 2, 3, 4]"
    const std::size_t equals = line.find('=');
    if (equals == line.npos) continue;
    std::string_view name = line.substr(0, equals);
    if (const std::size_t blank = name.rfind(' '); blank != name.npos)
      name.remove_prefix(blank + 1);
    name = name.substr(0, name.find('['));
    call.arguments_.push_back({name, line.substr(equals + 1), line_});
  }
  fail(call.line, "{} never returns; allowed: {}{}...", LineReader::printable(call.name),
       LineReader::printable(call.name), kReturning);
}

// Parses "... entering at walltime 12.000345678, cputime ... seconds in thread 0."; there must be
// only one thread.
std::int64_t DumpiText::time(std::string_view line, std::string_view word) const {
  std::string_view rest = line.substr(line.find(word) + word.size());
  const auto seconds = take_number(rest);
  if (!seconds || *seconds < 0 || *seconds > kMaxSeconds || !take(rest, "."))
    fail(line_, "no walltime; allowed: seconds, a point and nine digits");
  const std::size_t digits = rest.find_first_not_of("0123456789");
  const auto nanoseconds = take_number(rest);
  if (digits != 9 || !nanoseconds)
    fail(line_, "no walltime; allowed: seconds, a point and nine digits");
  const std::size_t thread = rest.find(kThread);
  if (thread != rest.npos && rest.substr(thread + kThread.size()) != "0.")
    fail(line_, "a call of thread {}; allowed: those of thread 0 alone",
         LineReader::printable(rest.substr(thread + kThread.size())));
  return *seconds * 1'000'000'000 + *nanoseconds;
}

const DumpiCall::Argument& DumpiText::argument(const DumpiCall& call, std::string_view name) const {
  const auto found = std::ranges::find(call.arguments_, name, &DumpiCall::Argument::name);
  if (found == call.arguments_.end())
    fail(call.line, "{} without {}; allowed: as dumpi2ascii prints it", call.name, name);
  return *found;
}

std::int64_t DumpiText::integer(const DumpiCall& call, std::string_view name) const {
  const DumpiCall::Argument& argument = this->argument(call, name);
  std::string_view rest = argument.value;
  take(rest, "[");  // a request is in brackets
  const auto value = take_number(rest);
  if (!value || !(rest.empty() || rest.starts_with(' ') || rest == "]"))
    fail(argument.line, "{}={} is no number; allowed: a whole number", name,
         LineReader::printable(argument.value));
  return *value;
}

std::vector<std::int64_t> DumpiText::integers(const DumpiCall& call, std::string_view name) const {
  const DumpiCall::Argument& argument = this->argument(call, name);
  if (auto values = list_of(argument.value, take_number)) return *std::move(values);
  fail(argument.line, "{}={} are no numbers; allowed: [1, 2, ...]", name,
       LineReader::printable(argument.value));
}

std::vector<DumpiStatus> DumpiText::statuses(const DumpiCall& call, std::string_view name) const {
  const DumpiCall::Argument& argument = this->argument(call, name);
  if (auto values = list_of(argument.value, take_status)) return *std::move(values);
  fail(argument.line, "{}={} is no status; allowed: [{{..., source=N, tag=N, ...}}]", name,
       LineReader::printable(argument.value));
}

std::map<std::int64_t, std::uint64_t> DumpiText::type_sizes() const {
  constexpr std::string_view kType = "Datatype ", kSize = " has size ";
  std::map<std::int64_t, std::uint64_t> sizes;
  DumpiText lines(key_, file_, text_);
  for (std::string_view line; lines.next_line(line);) {
    if (!take(line, kType)) continue;
    const auto type = take_number(line);
    const std::size_t at = line.find(kSize);
    if (!type || at == line.npos) continue;
    line.remove_prefix(at + kSize.size());
    const auto size = take_number(line);
    if (size && *size >= 0 && line.empty()) sizes[*type] = static_cast<std::uint64_t>(*size);
  }
  return sizes;
}

}  // namespace orthant
