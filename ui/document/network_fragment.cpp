// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/network_fragment.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "ui/document/override_edits.h"

namespace hopscope {

namespace {

std::unordered_map<std::uint32_t, std::uint32_t> denseIds(const std::vector<std::uint32_t>& ids) {
  std::unordered_map<std::uint32_t, std::uint32_t> dense;
  for (std::uint32_t i = 0; i < ids.size(); ++i) dense.emplace(ids[i], i);
  return dense;
}

/// Names for copies: "core 2" beside "core". Nobody could tell two parts of one name apart.
class FreeLabels {
 public:
  explicit FreeLabels(const Design& drawn) {
    for (const DrawnRouter& router : drawn.drawn.routers) taken_.insert(router.label);
    for (const DrawnTerminal& terminal : drawn.drawn.terminals) taken_.insert(terminal.label);
  }

  /// The label itself, or with the first free number behind it; none stays none.
  std::string take(const std::string& label) {
    if (label.empty() || taken_.insert(label).second) return label;
    std::size_t end = label.size();
    while (end > 0 && std::isdigit(static_cast<unsigned char>(label[end - 1])) != 0) --end;
    constexpr std::size_t kMostDigits = 6;  // longer ones are serial numbers, and not counted on
    const std::string digits = label.substr(end);
    const bool numbered = !digits.empty() && digits.size() <= kMostDigits && end > 0;
    const std::string stem = numbered ? label.substr(0, end) : label + " ";
    for (unsigned long n = numbered ? std::stoul(digits) + 1 : 2;; ++n)
      if (std::string next = stem + std::to_string(n); taken_.insert(next).second) return next;
  }

