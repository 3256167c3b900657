// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/design_patch.h"

#include <algorithm>
#include <utility>

#include "ui/document/design_document.h"

namespace hopscope {

namespace {

/// True when the settings below "topology." differ: another network.
bool topologyDiffers(const Values& a, const Values& b) {
  const auto topologySettings = [](const Values& values) {
    const auto first = values.lower_bound("topology.");
    const auto last = values.lower_bound("topology/");  // '/' follows '.'
    return Values(first, last);
  };
  return topologySettings(a) != topologySettings(b);
}

void exchangePlaces(std::map<std::uint32_t, Point>& present, MovedParts& patch) {
  for (auto& [id, place] : patch) {
    std::optional<Point> before;
    if (const auto it = present.find(id); it != present.end()) before = it->second;
    if (place)
      present[id] = *place;
    else
      present.erase(id);
    place = before;
  }
}

void exchangeBends(std::map<std::uint32_t, std::vector<Point>>& present,
                   std::map<std::uint32_t, std::vector<Point>>& patch) {
  for (auto& [id, places] : patch) {
    std::swap(present[id], places);
    if (present[id].empty()) present.erase(id);
  }
}

bool bendsEqual(const std::map<std::uint32_t, std::vector<Point>>& present,
                const std::map<std::uint32_t, std::vector<Point>>& patch) {
  for (const auto& [id, places] : patch) {
    const auto it = present.find(id);
    if (it == present.end() ? !places.empty() : places != it->second) return false;
  }
  return true;
}

bool placesEqual(const std::map<std::uint32_t, Point>& present, const MovedParts& patch) {
  for (const auto& [id, place] : patch) {
    const auto it = present.find(id);
    const bool equal = it == present.end() ? !place : place && *place == it->second;
    if (!equal) return false;
  }
  return true;
}

/// True where the parts are the same ones, whatever they are called.
bool sameParts(const DrawnNetwork& a, const DrawnNetwork& b) {
  const auto equal = [](const auto& x, const auto& y, const auto& same) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), same);
  };
  return a.links == b.links &&
         equal(a.routers, b.routers,
               [](const DrawnRouter& x, const DrawnRouter& y) { return x.id == y.id; }) &&
         equal(a.terminals, b.terminals, [](const DrawnTerminal& x, const DrawnTerminal& y) {
           return x.id == y.id && x.router == y.router;
         });
}

}  // namespace

bool DesignPatch::empty() const {
  return !name && !settings && !drawn && !overrides && !phases && !layout && routerPlaces.empty() &&
         terminalPlaces.empty() && bends.empty() && !notes && !collapsed;
}

DesignPatch difference(const Design& from, const Design& to) {
  DesignPatch patch;
  if (from.name != to.name) patch.name = to.name;
  if (from.settings != to.settings) patch.settings = to.settings;
  if (from.drawn != to.drawn) patch.drawn = to.drawn;
  if (from.overrides != to.overrides) patch.overrides = to.overrides;
  if (from.phases != to.phases) patch.phases = to.phases;
  if (from.layout != to.layout) patch.layout = to.layout;
  return patch;
}

DesignChange exchange(Design& design, DesignPatch& patch) {
  DesignChange change;
  if (patch.name) {
    std::swap(design.name, *patch.name);
    change.settings = true;
  }
  if (patch.settings) {
    change.structure = topologyDiffers(design.settings, *patch.settings);
    change.settings = true;
    std::swap(design.settings, *patch.settings);
  }
  if (patch.drawn) {
    change.structure = change.structure || !sameParts(design.drawn, *patch.drawn);
    change.names = true;
    std::swap(design.drawn, *patch.drawn);
  }
  if (patch.overrides) {
    change.settings = true;
    std::swap(design.overrides, *patch.overrides);
  }
  if (patch.phases) {
    change.settings = true;
    std::swap(design.phases, *patch.phases);
  }
  if (patch.layout) {
    change.layout = true;
    std::swap(design.layout, *patch.layout);
  }
  if (!patch.routerPlaces.empty() || !patch.terminalPlaces.empty()) {
    change.layout = true;
    exchangePlaces(design.layout.routers, patch.routerPlaces);
    exchangePlaces(design.layout.terminals, patch.terminalPlaces);
  }
  if (!patch.bends.empty()) {
    change.layout = true;
    exchangeBends(design.layout.bends, patch.bends);
  }
  if (patch.notes) {
    change.layout = true;
    std::swap(design.layout.notes, *patch.notes);
  }
  if (patch.collapsed) {
    change.layout = true;
    std::swap(design.layout.collapsed, *patch.collapsed);
  }
  return change;
}

void join(DesignPatch& earlier, const DesignPatch& later) {
  const auto keepOlder = [](auto& older, const auto& newer) {
    if (!older) older = newer;
  };
  keepOlder(earlier.name, later.name);
  keepOlder(earlier.settings, later.settings);
  keepOlder(earlier.drawn, later.drawn);
  keepOlder(earlier.overrides, later.overrides);
  keepOlder(earlier.phases, later.phases);
  keepOlder(earlier.layout, later.layout);
  keepOlder(earlier.notes, later.notes);
  keepOlder(earlier.collapsed, later.collapsed);
  earlier.bends.insert(later.bends.begin(), later.bends.end());
  earlier.routerPlaces.insert(later.routerPlaces.begin(), later.routerPlaces.end());
  earlier.terminalPlaces.insert(later.terminalPlaces.begin(), later.terminalPlaces.end());
}

bool changesNothing(const Design& design, const DesignPatch& patch) {
  return (!patch.name || *patch.name == design.name) &&
         (!patch.settings || *patch.settings == design.settings) &&
         (!patch.drawn || *patch.drawn == design.drawn) &&
         (!patch.overrides || *patch.overrides == design.overrides) &&
         (!patch.phases || *patch.phases == design.phases) &&
         (!patch.layout || *patch.layout == design.layout) &&
         placesEqual(design.layout.routers, patch.routerPlaces) &&
         placesEqual(design.layout.terminals, patch.terminalPlaces) &&
         bendsEqual(design.layout.bends, patch.bends) &&
         (!patch.notes || *patch.notes == design.layout.notes) &&
         (!patch.collapsed || *patch.collapsed == design.layout.collapsed);
}

}  // namespace hopscope
