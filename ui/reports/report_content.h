// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "ui/reports/report.h"

/// What a report says, before it has a look: words and numbers as they stand on paper.
namespace hopscope {

/// A table; the first column is text, the others are right-aligned where `numbers`.
struct ReportTable {
  QStringList head;  ///< empty: none
  std::vector<QStringList> rows;
  bool numbers = true;
};

/// A section of the settings with its values in force.
struct ReportSettings {
  QString title;
  ReportTable table;
};

/// One of the large figures at the top.
struct ReportFigure {
  QString name, value, unit;
};

/// "Dragonfly, 72 terminals · Uniform, load 0.30".
QString reportSubtitle(const ReportInput& input);
std::vector<ReportFigure> reportFigures(const ReportInput& input);
ReportTable factsTable(const Topology& topology);
ReportTable resultsTable(const Results& results);
/// What the mean latency is made of; no rows where that is not known.
ReportTable splitTable(const Results& results);
/// A row per replication; none of a single run.
ReportTable replicationsTable(const Results& results);
/// The busiest channels, hottest first.
ReportTable hottestTable(const Topology& topology, const Results& results);
ReportTable curveTable(const std::vector<CurvePoint>& points);
/// Settings that differ from their defaults: label, value, default.
ReportTable changedTable(const Design& design);
/// Changes of the traffic during the run.
ReportTable phasesTable(const Design& design);
/// Settings that differ for some routers or links.
ReportTable overridesTable(const Design& design);
std::vector<ReportSettings> allSettings(const Design& design);
/// What is needed to repeat the run.
ReportTable provenanceTable(const ReportInput& input);

}  // namespace hopscope
