// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/simulation/results.h"

namespace hopscope {

/// The packets that a ClassResult is of: those of a kind of path in words, not in the letters of
/// the literature that stand in files.
QString className(const ClassResult& packets);

/// The run was stopped before it measured anything.
bool measuredNothing(const Results& results);

/// The accepted load; NaN where nothing was measured.
double measuredLoad(const Results& results);
/// "0.125", or "–".
QString acceptedText(const Results& results);

/// What stands where a run has no latency: "no steady state", or a dash where nothing arrived.
QString noLatencyWords(Verdict verdict);

}  // namespace hopscope
