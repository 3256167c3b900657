// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/core/registry.h"
#include "engine/topology/facts.h"
#include "engine/topology/placement.h"
#include "engine/topology/prospect.h"
#include "engine/topology/structure.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// What Topology::group and Topology::position of a family's routers are.
struct Grouping {
  /// A group in words: "Row 3".
  Sentence (*name)(std::int32_t group) = [](std::int32_t group) {
    return sentence("Group {}", group);
  };
  /// A router's place in words: "Row 3, column 5".
  Sentence (*place)(std::int32_t group, std::int32_t position) = [](std::int32_t group,
                                                                    std::int32_t position) {
    return sentence("Group {}, position {}", group, position);
  };
  /// What the layout writes beside a group: "pod 3", "core".
  std::string (*label)(const Topology& topology, std::int32_t group) =
      [](const Topology&, std::int32_t group) { return "G" + std::to_string(group); };
  bool counted = false;  ///< they are groups, not tiers or rows: facts tell their number
};

/// A family of networks, all that is known of it. Adding one: a file in generators/ and a line in
/// generators.cpp.
struct Generator : Entry {
  /// What is wrong beyond the parameters' own ranges; paths are parameter names.
  std::function<Issues(const Values&)> check;
  /// Facts from closed formulas, without building; instant at any size. Called only on parameters
  /// without errors.
  std::function<TopologyFacts(const Values&)> facts;
  /// Builds the network. Called only on parameters without errors.
  std::function<Topology(const Values&)> build;
  /// Called only on parameters without errors; empty where there is nothing to say.
  std::function<Structure(const Values&)> structure;
  /// The parameters with which a network fits a request, each without errors and without parallel
  /// links, those left out that nobody would build: nothing where none fits.
  std::function<std::vector<Values>(const Generator& family, const SizeRequest&)> fitting;
  /// What can be said of one without building it, in a few microseconds. Called only on parameters
  /// without errors.
  std::function<Prospect(const Values&)> prospect;
  /// Where its parts are drawn, parallel links upon each other; empty: on a circle.
  std::function<Placement(const Topology&)> layout;
  std::string icon = "custom";  ///< a file in resources/icons/, without ".svg"
  Grouping groups;
  /// Routing algorithms in the order in which they are offered, the default first. What fits is
  /// known to RoutingEntry::check alone: others that fit follow, those that do not are left out.
  std::vector<std::string> firstRoutings;
};

/// All families, in the order of the generate dialog.
const Registry<Generator>& generators();

/// The network's family; nullptr where it has none, being drawn.
const Generator* familyOf(const Topology& topology);

/// What can be said of a network: by the family's formulas, and measured where they leave distances
/// open or there is no family.
TopologyFacts knownFacts(const Topology& topology);

/// What the family says of groups; what is usual where there is none.
Grouping groupingOf(const Topology& topology);

/// One more family for as long as this lives, for tests: entries of the registry move.
class AddedFamily {
 public:
  explicit AddedFamily(Generator family);
  ~AddedFamily();
  AddedFamily(const AddedFamily&) = delete;
  AddedFamily& operator=(const AddedFamily&) = delete;
};

/// Most routers, and most terminals, a generated network may have.
inline constexpr std::uint64_t kMaxRouters = 100'000;
inline constexpr std::uint64_t kMaxTerminals = 1'000'000;

}  // namespace hopscope
