// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ui/drawing/theme.h"

class QMenu;

namespace hopscope {

/// How a curve's points are joined: by lines, by steps that begin at each point, or not: a bar
/// each.
enum class PlotShape : std::uint8_t { line, steps, bars };

/// One curve of a plot. NaN values break the line.
struct PlotCurve {
  QString name;
  std::vector<double> x, y;
  std::vector<double> errors;  ///< half-widths of 95 % intervals; empty: none
  int number = 1;          ///< 1..8: colour, dash and marker; 0: t1 and a ring, what is not ours
  bool markers = false;    ///< on measured points only
  bool reference = false;  ///< dashed t3, e.g. "offered"
  PlotShape shape = PlotShape::line;
  bool filled = false;   ///< down to zero
  bool stacked = false;  ///< filled down to the curve before it; legends name the difference
  bool faded = false;    ///< of another run, to compare with
  bool joined = true;    ///< else points alone, in any order, which no line joins
};

/// A vertical line with a word: saturation, an event.
struct PlotMark {
  double x = 0;
  QString text;
  int number = 0;  ///< a curve's colour, or 0 for t2
};

/// A point that is one run's own, with a letter on the curve's colour.
struct PlotBadge {
  double x = 0, y = 0;
  QString letter;
  int number = 1;  ///< a curve's colour
};

/// What one plot shows; a value.
struct PlotPicture {
  QString title;
  QString xTitle, yTitle;  ///< "time (cycles)"
  std::vector<PlotCurve> curves;
  std::vector<PlotMark> marks;
  std::vector<PlotBadge> badges;
  std::optional<double> now;                     ///< accent line
  std::optional<double> xMin, xMax, yMin, yMax;  ///< fixed ends; automatic otherwise
  bool xLog = false, yLog = false;               ///< logarithmic axes, of what is above 0
};

/// The one wrapper around QCustomPlot: a live plot with a head row (title, legend with the values
/// of now, or under the pointer), wheel zoom on the axis under the pointer, drag zoom (of one
/// axis where the drag is along it), double click to fit.
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
  /// The title becomes a button that opens this menu.
  void setTitleMenu(QMenu* menu);
  /// Shows another widget below the head in place of the plot; null: the plot again.
  void setBody(QWidget* body);
  /// The value under the pointer, in the x axis' unit, which the legend's values are of.
  std::optional<double> hovered() const;

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

/// The plot's data as CSV with plain-C numbers: one x column per curve where they differ,
/// and always for points that no line joins, which stand behind the curves.
QString plotCsv(const PlotPicture& picture);

}  // namespace hopscope
