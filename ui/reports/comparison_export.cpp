// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/comparison_export.h"

#include <QFileInfo>
#include <QObject>
#include <memory>

#include "engine/core/csv.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/design/design_placement.h"
#include "ui/drawing/network_export.h"
#include "ui/drawing/plot_widget.h"
#include "ui/drawing/save_bytes.h"
#include "ui/inspectors/run_summary.h"
#include "ui/reports/report_content.h"
#include "ui/reports/report_markup.h"
#include "ui/run/failures.h"
#include "ui/studies/compare_pane.h"
#include "ui/studies/comparison.h"
#include "ui/studies/curve_badge.h"
#include "ui/words/file_numbers.h"

namespace hopscope {

namespace {

std::vector<Compared> comparedOf(const ComparisonContent& content) {
  std::vector<Compared> all;
  for (const ComparisonContent::Run& run : content.runs) all.push_back({run.design, run.results});
  return all;
}

QString letterOf(std::size_t n) {
  return badgeLetter(static_cast<int>(n) + 1);
}

QString networkHtml(const ComparisonContent::Run& run, std::size_t n) {
  Issues issues;
  NetworkPicture picture;
  picture.topology = buildTopology(*run.design, issues);
  if (!picture.topology) return {};
  picture.placement =
      std::make_shared<const Placement>(placementOf(*picture.topology, run.design->layout));
  picture.heat = heatOf(*run.results, *picture.topology, *run.design);
  markFailed(picture.heat, *run.design, run.results->events, *picture.topology,
             lastCycle(*run.results));
  return QStringLiteral(
             "<div class=\"run\"><h3>%1 · %2</h3><p class=\"caption\">%3, seed %4, %5"
             "</p>%6</div>\n")
      .arg(letterOf(n), run.name.toHtmlEscaped(),
           QString::fromStdString(run.design->name).toHtmlEscaped(),
           QString::number(run.results->seed), verdictWord(run.results->verdict),
           inlineSvg(networkSvg(picture, {})));
}

QString style() {
  return QStringLiteral(
      "body { max-width: 1100px; margin: 32px auto; padding: 0 24px; line-height: 1.35; }\n"
      ".grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(340px, 1fr)); "
      "gap: 16px; }\n"
      ".grid svg { width: 100%; height: auto; display: block; }\n"
      "table { border-collapse: collapse; }\n"
      "td, th { font-variant-numeric: tabular-nums; }\n");
}

ReportTable provenanceOf(const ComparisonContent& content) {
  ReportTable table;
  table.numbers = false;
  for (std::size_t n = 0; n < content.runs.size(); ++n) {
    const ComparisonContent::Run& run = content.runs[n];
    table.rows.push_back(
        {letterOf(n), run.date,
         QObject::tr("engine %1").arg(QString::fromStdString(run.results->engineVersion)),
         QString::fromStdString(designHash(*run.design))});
  }
  return table;
}

QString cellOf(const QString& text) {
  return QString::fromStdString(csvCell(text.toStdString()));
}

}  // namespace

QString comparisonHtml(const ComparisonContent& content) {
  const FileNumbers numbers;
  const std::vector<Compared> all = comparedOf(content);
  QStringList names;
  for (const ComparisonContent::Run& run : content.runs) names << run.name;
  const QString title = QObject::tr("Comparison: %1").arg(names.join(QStringLiteral(", ")));
  QString body = QStringLiteral("<h1>%1</h1>\n<div class=\"grid\">\n").arg(title.toHtmlEscaped());
  for (std::size_t n = 0; n < content.runs.size(); ++n) body += networkHtml(content.runs[n], n);
  body +=
      QStringLiteral("</div>\n<p class=\"caption\">%1</p>\n<div class=\"grid\">\n")
          .arg(QObject::tr("Links coloured by utilisation over the measured interval; each link "
                           "shows its busier direction."));
  for (const PlotPicture* plot : {&content.plots.latency, &content.plots.accepted})
    body +=
        QStringLiteral("<div><h3>%1</h3>%2</div>\n")
            .arg(plot->title.toHtmlEscaped(), inlineSvg(plotSvg(*plot, kReportPlotMillimetres)));
  body += QStringLiteral("</div>\n");
  const std::size_t count = content.runs.size();
  const auto section = [&body](const QString& heading, const ReportTable& table) {
    body += headingHtml(heading) + tableHtml(table);
  };
  section(QObject::tr("Settings that differ"), comparedTable(compareSettings(all), count, true));
  section(QObject::tr("Results, with the difference to A"),
          comparedTable(compareResults(all), count, false));
  section(QObject::tr("Provenance"), provenanceOf(content));
  return pageHtml(title, style(), body);
}

QString comparisonCsv(const ComparisonContent& content) {
  const std::vector<Compared> all = comparedOf(content);
  QStringList head{QStringLiteral("kind"), QStringLiteral("name"), QStringLiteral("unit")};
  for (const ComparisonContent::Run& run : content.runs) head << cellOf(run.name);
  QString out = head.join(QLatin1Char(',')) + QLatin1Char('\n');
  const auto add = [&out](const char* kind, const std::vector<ComparedRow>& rows) {
    for (const ComparedRow& row : rows) {
      QStringList cells{QString::fromLatin1(kind), cellOf(row.name), cellOf(row.unit)};
      for (const QString& value : row.plain) cells << cellOf(value);
      out += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
  };
  add("setting", compareSettings(all));
  add("result", compareResults(all));
  return out;
}

bool exportComparison(const ComparisonContent& content, const QString& file, QString* error) {
  const QString ending = QFileInfo(file).suffix().toLower();
  if (ending == QLatin1String("csv"))
    return saveBytes(file, comparisonCsv(content).toUtf8(), QObject::tr("The comparison"), error);
  return saveBytes(file, comparisonHtml(content).toUtf8(), QObject::tr("The comparison"), error);
}

}  // namespace hopscope
