#include "analysis/policy/link_faults.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "base/parallel_for.hpp"

namespace orthant {

void HealthyLinks::draw(const Topology& topology, double p, RandomStream& random) {
  for (std::size_t c = 0; c < healthy_.size(); ++c) {
    const ChannelId reverse = topology.channel(ChannelId{c}).reverse;
    if (reverse.index() >= c) healthy_[c] = healthy_[reverse.index()] = random.bernoulli(p);
  }
}

void HealthyLinks::fail(const Topology& topology, ChannelId channel) {
  healthy_[channel.index()] = false;
  healthy_[topology.channel(channel).reverse.index()] = false;
}

Deliveries& Deliveries::operator+=(const Deliveries& other) {
  const auto add = [](std::vector<std::uint64_t>& sum, const std::vector<std::uint64_t>& more) {
    std::ranges::transform(sum, more, sum.begin(), std::plus{});
  };
  add(messages, other.messages);
  add(delivered, other.delivered);
  add(lost, other.lost);
  return *this;
}

namespace {

// Sends messages to one destination at a time on one state of the links.
class Messenger {
 public:
  Messenger(const Topology& topology, const Offsets& offsets,
            std::span<const OrderedPolicy> policies)
      : topology_(topology),
        grid_(*topology.grid()),
        offsets_(offsets),
        policies_(policies),
        study_{std::vector<Deliveries>(policies.size(), Deliveries(offsets.size())),
               Deliveries(offsets.size()), Deliveries(offsets.size())} {}

  const FaultStudy& study() const { return study_; }

  void send_all(std::span<const RouterId> sources, RouterId destination, const HealthyLinks& links,
                RandomStream& random) {
    look_towards(destination);
    const std::vector<bool> by_shortest = reachable(links, destination, true);
    const std::vector<bool> by_any = reachable(links, destination, false);
    for (const RouterId source : sources) {
      if (source == destination) continue;
      count(study_.shortest_path, source, by_shortest[source.index()]);
      count(study_.path, source, by_any[source.index()]);
      for (std::size_t i = 0; i < policies_.size(); ++i)
        send(source, policies_[i], links, random, study_.policies[i]);
    }
  }

 private:
  void look_towards(RouterId destination) {
    if (destination_ == destination) return;
    destination_ = destination;
    offset_of_.resize(topology_.router_count());
    std::vector<std::uint32_t> hops(grid_.dimensions());
    for (std::size_t r = 0; r < offset_of_.size(); ++r) {
      for (std::size_t d = 0; d < hops.size(); ++d)
        hops[d] = static_cast<std::uint32_t>(std::abs(grid_.offset(RouterId{r}, destination, d)));
      offset_of_[r] = offsets_.at(hops);
    }
  }

  void count(Deliveries& deliveries, RouterId source, bool delivered) const {
    const std::size_t x = offset_of_[source.index()];
    ++deliveries.messages[x];
    deliveries.delivered[x] += delivered;
  }

  // Adds the ports of a dimension that lead closer to the destination; the plus direction comes
  // first.
  void add_ports(RouterId here, std::size_t d, std::vector<PortId>& ports) const {
    const int offset = grid_.offset(here, *destination_, d);
    if (offset > 0) ports.push_back(Grid::plus_port(d));
    if (offset < 0 || (offset > 0 && grid_.is_tie(here, *destination_, d)))
      ports.push_back(Grid::minus_port(d));
  }

  void send(RouterId source, const OrderedPolicy& policy, const HealthyLinks& links,
            RandomStream& random, Deliveries& deliveries) {
    RouterId here = source;
    while (here != *destination_) {
      const std::size_t x = offset_of_[here.index()];
      ports_.clear();
      for (const std::uint8_t d : policy.orders[x].dimensions()) add_ports(here, d, ports_);
      if (policy.policy == Policy::kRandom) shuffle(ports_, random);
      if (policy.policy == Policy::kDorStrict) ports_.resize(1);
      const auto taken = std::ranges::find_if(ports_, [&](PortId port) {
        return links.is_healthy(*topology_.channel_from(here, port));
      });
      if (taken == ports_.end()) {
        ++deliveries.lost[x];
        break;
      }
      here = grid_.neighbor(here, *taken);
    }
    count(deliveries, source, here == *destination_);
  }

  static void shuffle(std::vector<PortId>& ports, RandomStream& random) {
    for (std::size_t i = ports.size(); i > 1; --i)
      std::swap(ports[i - 1], ports[random.below(static_cast<std::uint32_t>(i))]);
  }

