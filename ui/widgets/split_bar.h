// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

#include "engine/simulation/results.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// A part of the mean latency, by name, in the order a packet meets them.
struct LatencyPart {
  QString name;
  double cycles = 0;
  int curve = 1;  ///< its colour, as that of a curve
};

/// A cause of waiting in the order a packet meets them, with its colour everywhere.
struct LatencyCause {
  QString name;
  double LatencyParts::*part = nullptr;
  int curve = 1;
};
std::vector<LatencyCause> latencyCauses();

/// The parts that are not 0; empty where they are not known.
std::vector<LatencyPart> latencyParts(const LatencyParts& split);

/// Where the cycles of the mean latency go: a bar of all parts and a line for each.
class SplitBar : public QWidget {
  Q_OBJECT

 public:
  explicit SplitBar(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setParts(std::vector<LatencyPart> parts);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Theme* theme_;
  std::vector<LatencyPart> parts_;
};

}  // namespace hopscope
