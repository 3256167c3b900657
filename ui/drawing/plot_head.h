// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/drawing/plot_widget.h"
#include "ui/drawing/theme.h"

class QMenu;

namespace hopscope {

class TitleButton;

/// The row above a plot: its title, and right of it the legend with each curve's current value.
/// Entries that don't fit wrap into further rows.
class PlotHead : public QWidget {
  Q_OBJECT

 public:
  explicit PlotHead(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// `at`: what the values are of, where that is not the picture's `now`.
  void setPicture(const PlotPicture& picture, std::optional<double> at = {});
  /// The title becomes a button that opens this menu.
  void setMenu(QMenu* menu);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Entry {
    QString name, value;
    int number = 1;
    bool markers = false, faded = false, filled = false, joined = true;
    double width = 0;  ///< px, sample included
  };
  /// Entries of each row, for a width.
  std::vector<std::vector<std::size_t>> rows(double width) const;

  const Theme* theme_;
  double titleWidth() const;

  QString title_;
  TitleButton* button_ = nullptr;
  std::vector<Entry> entries_;
};

/// The sign of a curve's points; 1..8, others wrap around. 0 has a ring, wider than the others and
/// without a ground: what it lies over is seen within.
enum class PlotMarker {
  circle,
  square,
  triangle,
  diamond,
  invertedTriangle,
  plus,
  disc,
  cross,
  ring
};
PlotMarker plotMarker(int number);
/// How much wider than other signs a ring is.
inline constexpr double kRingSize = 1.6;
/// The colour of a curve and its points: that of its number, t1 for 0.
QColor plotColor(const Theme& theme, int number);
/// The curve's last value up to `now` as the legend shows it; empty where there is none. Of a
/// stacked curve, what it adds to the one `below`.
QString currentValue(const PlotCurve& curve, std::optional<double> now = {},
                     const PlotCurve* below = nullptr);

}  // namespace hopscope
