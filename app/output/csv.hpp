// Comma-separated values after RFC 4180, one record per line, and the text of a number.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orthant {

// The shortest text that reads back as the same double.
std::string real_text(double value);
// The same text; empty ("does not apply") without a value.
std::string real_text(const std::optional<double>& value);

// The fields with commas between them, without a line end; a field that holds a comma, a quote or a
// line end is quoted.
std::string csv_line(const std::vector<std::string>& fields);
// The fields of a line without its line end; nullopt if its quotes do not match.
std::optional<std::vector<std::string>> parse_csv_line(std::string_view line);

}  // namespace orthant