  // Returns the routers with a healthy path to the destination; with `shortest`, only paths of the
  // fewest hops count. Searches backwards from the destination, since links are bidirectional.
  std::vector<bool> reachable(const HealthyLinks& links, RouterId destination, bool shortest) {
    std::vector<bool> reached(topology_.router_count());
    reached[destination.index()] = true;
    frontier_.assign(1, destination);
    for (std::size_t i = 0; i < frontier_.size(); ++i) {
      const RouterId here = frontier_[i];
      for (std::size_t p = 0; p < topology_.channel_port_count(here); ++p) {
        const auto channel = topology_.channel_from(here, PortId{p});
        if (!channel || !links.is_healthy(*channel)) continue;
        const RouterId next = topology_.neighbor(here, PortId{p});
        if (reached[next.index()] || (shortest && !is_farther(next, here))) continue;
        reached[next.index()] = true;
        frontier_.push_back(next);
      }
    }
    return reached;
  }

  bool is_farther(RouterId a, RouterId b) const {
    return grid_.distance(a, *destination_) > grid_.distance(b, *destination_);
  }

  const Topology& topology_;
  const Grid& grid_;
  const Offsets& offsets_;
  std::span<const OrderedPolicy> policies_;
  std::optional<RouterId> destination_;  // of the last messages
  std::vector<std::size_t> offset_of_;   // per router, to the destination
  std::vector<PortId> ports_;            // scratch
  std::vector<RouterId> frontier_;       // scratch
  FaultStudy study_;
};

// Sums the results of `count` trials, each by work(messenger, trial) on some thread.
template <class Work>
FaultStudy sum_trials(const Topology& topology, const Offsets& offsets,
                      std::span<const OrderedPolicy> policies, std::size_t count,
                      std::size_t threads, FunctionRef<void()> done, const Work& work) {
  std::mutex mutex;
  FaultStudy sum = Messenger(topology, offsets, policies).study();
  constexpr std::size_t kTrialsPerBlock = 64;  // per block
  const auto make_worker = [&] {
    return [&](std::size_t block) {
      Messenger messenger(topology, offsets, policies);
      for (std::size_t i = block * kTrialsPerBlock;
           i < std::min(count, (block + 1) * kTrialsPerBlock); ++i) {
        work(messenger, i);
        const std::lock_guard lock(mutex);
        done();
      }
      const FaultStudy& study = messenger.study();
      const std::lock_guard lock(mutex);
      for (std::size_t i = 0; i < policies.size(); ++i) sum.policies[i] += study.policies[i];
      sum.shortest_path += study.shortest_path;
      sum.path += study.path;
    };
  };
  parallel_for((count + kTrialsPerBlock - 1) / kTrialsPerBlock, threads, make_worker);
  return sum;
}

}  // namespace

FaultStudy sample_faults(const Topology& topology, const Offsets& offsets,
                         std::span<const OrderedPolicy> policies, double p, std::uint32_t trials,
                         std::uint64_t seed, std::size_t threads, FunctionRef<void()> done) {
  std::vector<RouterId> sources;
  std::vector<std::uint32_t> hops(offsets.dimensions());
  for (std::size_t x = 0; x < offsets.size(); ++x) {
    for (std::size_t d = 0; d < hops.size(); ++d) hops[d] = offsets.hops(x, d);
    sources.push_back(topology.grid()->router_at(hops));
  }
  return sum_trials(topology, offsets, policies, trials, threads, done,
                    [&](Messenger& messenger, std::size_t trial) {
                      RandomStream random(seed, static_cast<std::uint32_t>(trial),
                                          RandomPurpose::kFaults);
                      HealthyLinks links(topology);
                      links.draw(topology, p, random);
                      messenger.send_all(sources, RouterId{0u}, links, random);
                    });
}

FaultStudy study_faults(const Topology& topology, const Offsets& offsets,
                        std::span<const OrderedPolicy> policies, const HealthyLinks& links,
                        std::uint64_t seed, std::size_t threads, FunctionRef<void()> done) {
  std::vector<RouterId> routers;
  for (std::size_t r = 0; r < topology.router_count(); ++r) routers.emplace_back(r);
  return sum_trials(topology, offsets, policies, routers.size(), threads, done,
                    [&](Messenger& messenger, std::size_t t) {
                      RandomStream random(seed, static_cast<std::uint32_t>(t),
                                          RandomPurpose::kFaults);
                      messenger.send_all(routers, routers[t], links, random);
                    });
}

Interval wilson_interval(std::uint64_t successes, std::uint64_t trials) {
  if (trials == 0) return {};
  constexpr double kZ = 1.959963984540054;  // 97.5 % point of the normal distribution
  const auto n = static_cast<double>(trials);
  const double share = static_cast<double>(successes) / n;
  const double middle = (share + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
  const double half =
      kZ / (1 + kZ * kZ / n) * std::sqrt(share * (1 - share) / n + kZ * kZ / (4 * n * n));
  // The bounds are exactly 0 and 1 if none or all succeeded, regardless of rounding.
  return {successes == 0 ? 0 : middle - half, successes == trials ? 1 : middle + half};
}

}  // namespace orthant
