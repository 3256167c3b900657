// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/design/design.h"
#include "engine/fabric/vc_counts.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// What settings and their defaults depend on beyond names: the link classes of the network, and
/// the virtual channels that each routing algorithm needs there.
struct NetworkTraits {
  std::vector<LinkClass> classes;
  std::map<std::string, VcCounts> virtualChannels;  ///< by routing algorithm

  /// Is there a link class of that kind?
  bool has(LinkKind kind) const;
};

/// The name of the design's network family; `kDrawnKind` where it is absent or no text.
std::string networkKind(const Design& design);

/// `settings` are the design's explicit ones by full path; those of routing may ask for more
/// virtual channels.
NetworkTraits traitsOf(const Topology& topology, const Values& settings);

/// Traits of a design's network; those of a drawn network while its own has errors. Building a
/// large network takes time, so the traits of the latest few networks are remembered.
NetworkTraits traitsOf(const Design& design);

/// The settings below `topology.` under their short names, completed with the defaults.
Values topologyParameters(const Design& design);

}  // namespace hopscope
