// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "ui/drawing/theme.h"

namespace hopscope {

/// One curve of a plot. NaN values break the line.
struct PlotCurve {
  QString name;
  std::vector<double> x, y;
  std::vector<double> errors;  ///< half-widths of 95 % intervals; empty: none
  int number = 1;              ///< curve number 1..8: colour, dash and marker
  bool markers = false;        ///< on measured points only
  bool reference = false;      ///< dashed t3, e.g. "offered"
};

/// A vertical line with a word: saturation, an event.
struct PlotMark {
  double x = 0;
  QString text;
  int number = 0;  ///< a curve's colour, or 0 for t2
};

/// What one plot shows; a value.
struct PlotPicture {
  QString title;
  QString xTitle, yTitle;  ///< "time (cycles)"
  std::vector<PlotCurve> curves;
  std::vector<PlotMark> marks;
  std::optional<double> now;                     ///< accent line
  std::optional<double> xMin, xMax, yMin, yMax;  ///< fixed ends; automatic otherwise
};

/// The one wrapper around QCustomPlot: a live plot with a head row (title, legend with current
/// values), wheel zoom on the axis under the pointer, drag zoom, double click to fit.
class PlotWidget : public QWidget {
  Q_OBJECT

 public:
  explicit PlotWidget(QWidget* parent = nullptr);
  ~PlotWidget() override;

  void setTheme(const Theme& theme);
  void setPicture(const PlotPicture& picture);
  const PlotPicture& picture() const;
  /// Shown in the middle while there is no curve with a point.
  void setEmptyText(const QString& text);

 signals:
  /// A click at x, in the x axis' unit.
  void clickedAt(double x);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Paper export: light palette, 85 or 178 mm wide, legend inside, no title. False and a message
/// where the file can't be written. The format follows the name's ending: png, svg or pdf.
bool exportPlot(const PlotPicture& picture, const QString& file, double widthMillimetres,
                QString* error);
/// The same as SVG text or PNG bytes, for the report.
QByteArray plotSvg(const PlotPicture& picture, double widthMillimetres);

/// The plot's data as CSV with plain-C numbers: one x column per curve where they differ.
QString plotCsv(const PlotPicture& picture);

}  // namespace hopscope
