// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/arrange_edits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace hopscope {

namespace {

/// What is arranged: routers, and terminals that do not hang on one of them.
struct Item {
  bool isTerminal = false;
  std::uint32_t id = 0;
  QPointF place;
};

std::vector<Item> itemsOf(const Topology& topology, const Placement& placement,
                          const std::set<RouterId>& routers,
                          const std::set<TerminalId>& terminals) {
  std::vector<Item> items;
  for (const RouterId router : routers)
    if (router < topology.routerCount())
      items.push_back({false, router, {placement.routers[router].x, placement.routers[router].y}});
  for (const TerminalId terminal : terminals)
    if (terminal < topology.terminalCount() &&
        routers.count(topology.terminals[terminal].router) == 0)
      items.push_back(
          {true, terminal, {placement.terminals[terminal].x, placement.terminals[terminal].y}});
  return items;
}

void shift(Shifts& shifts, const Topology& topology, const Item& item, QPointF by) {
  if (by.isNull()) return;
  if (item.isTerminal) {
    shifts.terminals[item.id] = by;
    return;
  }
  shifts.routers[item.id] = by;
  for (PortIndex port = 0; port < topology.radix(item.id); ++port) {
    const LinkEnd& peer = topology.port(item.id, port).peer;
    if (peer.isTerminal) shifts.terminals[peer.node] = by;
  }
}

bool linked(const Topology& topology, RouterId a, RouterId b) {
  for (PortIndex port = 0; port < topology.radix(a); ++port) {
    const LinkEnd& peer = topology.port(a, port).peer;
    if (!peer.isTerminal && peer.node == b) return true;
  }
  return false;
}

/// Clockwise around their middle.
std::vector<RouterId> around(const Placement& placement, const std::set<RouterId>& routers) {
  std::vector<RouterId> order(routers.begin(), routers.end());
  QPointF middle;
  for (const RouterId router : order)
    middle += QPointF(placement.routers[router].x, placement.routers[router].y);
  middle /= static_cast<double>(order.size());
  const auto angle = [&](RouterId router) {
    return std::atan2(placement.routers[router].y - middle.y(),
                      placement.routers[router].x - middle.x());
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](RouterId a, RouterId b) { return angle(a) < angle(b); });
  return order;
}

std::vector<std::pair<RouterId, RouterId>> treePairs(const Placement& placement,
                                                     const std::set<RouterId>& routers) {
  std::vector<RouterId> order(routers.begin(), routers.end());
  std::stable_sort(order.begin(), order.end(), [&](RouterId a, RouterId b) {
    const Point &pa = placement.routers[a], &pb = placement.routers[b];
    return std::tie(pa.y, pa.x) < std::tie(pb.y, pb.x);
  });
  constexpr double kSameRow = 4;  // canvas units
  std::vector<std::pair<RouterId, RouterId>> pairs;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Point& here = placement.routers[order[i]];
    std::size_t best = 0;
    double bestScore = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < i; ++j) {
      const Point& there = placement.routers[order[j]];
      // A neighbour of the same row is taken only where nothing lies above.
      const double penalty = here.y - there.y > kSameRow ? 0 : 1e9;
      const double score = penalty + std::hypot(here.x - there.x, here.y - there.y);
      if (score < bestScore) {
        bestScore = score;
        best = j;
      }
    }
    pairs.emplace_back(order[best], order[i]);
  }
  return pairs;
}

}  // namespace

Shifts alignmentShifts(const Topology& topology, const Placement& placement,
                       const std::set<RouterId>& routers, const std::set<TerminalId>& terminals,
                       Alignment alignment) {
  const std::vector<Item> items = itemsOf(topology, placement, routers, terminals);
  Shifts shifts;
  if (items.size() < 2) return shifts;
  double left = items[0].place.x(), right = left, top = items[0].place.y(), bottom = top;
  for (const Item& item : items) {
    left = std::min(left, item.place.x());
    right = std::max(right, item.place.x());
    top = std::min(top, item.place.y());
    bottom = std::max(bottom, item.place.y());
  }
  for (const Item& item : items) {
    QPointF to = item.place;
    switch (alignment) {
      case Alignment::left:
        to.setX(left);
        break;
      case Alignment::center:
        to.setX((left + right) / 2);
        break;
      case Alignment::right:
        to.setX(right);
        break;
      case Alignment::top:
        to.setY(top);
        break;
      case Alignment::middle:
        to.setY((top + bottom) / 2);
        break;
      case Alignment::bottom:
        to.setY(bottom);
        break;
    }
    shift(shifts, topology, item, to - item.place);
  }
  return shifts;
}

Shifts spreadShifts(const Topology& topology, const Placement& placement,
                    const std::set<RouterId>& routers, const std::set<TerminalId>& terminals,
                    Spread spread) {
  std::vector<Item> items = itemsOf(topology, placement, routers, terminals);
  Shifts shifts;
  if (items.size() < 3) return shifts;
  const auto along = [spread](const Item& item) {
    return spread == Spread::across ? item.place.x() : item.place.y();
  };
  std::stable_sort(items.begin(), items.end(),
                   [&](const Item& a, const Item& b) { return along(a) < along(b); });
  const double first = along(items.front());
  const double step = (along(items.back()) - first) / static_cast<double>(items.size() - 1);
  for (std::size_t i = 1; i + 1 < items.size(); ++i) {
    const double by = first + step * static_cast<double>(i) - along(items[i]);
    shift(shifts, topology, items[i], spread == Spread::across ? QPointF(by, 0) : QPointF(0, by));
  }
  return shifts;
}

std::vector<std::pair<RouterId, RouterId>> patternPairs(const Topology& topology,
                                                        const Placement& placement,
                                                        const std::set<RouterId>& routers,
                                                        LinkPattern pattern) {
  std::vector<std::pair<RouterId, RouterId>> pairs;
  const std::size_t count = routers.size();
  if (count < 2 || *routers.rbegin() >= topology.routerCount()) return pairs;
  if (pattern == LinkPattern::fullMesh) {
    if (count * (count - 1) / 2 > kMostPatternLinks) return pairs;
    for (auto a = routers.begin(); a != routers.end(); ++a)
      for (auto b = std::next(a); b != routers.end(); ++b) pairs.emplace_back(*a, *b);
  } else if (count > kMostPatternLinks) {
    return pairs;
  } else if (pattern == LinkPattern::ring) {
    const std::vector<RouterId> order = around(placement, routers);
    for (std::size_t i = 0; i < (count == 2 ? 1 : count); ++i)
      pairs.emplace_back(order[i], order[(i + 1) % count]);
  } else {
    pairs = treePairs(placement, routers);
  }
  pairs.erase(
      std::remove_if(pairs.begin(), pairs.end(),
                     [&](const auto& pair) { return linked(topology, pair.first, pair.second); }),
      pairs.end());
  return pairs;
}

}  // namespace hopscope
