// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report.h"

#include <QFileInfo>
#include <QObject>

#include "ui/drawing/network_export.h"
#include "ui/drawing/plot_widget.h"
#include "ui/drawing/save_bytes.h"
#include "ui/reports/report_page.h"
#include "ui/reports/report_pdf.h"

namespace hopscope {

namespace {

constexpr double kPlotMillimetres = 85;

/// Just the <svg> element: an XML head can't stand inside a page.
QString inlineSvg(const QByteArray& svg) {
  const auto start = svg.indexOf("<svg");
  return QString::fromUtf8(start < 0 ? svg : svg.mid(start));
}

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

QString reportHtml(const ReportInput& input) {
  const ReportPictures pictures = reportPictures(input);
  const auto picture = [&](std::size_t i) {
    if (i == 0) {
      return QStringLiteral("<div class=\"picture network\">%1</div>\n")
          .arg(inlineSvg(networkSvg(pictures.network, {})));
    }
    const PlotPicture& plot = pictures.plots[i - 1];
    return QStringLiteral("<div class=\"picture\"><h3>%1</h3>%2</div>\n")
        .arg(plot.title.toHtmlEscaped(), inlineSvg(plotSvg(plot, kPlotMillimetres)));
  };
  return QStringLiteral(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<title>%1</title>\n<style>\n%2%3</style>\n</head>\n<body>\n%4</body>\n</html>\n")
      .arg(QString::fromStdString(input.design.name).toHtmlEscaped(), reportStyle(), browserStyle(),
           reportBody(input, pictures, picture, true));
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
