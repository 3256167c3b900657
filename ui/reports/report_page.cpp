// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_page.h"

#include <QObject>
#include <cmath>

#include "engine/design/design_json.h"
#include "ui/drawing/theme.h"
#include "ui/inspectors/run_summary.h"
#include "ui/plots/run_plots.h"
#include "ui/reports/report_content.h"

namespace hopscope {

namespace {

QString heading(const QString& text) {
  return QStringLiteral("<h2>%1</h2>\n").arg(text.toHtmlEscaped());
}

/// `width`: of the text, in per cent. A narrow table keeps numbers near their names.
QString tableHtml(const ReportTable& table, int width = 100) {
  QString out =
      QStringLiteral("<table class=\"rows\" width=\"%1%\" cellspacing=\"0\">\n").arg(width);
  const QString side = table.numbers ? QStringLiteral("right") : QStringLiteral("left");
  const auto row = [&](const QStringList& cells, const char* tag) {
    out += QStringLiteral("<tr>");
    for (qsizetype i = 0; i < cells.size(); ++i) {
      // Units stand in a third column of their own and read on from the number.
      const bool unit = table.head.isEmpty() && i == 2;
      out += QStringLiteral("<%1 class=\"%2\" align=\"%3\">%4</%1>")
                 .arg(QString::fromLatin1(tag),
                      i == 0 ? QStringLiteral("name") : QStringLiteral("value"),
                      i == 0 || unit ? QStringLiteral("left") : side, cells[i].toHtmlEscaped());
    }
    out += QStringLiteral("</tr>\n");
  };
  if (!table.head.isEmpty()) row(table.head, "th");
  for (const QStringList& cells : table.rows) row(cells, "td");
  return out + QStringLiteral("</table>\n");
}

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
  for (const std::string& warning : results.warnings) {
    out += QStringLiteral("<p class=\"warn\">%1</p>\n")
               .arg(QString::fromStdString(warning).toHtmlEscaped());
  }
  return out;
}

QString settingsHtml(const Design& design, bool folded) {
  QString out = heading(QObject::tr("Settings"));
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
    out += heading(QObject::tr("All settings in force"));
  }
  for (const ReportSettings& section : allSettings(design)) {
    out += QStringLiteral("<h3>%1</h3>\n").arg(section.title.toHtmlEscaped()) +
           tableHtml(section.table, 75);
  }
  if (folded) out += QStringLiteral("</details>\n");
  return out;
}

/// Two plots side by side, each with its title.
QString plotsHtml(std::size_t count, const std::function<QString(std::size_t)>& picture) {
  if (count == 0) return {};
  QString out =
      heading(QObject::tr("Plots")) + QStringLiteral(
                                          "<table class=\"plots\" width=\"100%\" cellspacing=\"0\" "
                                          "cellpadding=\"0\">\n");
  for (std::size_t i = 0; i < count; i += 2) {
    out += QStringLiteral("<tr><td width=\"50%\">%1</td><td width=\"50%\">%2</td></tr>\n")
               .arg(picture(i + 1), i + 1 < count ? picture(i + 2) : QString());
  }
  return out + QStringLiteral("</table>\n");
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

}  // namespace

ReportPictures reportPictures(const ReportInput& input) {
  ReportPictures pictures;
  pictures.network.topology = input.topology;
  pictures.network.placement = input.placement;
  std::vector<PlotPicture> plots;
  if (!input.curve.empty()) {
    const CurvePlots curve = curvePlots(input.curve);
    plots = {curve.latency, curve.accepted};
    plots[0].title = QObject::tr("Latency against offered load");
    plots[1].title = QObject::tr("Accepted against offered load");
  }
  if (input.results) {
    const Results& results = *input.results;
    NetworkHeat& heat = pictures.network.heat;
    heat.channelUtilization.assign(results.channelUtilization.begin(),
                                   results.channelUtilization.end());
    for (const RouterResult& router : results.routers) {
      heat.routerHitRate.push_back(router.cacheLookups > 0
                                       ? float(router.cacheHits) / float(router.cacheLookups)
                                       : std::nanf(""));
    }
    const RunPlots run =
        runPlots(results.windows, results.offeredLoad, {}, {}, phaseMarks(input.design));
    plots.insert(plots.end(), {run.latency, run.accepted, run.hitRate, run.nonminimal});
    plots[plots.size() - 4].title = QObject::tr("Latency over time");
    plots[plots.size() - 3].title = QObject::tr("Accepted load over time");
    plots[plots.size() - 2].title = QObject::tr("Forwarding-cache hits over time");
    plots[plots.size() - 1].title = QObject::tr("Non-minimal packets over time");
  }
  for (PlotPicture& plot : plots) {
    if (hasPoints(plot)) pictures.plots.push_back(std::move(plot));
  }
  return pictures;
}

