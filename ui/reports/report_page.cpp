// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_page.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "engine/design/design_json.h"
#include "engine/design/link_bandwidths.h"
#include "ui/inspectors/run_summary.h"
#include "ui/plots/compare_plots.h"
#include "ui/plots/run_plots.h"
#include "ui/reports/report_applications.h"
#include "ui/reports/report_content.h"
#include "ui/reports/report_markup.h"
#include "ui/run/failures.h"
#include "ui/studies/compare_pane.h"
#include "ui/studies/curve_badge.h"
#include "ui/words/engine_text.h"
#include "ui/words/file_numbers.h"

namespace hopscope {

namespace {

QString figuresHtml(const std::vector<ReportFigure>& figures) {
  if (figures.empty()) return {};
  QString out = QStringLiteral(
      "<table class=\"figures\" width=\"100%\" cellspacing=\"0\" cellpadding=\"0\"><tr>\n");
  for (const ReportFigure& figure : figures) {
    out += QStringLiteral(
               "<td><p class=\"label\">%1</p><p class=\"figure\">%2</p>"
               "<p class=\"label\">%3</p></td>\n")
               .arg(figure.name.toHtmlEscaped(), figure.value.toHtmlEscaped(),
                    figure.unit.toHtmlEscaped());
  }
  return out + QStringLiteral("</tr></table>\n");
}

QString verdictHtml(const Topology& topology, const Results& results) {
  QString out;
  const QString sentence = verdictSentence(topology, results);
  if (!sentence.isEmpty()) {
    out += QStringLiteral("<p class=\"warn\">%1</p>\n").arg(sentence.toHtmlEscaped());
  }
  for (const Sentence& warning : results.warnings) {
    out += QStringLiteral("<p class=\"warn\">%1</p>\n").arg(engineText(warning).toHtmlEscaped());
  }
  return out;
}

QString settingsHtml(const Design& design, bool folded) {
  QString out;
  const ReportTable changed = changedTable(design);
  out += QStringLiteral("<p class=\"lead\">%1</p>\n")
             .arg(changed.rows.empty() ? QObject::tr("Every setting has its default.")
                                       : QObject::tr("These differ from their defaults."));
  if (!changed.rows.empty()) out += tableHtml(changed);
  if (!design.phases.empty())
    out += QObject::tr("<h3>The traffic changes during the run</h3>\n") +
           tableHtml(phasesTable(design));
  const ReportTable overrides = overridesTable(design);
  if (!overrides.rows.empty()) {
    out += QObject::tr("<h3>For some routers or links only</h3>\n") + tableHtml(overrides);
  }
  if (folded) {
    out += QObject::tr("<details><summary>All settings in force</summary>\n");
  } else {
    out += headingHtml(QObject::tr("All settings in force"));
  }
  for (const ReportSettings& section : allSettings(design)) {
    out += QStringLiteral("<h3>%1</h3>\n").arg(section.title.toHtmlEscaped()) +
           tableHtml(section.table, 75);
  }
  if (folded) out += QStringLiteral("</details>\n");
  return out;
}

bool hasPoints(const PlotPicture& plot) {
  for (const PlotCurve& curve : plot.curves) {
    if (curve.reference) continue;
    for (const double y : curve.y) {
      if (std::isfinite(y)) return true;
    }
  }
  return false;
}

PlotPicture titled(PlotPicture picture, const QString& title) {
  picture.title = title;
  return picture;
}

/// All plots of a run, by the ids and in the order of reportPlotNames().
std::vector<PlotPicture> plotsOf(const ReportInput& input) {
  const Results& results = *input.results;
  RunPlots run = runPlots(results.windows, results.offeredLoad, {}, {},
                          phaseMarks(input.design, input.topology.get()));
  std::vector<PlotPicture> plots;
  for (const PlotOverTime* plot : usualFirst(&PlotOverTime::usualInReport))
    plots.push_back(std::move(run.of(*plot)));
  plots.push_back(histogramPlot(results.histogram));
  plots.push_back(cumulativePlot(results.histogram));
  plots.push_back(input.topology && !results.channelUtilization.empty()
                      ? fairnessPlot(*input.topology, {results.channelUtilization.begin(),
                                                       results.channelUtilization.end()})
                      : PlotPicture{});
  return plots;
}

/// The curves of all that is compared: against load where each has such a curve, else over time.
CurvePlots comparedPlots(const ReportInput& input) {
  const QStringList names = comparedNames(input);
  std::vector<OverlaidRun> runs;
  bool curves = input.curve.size() > 1;
  const auto add = [&](const Results& results, const std::vector<CurvePoint>& curve) {
    const int n = static_cast<int>(runs.size());
    runs.push_back(overlaidRun(badgeLetter(n + 1), names[n], curve, results));
  };
  add(*input.results, input.curve);
  for (const ReportOther& other : input.others) {
    add(other.results, other.curve);
    curves = curves && other.curve.size() > 1;
  }
  return curves ? overlaidCurves(runs) : overlaidWindows(runs);
}

/// Writes the sections one after the other.
class Body {
 public:
  Body(const ReportInput& input, const ReportPictures& pictures,
       const std::function<QString(std::size_t)>& picture, bool folded)
      : input_(input), pictures_(pictures), picture_(picture), folded_(folded) {}

