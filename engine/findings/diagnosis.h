// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/findings/remedies.h"
#include "engine/simulation/results.h"
#include "engine/simulation/saturation_bound.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// Something that a design or a run of it shows to be wrong, where, and what can be done.
struct Diagnosis {
  Severity severity = Severity::warning;
  std::string path;  ///< setting it is about; may be empty
  Sentence text;     ///< one sentence: what is wrong; may begin with a part, in lower case
  Sentence reason;   ///< why; may be empty
  std::set<RouterId> routers;   ///< where it is
  std::set<LinkId> links;       ///< likewise
  Remedy remedy{};              ///< what mends it; may be empty
  std::vector<Remedy> tries{};  ///< filled by addTries(): what may help
  bool wire = false;            ///< a channel has no time left, which no buffer gives it
  bool ownLink = false;         ///< of who starve: behind a link full of what they send themselves
  KnownLoad known{};            ///< load that is accepted, where it is about that
  std::uint64_t eager = 0;      ///< bytes up to which ranks would have to send unasked; else 0
};

/// A saturation bound below a load that a design offers; nothing where it bears it.
std::optional<Diagnosis> diagnoseLoad(const Design& design, const Topology& topology,
                                      const SaturationBound& bound, double load);

/// What a run of the design shows, a finished one or one so far: that it deadlocked, ranks that all
/// send before they receive, saturation, terminals that starve beside others, forwarding caches
/// that thrash, and applications whose messages are in each other's way. `results` are of exactly
/// this design.
std::vector<Diagnosis> diagnoseRun(const Design& design, const Topology& topology,
                                   const Results& results);

/// Where what a run shows is that it saturates, at a load above the saturation bound: remedies
/// lower the load as those of diagnoseLoad do, or to what got through where that is less (which is
/// far less than the network bears where throughput collapses beyond its bound), and a table of
/// route lookup that can't keep up, or a source queue that is full, is named instead of a channel.
/// Counts for up to 0.1 s.
void tellByBound(const Design& design, const std::shared_ptr<const Topology>& topology,
                 std::vector<Diagnosis>& diagnoses);

/// Where a run reads as stable though its load is above the saturation bound: what is too much may
/// be so little of all packets that the run was too short to notice. Nothing where packets
/// are dropped by choice: no queue grows. Counts for up to 0.1 s.
void addHiddenSaturation(const Design& design, const std::shared_ptr<const Topology>& topology,
                         const Results& results, std::vector<Diagnosis>& diagnoses);

/// Finds for each what may be tried against it: run beside the design, it shows what it brings.
/// Each was compiled and checked (mayRun); above kMostTriedRouters that would take too long, and
/// there is nothing to try.
inline constexpr std::uint32_t kMostTriedRouters = 4000;
void addTries(const Design& design, const Topology& topology, std::vector<Diagnosis>& diagnoses,
              const std::stop_token& stop = {});

/// "  try UGAL: --set routing.algorithm=ugal", a line each, without the last line's end.
std::string triesText(const std::vector<Remedy>& tries);

/// For a terminal: the words, and below them what to try.
std::string describe(const Diagnosis& diagnosis);

}  // namespace hopscope
