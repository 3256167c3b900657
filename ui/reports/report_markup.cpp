// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_markup.h"

#include <utility>
#include <vector>

#include "ui/drawing/theme.h"

namespace hopscope {

QString headingHtml(const QString& text, bool ownPage) {
  return (ownPage ? QStringLiteral("<h2 style=\"page-break-before:always\">%1</h2>\n")
                  : QStringLiteral("<h2>%1</h2>\n"))
      .arg(text.toHtmlEscaped());
}

QString tableHtml(const ReportTable& table, int width) {
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

QString captionHtml(const QString& text) {
  return text.isEmpty() ? QString()
                        : QStringLiteral("<p class=\"caption\">%1</p>\n").arg(text.toHtmlEscaped());
}

QString inlineSvg(const QByteArray& svg) {
  const auto start = svg.indexOf("<svg");
  return QString::fromUtf8(start < 0 ? svg : svg.mid(start));
}

QString pageHtml(const QString& title, const QString& style, const QString& body) {
  return QStringLiteral(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<title>%1</title>\n<style>\n%2%3</style>\n</head>\n<body>\n%4</body>\n</html>\n")
      .arg(title.toHtmlEscaped(), reportStyle(), style, body);
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
      ".note { margin-bottom: 8px; }\n"
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
