// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/traffic/traffic_pattern.h"
#include "tests/engine/routing/networks.h"

namespace hopscope::test {

/// So many of them around one crossbar.
Topology terminals(std::int64_t count);

Issues checkPattern(const std::string& name, const Topology& topology, const Values& values = {});

/// Defaults of the pattern, except what `values` says.
std::unique_ptr<TrafficPattern> patternOf(const std::string& name, const Topology& topology,
                                          const Values& values = {}, std::uint64_t seed = 1);

/// How often each terminal is drawn by one source; the last element counts "sends nothing".
std::vector<int> histogram(const TrafficPattern& pattern, const Topology& topology,
                           TerminalId source, int draws, std::uint64_t seed = 1);

/// Pearson's chi-square of counts that should all be alike.
double chiSquare(const std::vector<int>& counts);
/// A value that chi-square with that many degrees of freedom exceeds once in a million
/// (Wilson & Hilferty 1931).
double chiSquareLimit(std::size_t degrees);

/// Where a pattern without chance sends everyone.
std::vector<TerminalId> destinationsOf(const TrafficPattern& pattern, const Topology& topology);

}  // namespace hopscope::test
