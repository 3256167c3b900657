// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "ui/reports/report.h"
#include "ui/studies/comparison.h"

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
/// What tells the report's run and those it is compared with apart, in a word or two each.
QStringList comparedNames(const ReportInput& input);
/// Rows of a comparison under the letters of what is compared, differences to the first beside the
/// values.
ReportTable comparedTable(const std::vector<ComparedRow>& rows, std::size_t count,
                          bool onlyDifferent);
/// The runs compared: letter, name, design, load, seed and how it ended.
ReportTable comparedRunsTable(const ReportInput& input);
ReportTable comparedSettingsTable(const ReportInput& input);
ReportTable comparedResultsTable(const ReportInput& input);
/// What is needed to repeat the run.
ReportTable provenanceTable(const ReportInput& input);

}  // namespace hopscope
