// What blocks of one process tell those of others (sim/kernel/ranks.hpp): the mail of a visit, and
// what is known of the borders where the network is built or inspected.
//
// Tested by: tests/sim/ranks_test.cpp
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/archive.hpp"
#include "sim/input_queued/state.hpp"
#include "sim/kernel/ranks.hpp"

namespace orthant {

template <class Block>
class RankLinks {
 public:
  explicit RankLinks(Ranks& ranks) : ranks_(ranks) {}

  // Block `own` of this process has channels to block `far` of that rank, and back. In ascending
  // order of `own`, then of `far`.
  void add(Block& block, std::uint32_t own, std::uint32_t far, std::size_t rank) {
    auto [found, is_new] = route_of_.try_emplace(rank, routes_.size());
    if (is_new) {
      routes_.emplace_back();
      letters_.push_back({rank, {}, {}});
    }
    Route& route = routes_[found->second];
    route.links.push_back(std::make_unique<Link>(Link{&block, own, far, typename Block::Mail()}));
    block.correspond(far, route.links.back()->incoming);
  }

  // After a visit: what was sent in it is with its receivers.
  void exchange_mail() {
    for (std::size_t i = 0; i < routes_.size(); ++i) {
      letters_[i].sent.clear();
      for (const auto& link : routes_[i].links)
        pack(std::as_const(link->block->mail_to(link->far)).read(link->block->visits()),
             letters_[i].sent);
    }
    ranks_.exchange(letters_);
    for (std::size_t i = 0; i < routes_.size(); ++i) {
      std::string_view text = letters_[i].received;
      for (Link* link : routes_[i].as_sent_there())
        unpack(text, link->incoming.delivered(link->block->visits()));
    }
  }

  // tell(own, far): what block `own` says of its borders to `far`; hear(own, told).
  template <class Tell, class Hear>
  void exchange_borders(const Tell& tell, const Hear& hear) {
    for (std::size_t i = 0; i < routes_.size(); ++i) {
      ArchiveWriter writer;
      for (const auto& link : routes_[i].links) {
        std::vector<BorderVc> told = tell(link->own, link->far);
        writer(told);
      }
      letters_[i].sent = writer.text();
    }
    ranks_.exchange(letters_);
    for (std::size_t i = 0; i < routes_.size(); ++i) {
      ArchiveReader reader(letters_[i].received);
      for (const Link* link : routes_[i].as_sent_there()) {
        std::vector<BorderVc> told;
        reader(told);
        hear(link->own, told);
      }
    }
  }

 private:
  struct Link {
    Block* block;
    std::uint32_t own, far;
    typename Block::Mail incoming;  // from `far`
  };
  // To a rank.
  struct Route {
    std::vector<std::unique_ptr<Link>> links;  // by `own`, then by `far`

    std::vector<Link*> as_sent_there() const {
      std::vector<Link*> sorted;
      for (const auto& link : links) sorted.push_back(link.get());
      std::ranges::sort(sorted, {},
                        [](const Link* link) { return std::pair(link->far, link->own); });
      return sorted;
    }
  };

  Ranks& ranks_;
  std::map<std::size_t, std::size_t> route_of_;  // [rank]
  std::vector<Route> routes_;
  std::vector<Ranks::Letters> letters_;  // [route]
};

}  // namespace orthant
