// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/channel_load.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace hopscope {
namespace {

/// Once the first kinds of sources have so many flows together, it is judged whether all of them
/// would have too many.
constexpr std::uint64_t kFirstFlows = 100'000;
/// How often a packet may pass the same router: on its way to an intermediate one, on the way from
/// there, and up and down around what has failed. One that is under way for longer goes round.
constexpr std::uint32_t kVisits = 4;

/// Terminals of one router that are routed alike.
struct Kind {
  RouterId router = kNone;
  TerminalId representative = kNone;
};

/// What one kind of terminal sends to another, in flits per cycle.
struct Flow {
  std::uint32_t source = 0;
  double flits = 0;
};

/// Packets on their way to one destination: at an input port, in one state.
struct Share {
  std::uint32_t input = 0;  ///< Topology::firstPort + port
  std::uint32_t detail = 0;
  double flits = 0;
};

/// What comes to the same input in the same state adds up. Open addressing, reused.
class Shares {
 public:
  void add(const Share& share) {
    if (2 * (shares_.size() + 1) > slots_.size()) grow();
    Slot& slot = find(share);
    if (slot.stamp == stamp_) {
      shares_[slot.share].flits += share.flits;
      return;
    }
    slot = {stamp_, static_cast<std::uint32_t>(shares_.size())};
    shares_.push_back(share);
  }

  void clear() {
    shares_.clear();
    ++stamp_;
  }
  const std::vector<Share>& all() const { return shares_; }

 private:
  struct Slot {
    std::uint32_t stamp = 0, share = 0;
  };

  /// The slot of the share with this place, or the free one where it belongs.
  Slot& find(const Share& share) {
    std::uint64_t hash = std::uint64_t{share.input} << 32 | share.detail;
    hash *= 0x9e3779b97f4a7c15u;
    for (std::size_t at = hash ^ hash >> 29;; ++at) {
      Slot& slot = slots_[at & (slots_.size() - 1)];
      if (slot.stamp != stamp_) return slot;
      const Share& there = shares_[slot.share];
      if (there.input == share.input && there.detail == share.detail) return slot;
    }
  }

  void grow() {
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), {});
    stamp_ = 1;
    for (std::uint32_t i = 0; i < shares_.size(); ++i) find(shares_[i]) = {stamp_, i};
  }

  std::uint32_t stamp_ = 1;
  std::vector<Slot> slots_;
  std::vector<Share> shares_;
};

