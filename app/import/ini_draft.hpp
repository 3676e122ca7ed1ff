// An INI text that is made key by key, with remarks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace orthant {

class IniDraft {
 public:
  // "traffic.bulk", "load": a key of a section, with a remark in the line above it.
  void set(std::string section, std::string key, std::string value, std::string remark = {});
  // A line at the head.
  void note(std::string line) { notes_.push_back(std::move(line)); }

  // `title`: the first line.
  std::string text(std::string_view title) const;

 private:
  struct Line {
    std::string section, key, value, remark;
  };
  std::vector<Line> lines_;
  std::vector<std::string> notes_;
};

}  // namespace orthant
