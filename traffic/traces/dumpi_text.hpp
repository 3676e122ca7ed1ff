// The calls of a rank as dumpi2ascii prints them, one after the other:
//
//   MPI_Send entering at walltime 12.000345678, cputime 0.000012000 seconds in thread 0.
//   int count=1
//   MPI_Datatype datatype=9 (MPI_INT)
//   ...
//   MPI_Send returning at walltime 12.000350000, cputime 0.000013000 seconds in thread 0.
//
// Between calls there may be anything, such as what its options -H, -K and -F print.
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

// One call, with what its values mean. Text views are valid as long as the text of the reader.
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

  // Takes the next call; false: there is none.
  bool next(DumpiCall& call);

  // Values of a call's arguments; errors where it has none of that name or none that makes sense.
  std::int64_t integer(const DumpiCall& call, std::string_view name) const;
  std::vector<std::int64_t> integers(const DumpiCall& call, std::string_view name) const;
  // Empty where they are not kept.
  std::vector<DumpiStatus> statuses(const DumpiCall& call, std::string_view name) const;

  // Bytes of data types by their number, as option -X prints them, anywhere in the text.
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
