// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/comparison_export.h"

#include <QFileInfo>
#include <QObject>
#include <functional>
#include <memory>
#include <variant>

#include "engine/core/csv.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/design/design_placement.h"
#include "ui/drawing/network_export.h"
#include "ui/drawing/plot_widget.h"
#include "ui/drawing/save_bytes.h"
#include "ui/inspectors/run_summary.h"
#include "ui/reports/paper_pages.h"
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

/// None where its design can't be built.
NetworkPicture networkOf(const ComparisonContent::Run& run) {
  Issues issues;
  NetworkPicture picture;
  picture.topology = buildTopology(*run.design, issues);
  if (!picture.topology) return {};
  picture.placement =
      std::make_shared<const Placement>(placementOf(*picture.topology, run.design->layout));
  picture.heat = heatOf(*run.results, *picture.topology, *run.design);
  markFailed(picture.heat, *run.design, run.results->events, *picture.topology,
             lastCycle(*run.results));
  return picture;
}

/// The networks of the runs, then the plots.
std::vector<PagePicture> picturesOf(const ComparisonContent& content) {
  std::vector<PagePicture> pictures;
  for (const ComparisonContent::Run& run : content.runs) pictures.emplace_back(networkOf(run));
  for (const PlotPicture* plot : {&content.plots.latency, &content.plots.accepted})
    pictures.emplace_back(*plot);
  return pictures;
}

QString titleOf(const ComparisonContent& content) {
  QStringList names;
  for (const ComparisonContent::Run& run : content.runs) names << run.name;
  return QObject::tr("Comparison: %1").arg(names.join(QStringLiteral(", ")));
}

QString networkHtml(const ComparisonContent::Run& run, std::size_t n, const QString& picture) {
  return QStringLiteral(
             "<div class=\"run\"><h3>%1 · %2</h3><p class=\"caption\">%3, seed %4, %5"
             "</p>%6</div>\n")
      .arg(letterOf(n), run.name.toHtmlEscaped(),
           QString::fromStdString(run.design->name).toHtmlEscaped(),
           QString::number(run.results->seed), verdictWord(run.results->verdict), picture);
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

QString tablesOf(const ComparisonContent& content) {
  const std::vector<Compared> all = comparedOf(content);
  const std::size_t count = all.size();
  const auto section = [](const QString& heading, const ReportTable& table) {
    return headingHtml(heading) + tableHtml(table);
  };
  return section(QObject::tr("Settings that differ"),
                 comparedTable(compareSettings(all), count, true)) +
         section(QObject::tr("Results, with the difference to A"),
                 comparedTable(compareResults(all), count, false)) +
         section(QObject::tr("Provenance"), provenanceOf(content));
}

QString bodyOf(const ComparisonContent& content, const QString& networks, const QString& plots) {
  return QStringLiteral("<h1>%1</h1>\n").arg(titleOf(content).toHtmlEscaped()) + networks +
         captionHtml(QObject::tr("Links coloured by utilisation over the measured interval; each "
                                 "link shows its busier direction.")) +
         plots + tablesOf(content);
}

/// Each network that can be drawn, under what tells its run.
QStringList networkCells(const ComparisonContent& content, const std::vector<PagePicture>& pictures,
                         const std::function<QString(std::size_t)>& picture) {
  QStringList cells;
  for (std::size_t n = 0; n < content.runs.size(); ++n)
    if (std::get<NetworkPicture>(pictures[n]).topology)
      cells << networkHtml(content.runs[n], n, picture(n));
  return cells;
}

/// For browsers: as many in a row as there is room for.
QString grid(const QStringList& cells) {
  return QStringLiteral("<div class=\"grid\">\n%1</div>\n").arg(cells.join(QString()));
}

/// For paper, whose pages know rows of a table only: two each.
QString rowsOfTwo(const QStringList& cells) {
  QString out = QStringLiteral(
      "<table class=\"plots\" width=\"100%\" cellspacing=\"0\" cellpadding=\"0\">\n");
  for (qsizetype i = 0; i < cells.size(); i += 2)
    out += QStringLiteral("<tr><td width=\"50%\">%1</td><td width=\"50%\">%2</td></tr>\n")
               .arg(cells[i], i + 1 < cells.size() ? cells[i + 1] : QString());
  return out + QStringLiteral("</table>\n");
}

}  // namespace

QString comparisonHtml(const ComparisonContent& content) {
  const FileNumbers numbers;
  const std::vector<PagePicture> pictures = picturesOf(content);
  QStringList plots;
  for (const PlotPicture* plot : {&content.plots.latency, &content.plots.accepted})
    plots << QStringLiteral("<div><h3>%1</h3>%2</div>\n")
                 .arg(plot->title.toHtmlEscaped(),
                      inlineSvg(plotSvg(*plot, kReportPlotMillimetres)));
  const auto picture = [&](std::size_t n) {
    return inlineSvg(networkSvg(std::get<NetworkPicture>(pictures[n]), {}));
  };
  return pageHtml(titleOf(content), style(),
                  bodyOf(content, grid(networkCells(content, pictures, picture)), grid(plots)));
}

QByteArray comparisonPdf(const ComparisonContent& content) {
  const FileNumbers numbers;
  const std::vector<PagePicture> pictures = picturesOf(content);
  PaperPages pages(pictures);
  pages.arrange(titleOf(content), [&](const std::function<QString(std::size_t)>& picture) {
    const std::size_t plots = content.runs.size();
    return bodyOf(content, rowsOfTwo(networkCells(content, pictures, picture)),
                  rowsOfTwo({picture(plots), picture(plots + 1)}));
  });
  return pages.pdf();
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
  QByteArray bytes;
  if (ending == QLatin1String("html") || ending == QLatin1String("htm")) {
    bytes = comparisonHtml(content).toUtf8();
  } else if (ending == QLatin1String("pdf")) {
    bytes = comparisonPdf(content);
  } else if (ending == QLatin1String("csv")) {
    bytes = comparisonCsv(content).toUtf8();
  } else {
    if (error) {
      *error = QObject::tr(
                   "The name %1 does not say which kind of comparison to write. It may end in "
                   ".html, .pdf or .csv.")
                   .arg(QFileInfo(file).fileName());
    }
    return false;
  }
  return saveBytes(file, bytes, QObject::tr("The comparison"), error);
}

}  // namespace hopscope
