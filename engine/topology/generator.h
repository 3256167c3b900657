// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/core/registry.h"
#include "engine/topology/facts.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// A family of networks. Adding one: a file in generators/ and a line in generators.cpp.
struct Generator : Entry {
  /// What is wrong beyond the parameters' own ranges; paths are parameter names.
  std::function<Issues(const Values&)> check;
  /// Facts from closed formulas, without building; instant at any size. Called only on parameters
  /// without errors.
  std::function<TopologyFacts(const Values&)> facts;
  /// Builds the network. Called only on parameters without errors.
  std::function<Topology(const Values&)> build;
  /// Routing algorithms that fit, the default first.
  std::vector<std::string> routings;
  /// A router's group and position are its row and column on a grid.
  bool inRows = false;
};

/// All families, in the order of the generate dialog.
const Registry<Generator>& generators();

/// Most routers, and most terminals, a generated network may have.
inline constexpr std::uint64_t kMaxRouters = 100'000;
inline constexpr std::uint64_t kMaxTerminals = 1'000'000;

}  // namespace hopscope
