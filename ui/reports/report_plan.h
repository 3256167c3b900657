// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <map>
#include <vector>

namespace hopscope {

/// A part of a report.
enum class ReportSection {
  summary,       ///< how it ended, the key figures, the network's facts
  notes,         ///< the author's own words
  network,       ///< the drawing, with the heat of the run
  results,       ///< the figures, where the latency goes, replications
  applications,  ///< what came of each: completion, critical path, time of ranks
  circuits,      ///< circuits, and what travels beside them
  plots,         ///< over time and over packets
  curve,         ///< latency and accepted load against offered load
  comparison,    ///< with other runs: what differs in settings and results
  channels,      ///< the hottest
  settings,      ///< those that were changed, then all in force
  provenance,    ///< all that repeats the run, on a page of its own
};

const std::vector<ReportSection>& reportSections();  ///< in the order of a new report
const char* reportSectionId(ReportSection section);  ///< as in files and on the command line
QString reportSectionTitle(ReportSection section);   ///< its heading
QString reportSectionHint(ReportSection section);    ///< what it holds, a line
/// The plots a report may hold, by their ids and with their titles.
const std::vector<std::pair<QString, QString>>& reportPlotNames();

/// What a report holds and in which order; what there is nothing to say about is left out anyway.
struct ReportPlan {
  struct Part {
    ReportSection section = ReportSection::summary;
    bool wanted = true;
    QString caption;  ///< below the heading's content; the section's own where empty
    bool operator==(const Part&) const = default;
  };

  QString title;  ///< the design's name where empty
  QString notes;  ///< plain text; a blank line begins a paragraph
  std::vector<Part> parts;
  std::vector<std::int64_t> notesLeftOut;  ///< of the project's notes; all others are in
  QStringList plots;                       ///< ids of the plots wanted
  std::vector<std::int64_t> compare;       ///< runs of the project to compare with

  ReportPlan();  ///< of a new report: everything, in the usual order
  bool operator==(const ReportPlan&) const = default;
};

/// The same on a page or two: how it ended, the author's words, the drawing, what differs from the
/// runs compared, and the first two plots. Order, captions and runs stay.
ReportPlan shortForm(ReportPlan plan);
/// The same with all sections, and the plots of a new report.
ReportPlan longForm(ReportPlan plan);
/// The same with that section, and with these runs to compare with.
ReportPlan comparing(ReportPlan plan, std::vector<std::int64_t> runs);

/// The plan as it is kept with a project (JSON). Reading passes over what it does not know, so that
/// plans of other versions can be read: sections that are missing follow at the end.
QByteArray writePlan(const ReportPlan& plan);
ReportPlan readPlan(const QByteArray& text);

/// The key of the project's view values that holds its plan.
inline constexpr const char* kReportPlanKey = "report.plan";

/// At most so many runs are compared with the report's own.
inline constexpr std::size_t kMostCompared = 5;

}  // namespace hopscope
