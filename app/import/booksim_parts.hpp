// The parts of a BookSim 2 config; each becomes sections of an INI file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/booksim_config.hpp"

namespace orthant {

// An INI text that is built key by key, with remarks.
class IniDraft {
 public:
  // Sets a key of a section such as "traffic.bulk", with the remark in the line above it.
  void set(std::string section, std::string key, std::string value, std::string remark = {});
  // Adds a comment line at the head of the file.
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

// The node numbers of BookSim and of this program.
struct BooksimNodes {
  std::uint64_t count = 0;
  std::vector<std::uint32_t> ours = {};  // by BookSim's numbers; empty: the same
  bool mirrored = true;                  // bit complement pairs the same routers
  bool grid = false;                     // one node on each router of a grid
};

BooksimNodes import_network(BooksimConfig& config, IniDraft& ini);
void import_router(BooksimConfig& config, IniDraft& ini);
void import_channels(BooksimConfig& config, IniDraft& ini);
void import_traffic(BooksimConfig& config, const BooksimNodes& nodes, IniDraft& ini);
void import_run(BooksimConfig& config, IniDraft& ini);

}  // namespace orthant
