// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/node_reduction.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/forwarding/crc16.h"
#include "engine/topology/structure.h"

namespace hopscope {
namespace {

/// Tags of an output: one for each parallel link, but one for all that packets take in turn.
std::uint32_t lagsOf(const ReductionSettings& settings, const Topology& topology) {
  if (settings.lagSelect == LagSelect::roundRobin) return 1;
  return structureOf(topology).lag;
}

/// Where terminals are plugged in; a terminal's port is its number at its router, because
/// generators begin a router's ports with its terminals.
class Homes {
 public:
  explicit Homes(const Topology& topology) {
    homes_.reserve(topology.terminalCount());
    std::uint32_t most = 0;
    for (const TerminalPlace& place : topology.terminals) {
      homes_.push_back({place.router, place.port});
      most = std::max<std::uint32_t>(most, place.port + 1u);
    }
    most_ = most;
  }

  RouterId router(TerminalId terminal) const { return homes_[terminal].router; }
  std::uint32_t host(TerminalId terminal) const { return homes_[terminal].host; }
  std::uint32_t most() const { return most_; }  ///< terminals of one router

 private:
  struct Home {
    RouterId router;
    std::uint32_t host;
  };
  std::vector<Home> homes_;
  std::uint32_t most_ = 0;
};

/// Algorithms 2 to 4: dimension order on mesh, hypercube, torus and ring. Tags: the hosts, then
/// X0-, X0+, X1-, … with one for each parallel link.
class GridReduction final : public NodeReduction {
 public:
  GridReduction(const ReductionSettings& settings, const Topology& topology)
      : settings_(settings), homes_(topology), lags_(lagsOf(settings, topology)) {
    const Structure structure = structureOf(topology);
    for (const std::int64_t size : structure.grid.value().sizes)
      sizes_.push_back(static_cast<int>(size));
    coordinates_.reserve(topology.routerCount() * sizes_.size());
    for (RouterId router = 0; router < topology.routerCount(); ++router) {
      RouterId rest = router;
      for (const int size : sizes_) {
        coordinates_.push_back(static_cast<std::uint16_t>(rest % static_cast<RouterId>(size)));
        rest /= static_cast<RouterId>(size);
      }
    }
  }

  std::uint32_t tag(RouterId router, TerminalId destination) const override {
    const std::uint16_t* const here = &coordinates_[router * sizes_.size()];
    const std::uint16_t* const there = &coordinates_[homes_.router(destination) * sizes_.size()];
    for (std::uint32_t i = 0; i < sizes_.size(); ++i) {
      const int direction = directionIn(i, here[i], there[i]);
      if (direction == 0) continue;
      const std::uint32_t output = 2 * i + (direction > 0 ? 1 : 0);
      return homes_.most() + output * lags_ + lagOf(settings_.lagSelect, destination, lags_);
    }
    return homes_.host(destination);
  }

  std::uint32_t tags(RouterId) const override {
    return homes_.most() + static_cast<std::uint32_t>(2 * sizes_.size()) * lags_;
  }

  std::string tagName(RouterId, std::uint32_t tag) const override {
    if (tag < homes_.most()) return fmt::format("local {}", tag);
    const std::uint32_t output = (tag - homes_.most()) / lags_;
    const std::string name = fmt::format("X{}{}", output / 2, output % 2 == 1 ? '+' : '-');
    return lags_ == 1 ? name : fmt::format("{}[{}]", name, (tag - homes_.most()) % lags_);
  }

 private:
  int directionIn(std::size_t dimension, int from, int to) const {
    if (settings_.kind == ReductionKind::torus)
      return ringDirection(settings_.threshold, sizes_[dimension], from, to);
    return to > from ? 1 : to < from ? -1 : 0;
  }

  ReductionSettings settings_;
  Homes homes_;
  std::uint32_t lags_;
  std::vector<int> sizes_;
  std::vector<std::uint16_t> coordinates_;  ///< router-major
};

/// Algorithm 5 on a k-ary n-tree: a terminal's number to base k is its address, least significant
/// digit first. Tags: the k outputs down, then the k up, with one for each parallel link.
class TreeReduction final : public NodeReduction {
 public:
  TreeReduction(const ReductionSettings& settings, const Topology& topology)
      : settings_(settings),
        k_(structureOf(topology).tree.value().arity),
        levels_(static_cast<std::uint32_t>(structureOf(topology).tree.value().m.size())),
        lags_(lagsOf(settings, topology)),
        width_(topology.routerCount() / levels_) {}

  std::uint32_t tag(RouterId router, TerminalId destination) const override {
    const std::uint32_t dim = router / width_;
    std::uint32_t own = router % width_, away = destination / k_;  // digits 0 …, destination's + 1
    const std::uint32_t lag = lagOf(settings_.lagSelect, destination, lags_);
    std::uint32_t highest = kNone;
    for (std::uint32_t i = 0; i + 1 < levels_; ++i, own /= k_, away /= k_)
      if (i >= dim && own % k_ != away % k_) highest = i;
    if (highest != kNone) {
      const std::uint32_t i = settings_.up == UpDigit::ofLevel ? dim : highest;
      return (k_ + digit(destination, i)) * lags_ + lag;
    }
    return digit(destination, dim) * lags_ + (dim == 0 ? 0 : lag);
  }

