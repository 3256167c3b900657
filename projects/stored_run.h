// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "projects/project.h"

namespace hopscope {

/// A kept run's recording takes at most so many bytes, unless its network is enormous.
inline constexpr std::size_t kKeptRecordingBytes = std::size_t{4} << 20U;

/// Now in UTC, ISO 8601: "2026-11-21T13:05:00Z".
std::string utcNow();
/// When a file was written last, likewise; empty where there is none.
std::string utcOfFile(const std::string& file);

/// How many of its phases change the traffic.
std::size_t trafficPhases(const Design& design);
/// "Uniform, 0.30": the pattern and the load, which tell the runs of one design apart; with
/// "2 phases" behind them where phases change that. "NPB FT, Ping-pong": the applications, where
/// there are any, before what is offered beside them.
std::string runName(const Design& design);
/// Whether a run of the design has that name unless somebody gives it another; earlier versions
/// said nothing of phases or of applications.
bool isRunName(const Design& design, const std::string& name);

/// "Mesh 8 × 8, Uniform, seeds 1 to 3": what tells latency curves apart, with their time.
std::string curveName(const Design& design);

/// A run as it is kept, named and dated; `design` is the one that was run.
StoredRun makeRun(const Design& design, Results results, RowId designId);

/// The hashes of the designs of complete runs of this engine that carry `tag`, or none where it is
/// empty: such a run would come out the same again.
std::multiset<std::string> wholeRuns(std::span<const RunHead> runs, const std::string& tag);

/// A latency curve as it is kept; the runs of its points are not.
StoredCurve makeCurve(const Design& design, std::vector<CurvePoint> points, RowId designId);

}  // namespace hopscope
