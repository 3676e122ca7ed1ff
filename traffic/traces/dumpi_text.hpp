// The calls of a rank in the text format of dumpi2ascii, one after another:
//
//   MPI_Send entering at walltime 12.000345678, cputime 0.000012000 seconds in thread 0.
//   int count=1
//   MPI_Datatype datatype=9 (MPI_INT)
//   ...
//   MPI_Send returning at walltime 12.000350000, cputime 0.000013000 seconds in thread 0.
//
// Other text between calls, such as the output of dumpi2ascii's options -H, -K and -F, is ignored.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace orthant {

struct DumpiStatus {
  std::int64_t source = 0, tag = 0;
};

// One call and its arguments. Views are valid as long as the reader's text.
class DumpiCall {
 public:
  std::string_view name;  // "MPI_Send"
  std::size_t line = 0;
  std::int64_t entered_ns = 0, returned_ns = 0;

 private:
  friend class DumpiText;
  struct Argument {
    std::string_view name, value;
    std::size_t line;
  };
  std::vector<Argument> arguments_;
};

class DumpiText {
 public:
  // `file` is the name in errors, which are KeyErrors "FILE:LINE: ...".
  DumpiText(const std::string& key, const std::string& file, std::string_view text)
      : key_(key), file_(file), text_(text) {}

  // Reads the next call; returns false at the end.
  bool next(DumpiCall& call);

  // Values of a call's arguments; throws if one is missing or invalid.
  std::int64_t integer(const DumpiCall& call, std::string_view name) const;
  std::vector<std::int64_t> integers(const DumpiCall& call, std::string_view name) const;
  // Returns an empty list if the trace omits the statuses.
  std::vector<DumpiStatus> statuses(const DumpiCall& call, std::string_view name) const;

  // Sizes of data types by their number, as printed by option -X anywhere in the text.
  std::map<std::int64_t, std::uint64_t> type_sizes() const;

  template <class... Args>
  [[noreturn]] void fail(std::size_t line, fmt::format_string<Args...> format,
                         Args&&... args) const {
    key_error(key_, "{}:{}: {}", file_, line, fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  bool next_line(std::string_view& line);
  const DumpiCall::Argument& argument(const DumpiCall& call, std::string_view name) const;
  std::int64_t time(std::string_view line, std::string_view word) const;

  const std::string& key_;
  const std::string& file_;
  std::string_view text_;
  std::size_t at_ = 0, line_ = 0;
};

}  // namespace orthant
