// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "engine/study/curve.h"
#include "engine/topology/placement.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// Everything a report tells; what is absent is left out of it.
struct ReportInput {
  Design design;  ///< as it was run
  std::shared_ptr<const Topology> topology;
  std::shared_ptr<const Placement> placement;
  std::optional<Results> results;
  std::vector<CurvePoint> curve;  ///< a latency curve of the same design
  QString engineVersion;          ///< the results' own where empty
  QString date;                   ///< of the run, as it shall stand in the report
};

/// Writes a report: one self-contained HTML page (pictures inside), or a PDF with the same content.
/// The format follows the name's ending: html, htm or pdf. False and a sentence where it can't be
/// written. Needs a QApplication (offscreen will do).
bool writeReport(const ReportInput& input, const QString& file, QString* error);

/// The page itself.
QString reportHtml(const ReportInput& input);

}  // namespace hopscope
