// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/simulation/results.h"
#include "ui/reports/report_content.h"

/// What a report says of applications, and of circuits. Tables without rows where the run has
/// nothing of it.
namespace hopscope {

/// A row per application: how far it came, completion, ideal, slowdown, messages.
ReportTable applicationsTable(const Results& results);
/// A row per application that finished: shares of its ranks' time until then.
ReportTable sharesTable(const Results& results);
/// A row per application that finished: cycles by what they were spent on.
ReportTable criticalPathTable(const Results& results);
/// All applications together: makespan, bandwidth.
ReportTable messagesTable(const Results& results);
/// The time of each rank, in cycles; of many, the first.
ReportTable ranksTable(const ApplicationResult& application);
/// Hit rate and latency of circuits, load and latency of best effort.
ReportTable circuitsTable(const Results& results);

}  // namespace hopscope
