// The text of an INI file as a list of settings with their lines.
//
// Grammar: [section], key = value, comments from ; or # at the start of a line or after a blank.
// Lines end with LF or CR LF; a UTF-8 byte order mark is skipped.
#pragma once

#include <cstddef>
#include <istream>
#include <set>
#include <string>
#include <vector>

namespace orthant {

struct IniSetting {
  std::string key;  // "section.key", not checked against the key table
  std::string value;
  std::size_t line = 0;  // from 1
};

struct IniText {
  std::vector<IniSetting> settings;
  std::set<std::string> named_sections;  // sections with a name in the file, empty ones included
};

// Limits on the input; a longer line or text is refused while it is read.
inline constexpr std::size_t kMaxIniLineBytes = 65'536;
inline constexpr std::size_t kMaxIniLines = 100'000;

// Throws ConfigError "NAME:LINE: ..." at the first line that is no setting, section or comment, or
// that begins a section without known keys.
IniText read_ini(std::istream& in, const std::string& name);

}  // namespace orthant
