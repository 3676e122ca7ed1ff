// The parts of a config of BookSim 2, each of which becomes sections of an INI.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/booksim_config.hpp"

namespace orthant {

// An INI text that is made key by key, with remarks.
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

// How nodes are numbered in BookSim and here.
struct BooksimNodes {
  std::uint64_t count = 0;
  std::vector<std::uint32_t> ours = {};  // by BookSim's numbers; empty: the same
  bool mirrored = true;                  // bit complement means the same routers
  bool grid = false;                     // a node on each router of a grid
};

BooksimNodes import_network(BooksimConfig& config, IniDraft& ini);
void import_router(BooksimConfig& config, IniDraft& ini);
void import_channels(BooksimConfig& config, IniDraft& ini);
void import_traffic(BooksimConfig& config, const BooksimNodes& nodes, IniDraft& ini);
void import_run(BooksimConfig& config, IniDraft& ini);

}  // namespace orthant