 private:
  std::set<std::string> taken_;
};

}  // namespace

NetworkFragment fragmentOf(const Design& drawn, const Topology& topology,
                           const Placement& placement, const DrawnParts& parts) {
  NetworkFragment fragment;
  const OverridesById overrides = overridesById(drawn.overrides);
  const auto denseRouters = denseIds(topology.routerIds);
  for (const DrawnRouter& router : drawn.drawn.routers) {
    const auto dense = denseRouters.find(router.id);
    if (parts.routers.count(router.id) == 0 || dense == denseRouters.end()) continue;
    NetworkFragment::Node node{router.id, 0, router.label, placement.routers[dense->second], {}};
    if (const auto it = overrides.routers.find(router.id); it != overrides.routers.end())
      node.overrides = it->second;
    fragment.routers.push_back(std::move(node));
  }
  const auto denseTerminals = denseIds(topology.terminalIds);
  for (const DrawnTerminal& terminal : drawn.drawn.terminals) {
    const auto dense = denseTerminals.find(terminal.id);
    const bool named =
        parts.terminals.count(terminal.id) != 0 || parts.routers.count(terminal.router) != 0;
    if (named && dense != denseTerminals.end())
      fragment.terminals.push_back(
          {terminal.id, terminal.router, terminal.label, placement.terminals[dense->second], {}});
  }
  for (const DrawnLink& link : drawn.drawn.links)
    if (parts.routers.count(link.from) != 0 && parts.routers.count(link.to) != 0)
      fragment.links.push_back(link);
  for (const DrawnLink& link : fragment.links)
    if (const auto bends = drawn.layout.bends.find(link.id); bends != drawn.layout.bends.end())
      fragment.bends.insert(*bends);
  return fragment;
}

QPointF middleOf(const NetworkFragment& fragment) {
  constexpr double kFar = std::numeric_limits<double>::max();
  double left = kFar, top = kFar, right = -kFar, bottom = -kFar;
  const auto include = [&](const std::vector<NetworkFragment::Node>& nodes) {
    for (const auto& node : nodes) {
      left = std::min(left, node.place.x);
      right = std::max(right, node.place.x);
      top = std::min(top, node.place.y);
      bottom = std::max(bottom, node.place.y);
    }
  };
  include(fragment.routers);
  if (fragment.routers.empty()) include(fragment.terminals);
  if (left > right)
    for (const CanvasNote& note : fragment.notes) {
      left = std::min(left, note.place.x);
      right = std::max(right, note.place.x);
      top = std::min(top, note.place.y);
      bottom = std::max(bottom, note.place.y);
    }
  if (left > right) return {};
  return {(left + right) / 2, (top + bottom) / 2};
}

QPointF shiftedClear(const NetworkFragment& fragment, const Placement& there, QPointF by) {
  constexpr double kStep = 32;
  constexpr int kMostSteps =
      10'000;  // places of a file may be too far away to be stepped aside from
  using Taken = std::set<std::pair<double, double>>;
  const auto at = [](Point place) {
    return std::pair<double, double>(std::round(place.x), std::round(place.y));
  };
  const auto all = [&](const auto& parts, const auto& placeOf) {
    Taken places;
    for (const auto& part : parts) places.insert(at(placeOf(part)));
    return places;
  };
  const auto itself = [](const Point& place) { return place; };
  const auto ofPart = [](const auto& part) { return part.place; };
  const Taken routers = all(there.routers, itself), terminals = all(there.terminals, itself),
              notes = all(there.notes, ofPart);
  const auto covers = [&](const auto& parts, const Taken& taken) {
    return std::any_of(parts.begin(), parts.end(), [&](const auto& part) {
      return taken.count(at({part.place.x + by.x(), part.place.y + by.y()})) != 0;
    });
  };
  // Routers that stand on others are drawn smaller, and with them all of the network.
  const auto crowds = [&](QPointF shift) {
    constexpr double kApart = 24;
    return std::any_of(fragment.routers.begin(), fragment.routers.end(), [&](const auto& part) {
      const double x = part.place.x + shift.x(), y = part.place.y + shift.y();
      const auto end = routers.upper_bound({x + kApart, y});
      for (auto each = routers.lower_bound({x - kApart, y}); each != end; ++each)
        if (std::abs(each->second - y) < kApart) return true;
      return false;
    });
  };
  constexpr int kStepsForRoom = 8;  // in a dense drawing there may be none
  for (int step = 0; step < kStepsForRoom; ++step)
    if (const QPointF aside = by + QPointF(kStep, kStep) * step; !crowds(aside)) {
      by = aside;
      break;
    }
  for (int step = 0; step < kMostSteps; ++step) {
    if (!covers(fragment.routers, routers) && !covers(fragment.terminals, terminals) &&
        !covers(fragment.notes, notes))
      break;
    by += QPointF(kStep, kStep);
  }
  return by;
}

DrawnParts insertFragment(Design& drawn, const NetworkFragment& fragment, QPointF by) {
  DrawnParts added;
  const auto moved = [by](Point place) { return Point{place.x + by.x(), place.y + by.y()}; };

  FreeLabels labels(drawn);
  std::map<std::uint32_t, std::uint32_t> routerIds;  // the fragment's to the new ones
  OverridesById overrides = overridesById(drawn.overrides);
  bool overridesChanged = false;
  std::uint32_t id = freshId(drawn.drawn.routers);
  for (const auto& router : fragment.routers) {
    routerIds[router.id] = id;
    drawn.drawn.routers.push_back({id, labels.take(router.label)});
    drawn.layout.routers[id] = moved(router.place);
    if (!router.overrides.empty()) {
      overrides.routers[id] = router.overrides;
      overridesChanged = true;
    }
    added.routers.insert(id++);
  }
  if (overridesChanged) drawn.overrides = overridesFrom(overrides);

  std::set<std::uint32_t> known;
  for (const DrawnRouter& router : drawn.drawn.routers) known.insert(router.id);
  id = freshId(drawn.drawn.terminals);
  for (const auto& terminal : fragment.terminals) {
    const auto copied = routerIds.find(terminal.router);
    const std::uint32_t router = copied == routerIds.end() ? terminal.router : copied->second;
    if (known.count(router) == 0) continue;
    drawn.drawn.terminals.push_back({id, router, labels.take(terminal.label)});
    drawn.layout.terminals[id] = moved(terminal.place);
    added.terminals.insert(id++);
  }
  id = freshId(drawn.drawn.links);
  for (DrawnLink link : fragment.links) {
    const auto from = routerIds.find(link.from);
    const auto to = routerIds.find(link.to);
    if (from == routerIds.end() || to == routerIds.end()) continue;
    if (const auto bends = fragment.bends.find(link.id); bends != fragment.bends.end())
      for (const Point& place : bends->second) drawn.layout.bends[id].push_back(moved(place));
    link.id = id;
    link.from = from->second;
    link.to = to->second;
    drawn.drawn.links.push_back(link);
    added.links.insert(id++);
  }
  for (const CanvasNote& note : fragment.notes)
    drawn.layout.notes.push_back({moved(note.place), note.text});
  return added;
}

}  // namespace hopscope