class Count {
 public:
  Count(const Topology& topology, const RoutingAlgorithm& routing, std::uint64_t mostDecisions,
        bool turns)
      : topology_(topology), routing_(routing), decisionsLeft_(mostDecisions) {
    loads_.perChannel.assign(topology.channelCount(), 0);
    if (turns) {
      std::size_t all = 0;
      for (RouterId r = 0; r < topology.routerCount(); ++r) {
        loads_.firstTurn.push_back(all);
        all += std::size_t{topology.radix(r)} * topology.radix(r);
      }
      loads_.perTurn.assign(all, 0);
    }
    for (RouterId r = 0; r < topology.routerCount(); ++r)
      routerOf_.insert(routerOf_.end(), topology.radix(r), r);
    std::map<std::pair<RouterId, std::uint32_t>, std::uint32_t> known;
    for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
      const RouterId router = topology.terminals[t].router;
      const auto next = static_cast<std::uint32_t>(kinds_.size());
      const auto [kind, isNew] = known.try_emplace({router, routing.routingClass(t)}, next);
      if (isNew) kinds_.push_back({router, t});
      kindOf_.push_back(kind->second);
    }
  }

  /// Terminal channels are counted here; the rest is gathered by kinds. False where the pattern
  /// alone is too much. Flows are counted before they are kept: there may be far too many to
  /// follow, or to keep.
  bool gather(const Destinations& destinations) {
    std::vector<std::vector<TerminalId>> members(kinds_.size());
    for (TerminalId t = 0; t < kindOf_.size(); ++t) members[kindOf_[t]].push_back(t);
    firstFlow_.assign(kinds_.size() + 1, 0);
    std::uint64_t flows = 0;
    Row row(kinds_.size());
    for (std::size_t source = 0; source < kinds_.size(); ++source) {
      if (!addUp(members[source], destinations, row)) return false;
      const std::uint64_t before = std::exchange(flows, flows + row.kinds.size());
      // Each takes a decision at least. Where the others have as many as the first ones, nobody
      // waits for them to be counted.
      const bool judged = before < kFirstFlows && flows >= kFirstFlows;
      if ((judged ? flows / (source + 1) * kinds_.size() : flows) > decisionsLeft_) return false;
      for (const std::uint32_t kind : row.kinds) ++firstFlow_[kind + 1];
    }
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
      firstFlow_[kind + 1] += firstFlow_[kind];
    flows_.resize(firstFlow_.back());
    std::vector<std::size_t> next(firstFlow_.begin(), firstFlow_.end() - 1);
    for (std::uint32_t source = 0; source < kinds_.size(); ++source) {
      static_cast<void>(addUp(members[source], destinations, row, true));
      for (const std::uint32_t kind : row.kinds) flows_[next[kind]++] = {source, row.flits[kind]};
    }
    return true;
  }

  bool followAll() {
    for (std::uint32_t kind = 0; kind < kinds_.size(); ++kind)
      if (firstFlow_[kind] != firstFlow_[kind + 1] && !followTo(kind)) return false;
    if (loads_.sent > 0) loads_.hopsMean /= loads_.sent;
    return true;
  }

  ChannelLoads& loads() { return loads_; }

 private:
  /// What the terminals of one kind send to each other kind.
  struct Row {
    explicit Row(std::size_t count) : flits(count, 0) {}
    std::vector<double> flits;         ///< per kind
    std::vector<std::uint32_t> kinds;  ///< those that get some, in order of appearance
  };

  /// `counts`: on the terminals' channels, too, and without asking what it takes.
  bool addUp(const std::vector<TerminalId>& sources, const Destinations& destinations, Row& row,
             bool counts = false) {
    for (const std::uint32_t kind : row.kinds) row.flits[kind] = 0;
    row.kinds.clear();
    for (const TerminalId t : sources) {
      shares_.clear();
      destinations(t, shares_);
      if (!counts && !spend(shares_.size() / 16 + 1)) return false;
      for (const DestinationShare& share : shares_) {
        if (share.share <= 0) continue;
        const std::uint32_t kind = kindOf_[share.destination];
        if (row.flits[kind] == 0) row.kinds.push_back(kind);
        row.flits[kind] += share.share;
        if (!counts) continue;
        loads_.sent += share.share;
        loads_.perChannel[2 * topology_.terminals[t].link] += share.share;
        loads_.perChannel[2 * topology_.terminals[share.destination].link + 1] += share.share;
      }
    }
    return true;
  }

  bool spend(std::uint64_t decisions) {
    if (decisions > decisionsLeft_) return false;
    decisionsLeft_ -= decisions;
    return true;
  }

  /// Hop by hop, all packets to one kind of destination together.
  bool followTo(std::uint32_t kind) {
    destination_ = kinds_[kind].representative;
    here_.clear();
    for (std::size_t flow = firstFlow_[kind]; flow < firstFlow_[kind + 1]; ++flow)
      if (!begin(flows_[flow])) return false;
    std::uint32_t hops = 0;
    while (!here_.all().empty()) {
      if (!spend(here_.all().size())) return false;
      next_.clear();
      for (const Share& share : here_.all()) step(share);
      std::swap(here_, next_);
      if (++hops <= kVisits * topology_.routerCount()) continue;
      for (const Share& share : here_.all()) loads_.lost += share.flits;
      break;
    }
    return true;
  }

  /// Puts packets into their first router.
  bool begin(const Flow& flow) {
    const TerminalId source = kinds_[flow.source].representative;
    states_.clear();
    routing_.starts(source, destination_, states_);
    if (states_.empty()) {
      loads_.lost += flow.flits;
      return true;
    }
    weights_.clear();
    double sum = 0;
    for (const RouteState& state : states_) {
      weights_.push_back(routing_.likelihood(source, destination_, state));
      sum += weights_.back();
    }
    const TerminalPlace& home = topology_.terminals[source];
    for (std::size_t i = 0; i < states_.size(); ++i)
      here_.add({topology_.firstPort[home.router] + home.port, states_[i].detail,
                 flow.flits * weights_[i] / sum});
    return spend(states_.size());
  }

  void step(const Share& share) {
    const RouterId router = routerOf_[share.input];
    const auto in = static_cast<PortIndex>(share.input - topology_.firstPort[router]);
    choices_.clear();
    routing_.candidates(router, in, {destination_, share.detail}, choices_);
    if (choices_.empty()) loads_.lost += share.flits;
    const double part = share.flits / static_cast<double>(choices_.size());
    for (const RouteChoice& choice : choices_) {
      if (choice.port >= topology_.radix(router)) {
        loads_.lost += part;
        continue;
      }
      if (!loads_.perTurn.empty())
        loads_.perTurn[loads_.firstTurn[router] + std::size_t{in} * topology_.radix(router) +
                       choice.port] += part;
      const Port& port = topology_.port(router, choice.port);
      if (port.peer.isTerminal) {
        if (port.peer.node != destination_) loads_.lost += part;
        continue;
      }
      loads_.perChannel[port.out] += part;
      loads_.hopsMean += part;
      next_.add({topology_.firstPort[port.peer.node] + port.peer.port, choice.nextDetail, part});
    }
  }

  const Topology& topology_;
  const RoutingAlgorithm& routing_;
  std::uint64_t decisionsLeft_;
  ChannelLoads loads_;
  std::vector<RouterId> routerOf_;  ///< per input port
  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> kindOf_;   ///< per terminal
  std::vector<Flow> flows_;             ///< by the kind they go to, then by source
  std::vector<std::size_t> firstFlow_;  ///< per kind, and one more
  TerminalId destination_ = kNone;
  Shares here_, next_;
  std::vector<DestinationShare> shares_;
  std::vector<RouteState> states_;
  std::vector<double> weights_;
  std::vector<RouteChoice> choices_;
};

}  // namespace

ChannelId ChannelLoads::busiest(const std::vector<LinkRate>& rates) const {
  // Sums of equal loads differ in their last digits: the first of equals is told.
  constexpr double kAlike = 1e-12;
  ChannelId most = kNone;
  double busy = 0;
  for (ChannelId c = 0; c < perChannel.size(); ++c) {
    const double share = perChannel[c] / rateOf(rates, c / 2).perCycle();
    if (most != kNone && share * (1 - kAlike) <= busy) continue;
    most = c;
    busy = share;
  }
  return most;
}

double ChannelLoads::saturationBound(const std::vector<LinkRate>& rates) const {
  const ChannelId channel = busiest(rates);
  if (channel == kNone || perChannel[channel] <= 0) return std::numeric_limits<double>::infinity();
  return rateOf(rates, channel / 2).perCycle() / perChannel[channel];
}

std::optional<ChannelLoads> channelLoads(const Topology& topology, const RoutingAlgorithm& routing,
                                         const Destinations& destinations,
                                         std::uint64_t mostDecisions, bool turns) {
  Count count(topology, routing, mostDecisions, turns);
  if (!count.gather(destinations) || !count.followAll()) return std::nullopt;
  return std::move(count.loads());
}

}  // namespace hopscope