  QString write() {
    QString out =
        QStringLiteral("<h1>%1</h1>\n<p class=\"lead\">%2</p>\n")
            .arg(reportTitle(input_).toHtmlEscaped(), reportSubtitle(input_).toHtmlEscaped());
    bool ownPage = false;
    bool first = true;
    for (const ReportPlan::Part& part : input_.plan.parts) {
      const QString content = part.wanted ? contentOf(part.section) : QString();
      if (content.isEmpty()) continue;
      // Provenance is a page of its own; what follows it begins the next.
      const bool alone = part.section == ReportSection::provenance;
      // The summary at the top needs no heading.
      if (!(first && part.section == ReportSection::summary))
        out += headingHtml(reportSectionTitle(part.section), !first && (alone || ownPage));
      const QString caption =
          part.caption.isEmpty() ? defaultCaption(part.section, input_) : part.caption;
      out += content + captionHtml(caption);
      ownPage = alone;
      first = false;
    }
    return out;
  }

  /// Empty where there is nothing to say.
  QString contentOf(ReportSection section) const {
    switch (section) {
      case ReportSection::summary:
        return summary();
      case ReportSection::notes:
        return notes();
      case ReportSection::network:
        return input_.topology && input_.placement ? picture_(0) : QString();
      case ReportSection::results:
        return results();
      case ReportSection::applications:
        return input_.results ? applications(*input_.results) : QString();
      case ReportSection::circuits:
        return input_.results ? rowsHtml(circuitsTable(*input_.results), 75) : QString();
      case ReportSection::plots:
        return plots(section);
      case ReportSection::curve:
        return input_.curve.empty() ? QString()
                                    : plots(section) + tableHtml(curveTable(input_.curve));
      case ReportSection::comparison:
        return comparison();
      case ReportSection::channels:
        return input_.results && input_.topology && !input_.results->channelUtilization.empty()
                   ? tableHtml(hottestTable(*input_.topology, *input_.results))
                   : QString();
      case ReportSection::settings:
        return settingsHtml(input_.design, folded_);
      case ReportSection::provenance:
        return provenance();
    }
    return {};
  }

 private:
  QString summary() const {
    QString out;
    if (input_.results)
      out += verdictHtml(input_.topology ? *input_.topology : Topology{}, *input_.results);
    out += figuresHtml(reportFigures(input_));
    if (!pictures_.facts.rows.empty()) out += tableHtml(pictures_.facts, 55);
    return out;
  }

  QString notes() const {
    QString out = paragraphs(input_.plan.notes);
    const auto& leftOut = input_.plan.notesLeftOut;
    for (const StoredNote& note : input_.notes) {
      const QString text = paragraphs(QString::fromStdString(note.text));
      if (text.isEmpty() || std::find(leftOut.begin(), leftOut.end(), note.id) != leftOut.end())
        continue;
      out +=
          QStringLiteral("<h3>%1</h3>\n").arg(QString::fromStdString(note.title).toHtmlEscaped()) +
          text;
    }
    return out;
  }

  static QString paragraphs(const QString& words) {
    QString out;
    for (const QString& paragraph : words.split(QStringLiteral("\n\n"), Qt::SkipEmptyParts)) {
      const QString text = paragraph.trimmed().toHtmlEscaped();
      if (text.isEmpty()) continue;
      out += QStringLiteral("<p class=\"note\">%1</p>\n")
                 .arg(QString(text).replace(QLatin1Char('\n'), QStringLiteral("<br>")));
    }
    return out;
  }

  static QString rowsHtml(const ReportTable& table, int width) {
    return table.rows.empty() ? QString() : tableHtml(table, width);
  }

  static QString headedHtml(const QString& title, const ReportTable& table, int width) {
    return table.rows.empty() ? QString()
                              : QStringLiteral("<h3>%1</h3>\n").arg(title.toHtmlEscaped()) +
                                    tableHtml(table, width);
  }

  static QString applications(const Results& results) {
    if (results.applications.empty()) return {};
    QString out = tableHtml(applicationsTable(results), 100) +
                  headedHtml(QObject::tr("Critical path: what the completion waited for, cycles"),
                             criticalPathTable(results), 100) +
                  headedHtml(QObject::tr("Time of all ranks until the completion"),
                             sharesTable(results), 75) +
                  headedHtml(QObject::tr("All applications together"), messagesTable(results), 75);
    for (const ApplicationResult& each : results.applications)
      out += headedHtml(QObject::tr("Time of each rank, %1").arg(QString::fromStdString(each.name)),
                        ranksTable(each), 75);
    return out;
  }

  QString results() const {
    if (!input_.results) return {};
    QString out = tableHtml(resultsTable(*input_.results), 75);
    out += headedHtml(QObject::tr("Where the latency goes"), splitTable(*input_.results), 75);
    out += headedHtml(QObject::tr("Replications"), replicationsTable(*input_.results), 100);
    return out;
  }

