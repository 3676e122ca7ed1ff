// Configs to begin with, as `orthant new` prints them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace orthant {

struct Template {
  std::string_view kind;     // "torus"
  std::string_view summary;  // a sentence
  std::string_view command;  // "sweep CONFIG -o NAME.csv": what it is for
  struct Setting {
    std::string_view key, value;
    bool is_on = true;  // else the line is commented out
  };
  std::vector<Setting> settings;  // section by section
};
const std::vector<Template>& templates();
std::vector<std::string_view> template_kinds();

// The config. Above each setting stands what the table of keys says of it; `file` is the name by
// which the command at its head calls it.
std::string template_text(const Template& of, std::string_view file);

}  // namespace orthant
