// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/core/value.h"
#include "engine/topology/placement.h"

namespace hopscope {

/// A router of a drawn network. Ids are the user's, stable across edits, not dense.
struct DrawnRouter {
  std::uint32_t id = 0;
  std::string label;  ///< what people call it; may be empty

  bool operator==(const DrawnRouter&) const = default;
};

struct DrawnTerminal {
  std::uint32_t id = 0;
  std::uint32_t router = 0;  ///< id of the router it is plugged into
  std::string label = {};    ///< what people call it

  bool operator==(const DrawnTerminal&) const = default;
};

/// A cable between two routers of a drawn network.
struct DrawnLink {
  std::uint32_t id = 0;
  std::uint32_t from = 0, to = 0;       ///< router ids
  std::string linkClass = "local";      ///< "local" or "global"
  std::optional<std::int64_t> latency;  ///< cycles; the class's latency where absent
  /// Flits a cycle, both directions; the class's where absent.
  std::optional<double> bandwidth = {};

  bool operator==(const DrawnLink&) const = default;
};

/// A drawn network ("custom"). Terminal cables need no id of their own: they are the terminals.
struct DrawnNetwork {
  std::vector<DrawnRouter> routers;
  std::vector<DrawnTerminal> terminals;
  std::vector<DrawnLink> links;

  bool operator==(const DrawnNetwork&) const = default;
};

/// Settings that differ for some routers (keys "switch.…" or "forwarding.…") or links ("latency",
/// "bandwidth").
struct Override {
  std::vector<std::uint32_t> routers;   ///< router ids; empty when this is about links
  std::vector<std::uint32_t> channels;  ///< link ids (a cable, both directions)
  Values values;

  bool operator==(const Override&) const = default;
};

/// Where things stand on the canvas, by id. Outside the design hash.
struct DesignLayout {
  std::map<std::uint32_t, Point> routers, terminals;
  std::map<std::uint32_t, std::vector<Point>> bends;  ///< of links, from end a to end b
  std::vector<CanvasNote> notes;
  std::set<std::int32_t> collapsed = {};  ///< groups that are drawn as one node

  bool operator==(const DesignLayout&) const = default;
};

/// Parts of a network by the design's ids.
struct PartIds {
  std::vector<std::uint32_t> channels;  ///< link ids (a cable, both directions)
  std::vector<std::uint32_t> routers;

  bool empty() const { return channels.empty() && routers.empty(); }
  bool operator==(const PartIds&) const = default;
};

/// Other traffic from a cycle on, a change of routes, or parts that fail or work again.
struct Phase {
  Value at = std::int64_t{0};  ///< when it begins: cycles, or a time such as "10 us"
  Values set;                  ///< "traffic.load" = 0.4, on top of the phases before
  bool reprogram = false;      ///< tables are written anew: caches are emptied, and off meanwhile
  PartIds fail = {}, restore = {};

  bool operator==(const Phase&) const = default;
};

/// Everything the user decided about one network: a plain value. What is not in `settings` has the
/// registry's default.
struct Design {
  std::string name = "Untitled";
  /// Explicit settings by full dotted path: "topology.kind" = "dragonfly", "topology.h" = 2,
  /// "channels.global.latency" = 150, "switch.buffers.local" = 720, "traffic.load" = 0.3.
  Values settings;
  DrawnNetwork drawn;  ///< used where topology.kind is "custom"
  std::vector<Override> overrides;
  std::vector<Phase> phases;  ///< in the order of time
  DesignLayout layout;

  bool operator==(const Design&) const = default;
};

}  // namespace hopscope
