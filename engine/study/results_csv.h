// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/simulation/message_pairs.h"
#include "engine/simulation/results.h"
#include "engine/study/curve.h"
#include "engine/study/sweep.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// Who sent whom how much, as CSV: ranks of applications, and the terminals where they are by the
/// design's ids.
/// A row for each message that has arrived.
std::string arrivalsCsv(const std::vector<MessageArrival>& arrivals);

std::string matrixCsv(const Topology& topology, const std::vector<MessagePair>& pairs);

/// Tables as CSV (RFC 4180): a header row, a point as the decimal sign, an empty field where a
/// value does not exist. Times of the wall clock are left out, so that equal runs give equal files.

/// A row per run: the settings of the axes, the seed, then the summary of the results.
std::string sweepCsv(const std::vector<SweepAxis>& axes, const std::vector<SweepRow>& rows);

/// A row per point of a latency curve.
std::string curveCsv(const std::vector<CurvePoint>& points);

/// A row per window of a run: its end and length, then all it says (windowStatistics).
std::string windowsCsv(const Results& results);

}  // namespace hopscope
