// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report.h"

#include <QDateTime>
#include <QFileInfo>
#include <QObject>
#include <algorithm>
#include <utility>

#include "engine/design/compile.h"
#include "engine/design/design_placement.h"
#include "ui/drawing/network_export.h"
#include "ui/drawing/plot_widget.h"
#include "ui/drawing/save_bytes.h"
#include "ui/reports/report_markup.h"
#include "ui/reports/report_page.h"
#include "ui/reports/report_paper.h"
#include "ui/studies/run_labels.h"

namespace hopscope {

namespace {

/// What only browsers know: a column in the middle, pictures as wide as it.
QString browserStyle() {
  return QStringLiteral(
      "body { max-width: 860px; margin: 32px auto; padding: 0 24px; line-height: 1.35; }\n"
      ".picture svg { width: 100%; height: auto; display: block; }\n"
      ".network { border: 1px solid #D3D8E0; border-radius: 6px; overflow: hidden; }\n"
      "table { border-collapse: collapse; }\n"
      "table.plots td { padding: 0 8px 12px 0; vertical-align: top; }\n"
      "td, th { text-align: left; font-variant-numeric: tabular-nums; }\n"
      "td[align=right], th[align=right] { text-align: right; }\n"
      "details { margin: 12px 0; }\n"
      "summary { color: #0A5F61; cursor: pointer; padding: 4px 0; }\n"
      "pre { white-space: pre-wrap; overflow-wrap: anywhere; }\n"
      "@media print { body { margin: 0; max-width: none; } h2, h3 { break-after: avoid; }\n"
      "  .picture, tr { break-inside: avoid; } }\n");
}

}  // namespace

QString reportDate(const std::string& iso) {
  const QDateTime when = QDateTime::fromString(QString::fromStdString(iso), Qt::ISODate);
  if (!when.isValid()) return QString::fromStdString(iso);
  const QDateTime utc = when.toUTC();
  return utc.date().toString(Qt::ISODate) + QLatin1Char(' ') +
         utc.time().toString(QStringLiteral("hh:mm")) + QStringLiteral(" UTC");
}

ReportInput reportOfRun(const StoredRun& run, const RunList& all, const RunNames& names,
                        const std::vector<StoredCurve>& curves, const ReportPlan& plan,
                        Issues& issues) {
  ReportInput input;
  input.plan = plan;
  input.design = run.design;
  input.results = run.results;
  input.date = reportDate(run.started);
  input.topology = buildTopology(run.design, issues);
  if (input.topology)
    input.placement =
        std::make_shared<const Placement>(placementOf(*input.topology, run.design.layout));
  // A single load is no curve.
  if (KeptCurve curve = keptCurve(run, curves, all); curve.points.size() > 1) {
    input.curve = std::move(curve.points);
    input.curveSeeds = curve.seeds;
  }
  if (plan.compare.empty()) return input;
  const auto nameOf = [&](RowId id) {
    const RunHead* head = all.find(id);
    return head == nullptr ? QString() : names.of(*head);
  };
  input.name = nameOf(run.id);
  for (const RowId id : plan.compare)
    if (const auto other = id == run.id ? nullptr : all.run(id))
      input.others.push_back({other->design, other->results, reportDate(other->started),
                              keptCurve(*other, curves, all).points, nameOf(id)});
  return input;
}

QString reportHtml(const ReportInput& input) {
  const ReportPictures pictures = reportPictures(input);
  const auto picture = [&](std::size_t i) {
    if (i == 0) {
      return QStringLiteral("<div class=\"picture network\">%1</div>\n")
          .arg(inlineSvg(networkSvg(pictures.network, {})));
    }
    const PlotPicture& plot = pictures.plots[i - 1].picture;
    return QStringLiteral("<div class=\"picture\"><h3>%1</h3>%2</div>\n")
        .arg(plot.title.toHtmlEscaped(), inlineSvg(plotSvg(plot, kReportPlotMillimetres)));
  };
  return pageHtml(reportTitle(input), browserStyle(), reportBody(input, pictures, picture, true));
}

bool writeReport(const ReportInput& input, const QString& file, QString* error) {
  const QString ending = QFileInfo(file).suffix().toLower();
  QByteArray content;
  if (ending == QLatin1String("html") || ending == QLatin1String("htm")) {
    content = reportHtml(input).toUtf8();
  } else if (ending == QLatin1String("pdf")) {
    content = reportPdf(input);
  } else {
    if (error) {
      *error = QObject::tr(
                   "The name %1 does not say which kind of report to write. It may end "
                   "in .html or .pdf.")
                   .arg(QFileInfo(file).fileName());
    }
    return false;
  }
  return saveBytes(file, content, QObject::tr("The report"), error);
}

}  // namespace hopscope
