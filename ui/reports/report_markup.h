// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include "ui/reports/report_content.h"

/// Pieces of HTML that all reports are made of; browsers and QTextDocument both lay them out.
namespace hopscope {

inline constexpr double kReportPlotMillimetres = 85;

/// `ownPage`: on paper it begins a page.
QString headingHtml(const QString& text, bool ownPage = false);
/// `width`: of the text, in per cent. A narrow table keeps numbers near their names.
QString tableHtml(const ReportTable& table, int width = 100);
QString captionHtml(const QString& text);  ///< none for no text
/// Just the <svg> element: an XML head can't stand inside a page.
QString inlineSvg(const QByteArray& svg);
/// A whole page; `style` are rules beside those of every report.
QString pageHtml(const QString& title, const QString& style, const QString& body);
/// The rules for the classes used here.
QString reportStyle();

}  // namespace hopscope
