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
#include "projects/run_list.h"
#include "ui/reports/report_plan.h"
#include "ui/studies/kept_curves.h"

namespace hopscope {

class RunNames;

/// Another run that the report's own is compared with.
struct ReportOther {
  Design design;
  Results results;
  QString date;
  std::vector<CurvePoint> curve;
  QString name{};  ///< as in the project's tree
};

/// Everything a report tells; what is absent is left out of it.
struct ReportInput {
  Design design;  ///< as it was run
  std::shared_ptr<const Topology> topology;
  std::shared_ptr<const Placement> placement;
  std::optional<Results> results;
  std::vector<CurvePoint> curve;              ///< a latency curve of the same design
  std::optional<CurveSeeds> curveSeeds = {};  ///< of its points, where they have them in common
  QString engineVersion;                      ///< the results' own where empty
  QString date;                               ///< of the run, as it shall stand in the report
  std::vector<ReportOther> others;
  std::vector<StoredNote> notes;  ///< of the project
  ReportPlan plan;                ///< which sections, in which order
  QString name;                   ///< of the run, as in the project's tree; may be empty
};

/// The report of a kept run: its network, the latency curve it belongs to, and of `all` those runs
/// the plan compares it with, by these names. No topology where its design can't be built; `issues`
/// says why.
ReportInput reportOfRun(const StoredRun& run, const RunList& all, const RunNames& names,
                        const std::vector<StoredCurve>& curves, const ReportPlan& plan,
                        Issues& issues);

/// A stored UTC time as a report tells it, the same everywhere: "2026-11-21 21:05 UTC".
QString reportDate(const std::string& iso);

/// Writes a report: one self-contained HTML page (pictures inside), or a PDF with the same content.
/// The format follows the name's ending: html, htm or pdf. False and a sentence where it can't be
/// written. Needs a QApplication (offscreen will do).
bool writeReport(const ReportInput& input, const QString& file, QString* error);

/// The page itself.
QString reportHtml(const ReportInput& input);

}  // namespace hopscope