  std::uint32_t tags(RouterId router) const override {
    return (router / width_ + 1 == levels_ ? 1 : 2) * k_ * lags_;
  }

  std::string tagName(RouterId, std::uint32_t tag) const override {
    const std::uint32_t output = tag / lags_;
    const std::string name =
        output < k_ ? fmt::format("down {}", output) : fmt::format("up {}", output - k_);
    return lags_ == 1 ? name : fmt::format("{}[{}]", name, tag % lags_);
  }

 private:
  std::uint32_t digit(std::uint32_t number, std::uint32_t place) const {
    for (; place > 0; --place) number /= k_;
    return number % k_;
  }

  ReductionSettings settings_;
  std::uint32_t k_, levels_, lags_, width_;
};

/// Algorithm 5 on a Dragonfly's addresses (group, switch, host): hosts, then the other switches of
/// the group, then the other groups, with one tag for each parallel link.
class DragonflyReduction final : public NodeReduction {
 public:
  DragonflyReduction(const ReductionSettings& settings, const Topology& topology)
      : settings_(settings),
        homes_(topology),
        perGroup_(structureOf(topology).dragonfly.value().perGroup),
        groups_(topology.routerCount() / perGroup_),
        lags_(lagsOf(settings, topology)) {}

  std::uint32_t tag(RouterId router, TerminalId destination) const override {
    const RouterId home = homes_.router(destination);
    if (home == router) return homes_.host(destination);
    const std::uint32_t lag = lagOf(settings_.lagSelect, destination, lags_);
    const std::uint32_t group = router / perGroup_, other = home / perGroup_;
    if (group == other)
      return homes_.most() + without(home % perGroup_, router % perGroup_) * lags_ + lag;
    return homes_.most() + (perGroup_ - 1 + without(other, group)) * lags_ + lag;
  }

  std::uint32_t tags(RouterId) const override {
    return homes_.most() + (perGroup_ - 1 + groups_ - 1) * lags_;
  }

  std::string tagName(RouterId router, std::uint32_t tag) const override {
    if (tag < homes_.most()) return fmt::format("local {}", tag);
    const std::uint32_t output = (tag - homes_.most()) / lags_;
    const auto with = [](std::uint32_t index, std::uint32_t own) {
      return index < own ? index : index + 1;
    };
    const std::string name =
        output < perGroup_ - 1
            ? fmt::format("switch {}", with(output, router % perGroup_))
            : fmt::format("group {}", with(output - (perGroup_ - 1), router / perGroup_));
    return lags_ == 1 ? name : fmt::format("{}[{}]", name, (tag - homes_.most()) % lags_);
  }

 private:
  /// The number of `which` among all but `own`.
  static std::uint32_t without(std::uint32_t which, std::uint32_t own) {
    return which < own ? which : which - 1;
  }

  ReductionSettings settings_;
  Homes homes_;
  std::uint32_t perGroup_, groups_, lags_;
};

}  // namespace

const std::vector<ReductionName>& reductionNames() {
  static const std::vector<ReductionName> names = {
      {ReductionKind::none, "none", "None"},
      {ReductionKind::automatic, "auto", "What fits the network"},
      {ReductionKind::mesh, "mesh", "Mesh"},
      {ReductionKind::torus, "torus", "Torus"},
      {ReductionKind::fatTree, "fat_tree", "Fat tree"},
      {ReductionKind::dragonfly, "dragonfly", "Dragonfly"}};
  return names;
}

ReductionKind reductionFor(const Topology& topology) {
  for (const ReductionName& name : reductionNames())
    if (fits(name.kind, topology)) return name.kind;
  return ReductionKind::none;
}

bool fits(ReductionKind kind, const Topology& topology) {
  const Structure structure = structureOf(topology);
  switch (kind) {
    case ReductionKind::mesh:
      return structure.grid && structure.grid->rows == RowLinks::line;
    case ReductionKind::torus:
      return structure.grid && structure.grid->rows == RowLinks::ring;
    case ReductionKind::fatTree:
      return structure.tree && structure.tree->arity != 0 &&
             structure.tree->sides == TreeSides::one;
    case ReductionKind::dragonfly:
      return structure.dragonfly.has_value();
    case ReductionKind::none:
    case ReductionKind::automatic:
      break;
  }
  return false;
}

std::shared_ptr<const NodeReduction> makeReduction(const ReductionSettings& settings,
                                                   const Topology& topology) {
  if (settings.kind == ReductionKind::fatTree)
    return std::make_shared<TreeReduction>(settings, topology);
  if (settings.kind == ReductionKind::dragonfly)
    return std::make_shared<DragonflyReduction>(settings, topology);
  return std::make_shared<GridReduction>(settings, topology);
}

std::uint32_t lagOf(LagSelect select, TerminalId destination, std::uint32_t lags) {
  if (lags <= 1 || select == LagSelect::roundRobin) return 0;
  return (select == LagSelect::crc ? crc16(destination) : destination) % lags;
}

int ringDirection(RingThreshold threshold, int k, int from, int to) {
  const int x = to - from;
  if (x == 0) return 0;
  if (threshold == RingThreshold::floor) return (x + k) % k <= k / 2 ? 1 : -1;
  const int half = (k + 1) / 2;
  if (x > half) return -1;
  if (x > 0) return 1;
  return x < -half ? 1 : -1;
}

}  // namespace hopscope
