// The parts of a config of BookSim 2, each of which becomes sections of an INI.
#pragma once

#include <cstdint>
#include <vector>

#include "app/import/booksim_config.hpp"
#include "app/import/ini_draft.hpp"

namespace orthant {

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
