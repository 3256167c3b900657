// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>
#include <functional>
#include <vector>

#include "engine/simulation/results.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// A bar of parts side by side, with the words about it.
struct TimeBar {
  struct Part {
    QString name;
    double cycles = 0;
    QColor colour;
    bool operator==(const Part&) const = default;
  };
  QString name;
  std::vector<Part> parts;
  double whole = 0;  ///< cycles of a full bar
  bool operator==(const TimeBar&) const = default;
};

/// Bars one below the other under a legend of their parts.
class TimeBars : public QWidget {
 public:
  TimeBars(const char* name, QWidget* parent);

  void setBars(const Theme& theme, std::vector<TimeBar> bars);
  const std::vector<TimeBar>& bars() const { return bars_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  double row() const;
  QRectF barArea(std::size_t i) const;
  /// Places of the names in the legend; their number of rows.
  int layLegend(const std::function<void(QPointF, const TimeBar::Part&)>& place) const;
  int legendRows() const;
  void paintLegend(QPainter& painter) const;
  static QString wordsOf(const TimeBar& bar);

  const Theme* theme_;
  std::vector<TimeBar> bars_;
};

/// The critical path of an application that is done, by its causes.
TimeBar pathBar(const Theme& theme, const ApplicationResult& application);

}  // namespace hopscope
