// Exchanges boundary messages and boundaries between ranks.
#include "sim/blocks/rank_links.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/archive.hpp"

namespace orthant {

void RankLinks::add(Block& block, std::uint32_t own, std::uint32_t far, std::size_t rank) {
  auto [found, is_new] = route_of_.try_emplace(rank, routes_.size());
  if (is_new) {
    routes_.emplace_back();
    exchanges_.push_back({rank, {}, {}});
  }
  Route& route = routes_[found->second];
  route.links.push_back(std::make_unique<Link>(Link{&block, own, far, MessageBuffer()}));
  block.connect(far, route.links.back()->incoming);
}

void RankLinks::exchange_messages() {
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    exchanges_[i].sent.clear();
    for (const auto& link : routes_[i].links)
      pack(std::as_const(link->block->outbox(link->far)).read(link->block->visits()),
           exchanges_[i].sent);
  }
  ranks_.exchange(exchanges_);
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    std::string_view text = exchanges_[i].received;
    for (Link* link : routes_[i].in_order_of_sender())
      unpack(text, link->incoming.delivered(link->block->visits()));
  }
}

void RankLinks::exchange_boundaries(ExportBoundary export_boundary,
                                    ImportBoundary import_boundary) {
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    ArchiveWriter writer;
    for (const auto& link : routes_[i].links) {
      std::vector<BorderVc> ends = export_boundary(link->own, link->far);
      writer(ends);
    }
    exchanges_[i].sent = writer.text();
  }
  ranks_.exchange(exchanges_);
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    ArchiveReader reader(exchanges_[i].received);
    for (const Link* link : routes_[i].in_order_of_sender()) {
      std::vector<BorderVc> ends;
      reader(ends);
      import_boundary(link->own, ends);
    }
  }
}

std::vector<RankLinks::Link*> RankLinks::Route::in_order_of_sender() const {
  std::vector<Link*> sorted;
  for (const auto& link : links) sorted.push_back(link.get());
  std::ranges::sort(sorted, {}, [](const Link* link) { return std::pair(link->far, link->own); });
  return sorted;
}

}  // namespace orthant
