// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

#include "ui/drawing/theme.h"

namespace hopscope {

/// A bar made of parts, which add up to what stands behind it.
struct PowerBar {
  QString group;  ///< a heading where it differs from the bar before
  QString name;
  std::vector<double> parts;
  bool marked = false;  ///< in bold

  double total() const;
  bool operator==(const PowerBar&) const = default;
};

/// A part's name and the number of its colour.
struct PowerPart {
  QString name;
  int curve = 1;
};

/// Bars one below the other under headings, all on one scale; a legend of the parts on top.
class PowerBars : public QWidget {
  Q_OBJECT

 public:
  explicit PowerBars(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setParts(std::vector<PowerPart> parts);
  /// `unit` stands behind the numbers, as numbers.h has it.
  void setBars(std::vector<PowerBar> bars, const char* unit);
  const std::vector<PowerBar>& bars() const { return bars_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  int topOf(std::size_t bar) const;
  QString valueText(double value) const;
  QString describe(const PowerBar& bar) const;

  const Theme* theme_;
  std::vector<PowerPart> parts_;
  std::vector<PowerBar> bars_;
  const char* unit_ = "W";
};

}  // namespace hopscope
