// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

#include "ui/drawing/theme.h"

namespace hopscope {

/// A bar up to a mean, with a line from the least to the most; in percent.
struct ShareBar {
  QString name;
  double mean = 0, least = 0, most = 0;
  int curve = 1;
  bool operator==(const ShareBar&) const = default;
};

/// Such bars one below the other, from 0 to 100 %.
class ShareBars : public QWidget {
  Q_OBJECT

 public:
  explicit ShareBars(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setBars(std::vector<ShareBar> bars);
  const std::vector<ShareBar>& bars() const { return bars_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Theme* theme_;
  std::vector<ShareBar> bars_;
};

}  // namespace hopscope