QString reportBody(const ReportInput& input, const ReportPictures& pictures,
                   const std::function<QString(std::size_t)>& picture, bool folded) {
  QString out = QStringLiteral("<h1>%1</h1>\n<p class=\"lead\">%2</p>\n")
                    .arg(QString::fromStdString(input.design.name).toHtmlEscaped(),
                         reportSubtitle(input).toHtmlEscaped());
  if (input.results)
    out += verdictHtml(input.topology ? *input.topology : Topology{}, *input.results);
  out += figuresHtml(reportFigures(input));
  if (input.topology && input.placement) {
    out += heading(QObject::tr("Network")) + picture(0);
    out += QStringLiteral("<p class=\"caption\">%1</p>\n")
               .arg(pictures.network.heat.empty()
                        ? QObject::tr("The network as designed.")
                        : QObject::tr("Links coloured by utilisation over the measured "
                                      "interval; each link shows its busier direction."));
  }
  if (input.topology) out += tableHtml(factsTable(*input.topology), 55);
  if (input.results) {
    out += heading(QObject::tr("Results")) + tableHtml(resultsTable(*input.results), 75);
  }
  out += plotsHtml(pictures.plots.size(), picture);
  if (input.results) {
    const ReportTable split = splitTable(*input.results);
    if (!split.rows.empty())
      out += heading(QObject::tr("Where the latency goes")) + tableHtml(split, 75);
    const ReportTable replications = replicationsTable(*input.results);
    if (!replications.rows.empty())
      out += heading(QObject::tr("Replications")) + tableHtml(replications);
  }
  if (!input.curve.empty()) out += tableHtml(curveTable(input.curve));
  if (input.results && input.topology && !input.results->channelUtilization.empty()) {
    out += heading(QObject::tr("Hottest channels")) +
           tableHtml(hottestTable(*input.topology, *input.results));
  }
  out += settingsHtml(input.design, folded);
  out += heading(QObject::tr("Provenance")) + tableHtml(provenanceTable(input));
  const QString document = QString::fromStdString(writeDesign(input.design)).toHtmlEscaped();
  out += folded ? QObject::tr(
                      "<details><summary>The design document</summary>\n<pre>%1</pre>"
                      "</details>\n")
                      .arg(document)
                : QObject::tr("<h3>The design document</h3>\n<pre>%1</pre>\n").arg(document);
  return out;
}

QString reportStyle() {
  // The light theme whatever the screen has: a report is paper.
  const Theme& theme = Theme::light();
  QString style = QStringLiteral(
      "body { font-family: 'DejaVu Sans', sans-serif; font-size: 12px; color: @t1; }\n"
      "h1 { font-size: 20px; margin: 0 0 4px 0; }\n"
      "h2 { font-size: 15px; margin: 28px 0 8px 0; }\n"
      "h3 { font-size: 12px; margin: 16px 0 4px 0; }\n"
      "p { margin: 0; }\n"
      ".lead { color: @t2; margin-bottom: 8px; }\n"
      ".caption { font-size: 11px; color: @t3; margin: 4px 0 12px 0; }\n"
      ".warn { color: @warn; margin: 4px 0; }\n"
      ".label { font-size: 11px; color: @t3; }\n"
      ".figure { font-size: 15px; font-weight: bold; }\n"
      "table.figures { margin: 12px 0; }\n"
      "table.figures td { padding: 4px 12px 4px 0; }\n"
      "table.rows td, table.rows th { padding: 3px 8px 3px 0; border-bottom: 1px solid @line; }\n"
      "table.rows th { color: @t3; font-weight: normal; font-size: 11px; }\n"
      "table.rows td.name { color: @t2; }\n"
      "pre { font-size: 10px; color: @t2; }\n");
  const std::vector<std::pair<QString, Tone>> tones{{QStringLiteral("@warn"), Tone::warn},
                                                    {QStringLiteral("@line"), Tone::line},
                                                    {QStringLiteral("@t1"), Tone::t1},
                                                    {QStringLiteral("@t2"), Tone::t2},
                                                    {QStringLiteral("@t3"), Tone::t3}};
  for (const auto& [name, tone] : tones) style.replace(name, theme.color(tone).name());
  return style;
}

}  // namespace hopscope
