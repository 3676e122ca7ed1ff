// Tested by: tests/app/booksim_test.py
#include "app/import/ini_draft.hpp"

#include <fmt/format.h>

#include <utility>

namespace orthant {

void IniDraft::set(std::string section, std::string key, std::string value, std::string remark) {
  lines_.push_back({std::move(section), std::move(key), std::move(value), std::move(remark)});
}

std::string IniDraft::text(std::string_view title) const {
  std::string text = fmt::format("# {}\n", title);
  if (!notes_.empty()) text += "#\n# Without a counterpart:\n";
  for (const std::string& note : notes_) text += fmt::format("#   {}\n", note);
  std::string section;
  for (const Line& line : lines_) {
    if (line.section != section) text += fmt::format("\n[{}]\n", line.section);
    section = line.section;
    if (!line.remark.empty()) text += fmt::format("# {}\n", line.remark);
    text += fmt::format("{} ={}{}\n", line.key, line.value.empty() ? "" : " ", line.value);
  }
  return text;
}

}  // namespace orthant