  /// Two side by side, each with its title.
  QString plots(ReportSection section) const {
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < pictures_.plots.size(); ++i) {
      const ReportPlot& plot = pictures_.plots[i];
      if (plot.section == section && (plot.id.isEmpty() || input_.plan.plots.contains(plot.id)))
        shown.push_back(i + 1);
    }
    if (shown.empty()) return {};
    QString out = QStringLiteral(
        "<table class=\"plots\" width=\"100%\" cellspacing=\"0\" cellpadding=\"0\">\n");
    for (std::size_t i = 0; i < shown.size(); i += 2)
      out += QStringLiteral("<tr><td width=\"50%\">") + picture_(shown[i]) +
             QStringLiteral("</td><td width=\"50%\">") +
             (i + 1 < shown.size() ? picture_(shown[i + 1]) : QString()) +
             QStringLiteral("</td></tr>\n");
    return out + QStringLiteral("</table>\n");
  }

  QString comparison() const {
    if (!input_.results || input_.others.empty()) return {};
    return tableHtml(comparedRunsTable(input_)) + plots(ReportSection::comparison) +
           QStringLiteral("<h3>%1</h3>\n").arg(QObject::tr("Settings that differ")) +
           tableHtml(comparedSettingsTable(input_)) +
           QStringLiteral("<h3>%1</h3>\n").arg(QObject::tr("Results, with the difference to A")) +
           tableHtml(comparedResultsTable(input_));
  }

  QString provenance() const {
    const QString document = QString::fromStdString(writeDesign(input_.design)).toHtmlEscaped();
    return tableHtml(provenanceTable(input_)) +
           (folded_ ? QStringLiteral("<details><summary>%1</summary>\n<pre>")
                    : QStringLiteral("<h3>%1</h3>\n<pre>"))
               .arg(QObject::tr("The design document, design.json")) +
           document + (folded_ ? QStringLiteral("</pre></details>\n") : QStringLiteral("</pre>\n"));
  }

  const ReportInput& input_;
  const ReportPictures& pictures_;
  const std::function<QString(std::size_t)>& picture_;
  bool folded_;
};

}  // namespace

ReportPictures reportPictures(const ReportInput& input) {
  const FileNumbers numbers;
  ReportPictures pictures;
  pictures.network.topology = input.topology;
  pictures.network.placement = input.placement;
  if (input.topology) {
    pictures.network.linkRates = bandwidthsOf(input.design, *input.topology);
    pictures.facts = factsTable(*input.topology);
  }
  const auto add = [&pictures](ReportSection section, const QString& id, PlotPicture picture) {
    if (hasPoints(picture)) pictures.plots.push_back({section, id, std::move(picture)});
  };
  if (!input.curve.empty()) {
    const CurvePlots curve = curvePlots(input.curve);
    add(ReportSection::curve, {},
        titled(curve.latency, QObject::tr("Latency against offered load")));
    add(ReportSection::curve, {},
        titled(curve.accepted, QObject::tr("Accepted against offered load")));
  }
  if (!input.results) return pictures;
  if (input.topology) {
    pictures.network.heat = heatOf(*input.results, *input.topology, input.design);
    markFailed(pictures.network.heat, input.design, input.results->events, *input.topology,
               lastCycle(*input.results));
  }
  std::size_t n = 0;
  for (PlotPicture& picture : plotsOf(input)) {
    const auto& [id, title] = reportPlotNames()[n++];
    add(ReportSection::plots, id, titled(std::move(picture), title));
  }
  if (input.others.empty()) return pictures;
  CurvePlots compared = comparedPlots(input);
  add(ReportSection::comparison, {}, std::move(compared.latency));
  add(ReportSection::comparison, {}, std::move(compared.accepted));
  return pictures;
}

bool hasContent(ReportSection section, const ReportInput& input, const ReportPictures& pictures) {
  const std::function<QString(std::size_t)> picture = [](std::size_t) {
    return QStringLiteral("-");
  };
  return !Body(input, pictures, picture, false).contentOf(section).isEmpty();
}

QString reportTitle(const ReportInput& input) {
  const FileNumbers numbers;
  return input.plan.title.trimmed().isEmpty() ? QString::fromStdString(input.design.name)
                                              : input.plan.title.trimmed();
}

QString defaultCaption(ReportSection section, const ReportInput& input) {
  switch (section) {
    case ReportSection::network:
      return input.results ? QObject::tr(
                                 "Links coloured by utilisation over the measured "
                                 "interval; each link shows its busier direction.")
                           : QObject::tr("The network as designed.");
    case ReportSection::provenance:
      return QObject::tr(
          "The same engine version, design and seed give the same results, bit for bit, on any "
          "machine and any number of threads.");
    default:
      return {};
  }
}

QString reportBody(const ReportInput& input, const ReportPictures& pictures,
                   const std::function<QString(std::size_t)>& picture, bool folded) {
  const FileNumbers numbers;
  return Body(input, pictures, picture, folded).write();
}

}  // namespace hopscope
