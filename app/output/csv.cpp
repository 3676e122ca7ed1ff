// Writes and reads lines of comma-separated values.
#include "app/output/csv.hpp"

#include <fmt/format.h>

namespace orthant {

std::string real_text(double value) { return fmt::format("{}", value); }

std::string real_text(const std::optional<double>& value) {
  return value ? real_text(*value) : std::string();
}

namespace {

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line += ',';
    line += csv_field(fields[i]);
  }
  return line;
}

namespace {

// Reads the quoted field that begins at `position` (its opening quote) and moves `position` past
// its closing quote; false if there is none.
bool read_quoted(std::string_view line, std::size_t& position, std::string& field) {
  for (++position; position < line.size(); ++position) {
    if (line[position] != '"') {
      field += line[position];
    } else if (position + 1 < line.size() && line[position + 1] == '"') {
      field += '"';
      ++position;
    } else {
      ++position;
      return position == line.size() || line[position] == ',';
    }
  }
  return false;
}

}  // namespace

std::optional<std::vector<std::string>> parse_csv_line(std::string_view line) {
  std::vector<std::string> fields;
  std::size_t position = 0;
  while (true) {
    std::string field;
    if (position < line.size() && line[position] == '"') {
      if (!read_quoted(line, position, field)) return std::nullopt;
    } else {
      const std::size_t end = std::min(line.find(',', position), line.size());
      field = line.substr(position, end - position);
      if (field.find('"') != std::string::npos) return std::nullopt;
      position = end;
    }
    fields.push_back(std::move(field));
    if (position >= line.size()) return fields;
    ++position;  // the comma
  }
}

}  // namespace orthant
