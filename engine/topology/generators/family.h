// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/topology/generator.h"
#include "engine/topology/layouts/layouts.h"

/// What the families share: their declarations, size limits, and facts from counts.
namespace hopscope::families {

Generator mesh();
Generator torus();
Generator ring();
Generator hypercube();
Generator hyperx();
Generator kAryNTree();
Generator xgft();
Generator foldedClos();
Generator clos();
Generator mikant();
Generator dragonfly();
Generator slimfly();
Generator randomRegular();
Generator complete();
Generator crossbar();

/// Ports a router of a generated network may have at most.
inline constexpr std::uint64_t kMaxRadix = 4096;
/// Cables a generated network may have at most, terminal links included.
inline constexpr std::uint64_t kMaxLinks = 16'000'000;

/// Products and powers that stop at 2^63 instead of overflowing; parameters may be anything.
std::uint64_t times(std::uint64_t a, std::uint64_t b);
std::uint64_t plus(std::uint64_t a, std::uint64_t b);
std::uint64_t power(std::uint64_t base, std::uint64_t exponent);

/// A parameter's value as a count; negative ones are 0.
std::uint64_t countAt(const Values& values, const std::string& name);

/// A list of counts; negative ones are 0.
std::vector<std::uint64_t> countsAt(const Values& values, const std::string& name);

/// The size a set of parameters asks for.
struct Size {
  std::uint64_t routers = 0, terminals = 0, radix = 0;
  std::uint64_t links = 0;  ///< 0 where the other three bound it
};

/// One sentence for each limit that `size` breaks. `path` is the parameter to blame, `remedy` says
/// what to make smaller.
Issues sizeIssues(const Size& size, const std::string& path, const Sentence& remedy);

/// A parameter that is a whole number.
Parameter countParameter(const char* name, const char* label, std::int64_t fallback, double minimum,
                         double maximum, const char* help);
/// "lag": parallel links between two connected routers.
Parameter lagParameter();
/// "terminals_per_router".
Parameter terminalsPerRouterParameter(std::int64_t fallback);

/// Counts of a network whose routers all have `perRouter` terminals and `lag` links to each of
/// `degree` neighbours; no distances.
TopologyFacts regularFacts(std::uint64_t routers, std::uint64_t perRouter, std::uint64_t degree,
                           std::uint64_t lag);

/// Plugs `perRouter` terminals into each router there is, router by router.
void addTerminals(TopologyBuilder& builder, std::uint64_t perRouter);

/// Fills in distances, in links from terminal to terminal, for a network in which `hosts` routers
/// have `perHost` terminals each. `distanceSum` is over all ordered pairs of such routers.
void setDistances(TopologyFacts& facts, std::uint64_t hosts, std::uint64_t perHost,
                  std::uint64_t distanceSum, std::uint64_t routerDiameter);

}  // namespace hopscope::families
