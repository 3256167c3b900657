// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/simulation/results.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// What the names of an application's numbers begin with.
inline constexpr const char* kOfApplications = "applications.";

/// What formulas of a study may ask of a point beside its columns: two words, the worst of its runs
/// (nameOf); and which share of its runs was stable, or had all their applications finished.
inline constexpr const char *kVerdictName = "verdict", *kOutcomeName = "outcome";
inline constexpr const char *kStableShare = "stable_share", *kFinishedShare = "finished_share";

/// Numbers of a run by name.
using NamedValues = std::vector<std::pair<std::string, double>>;

/// What is kept of each run of a study: the size of its network, and all numbers of its results
/// (runStatistics, with the names they have in JSON) but those of the wall clock; then those of its
/// applications, "applications.NAME.completion".
NamedValues summaryOf(const Results& results, const Topology& topology);

/// The names that every run has.
const std::vector<std::string>& summaryNames();

/// Columns whose interval over the runs of a point, half its width, is a column too.
inline constexpr std::array kWithInterval = {"latency.mean", "accepted_load"};
std::string intervalOf(std::string_view column);

/// What several runs of a point say together in a column: the largest of largest values, the
/// smallest of smallest ones, the mean of all else, so that counts are those of a run. Half-widths
/// of single runs are none of several (intervalOf). What does not exist (NaN) is passed over, but
/// for what needs all of them (Pooling::wholeMean): parts of a whole, and the times of
/// applications, as those of the runs that finished say nothing of the others.
double pooled(std::string_view column, const std::vector<double>& values);

}  // namespace hopscope
