// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/studies/estimate_watch.h"

class QLabel;

namespace hopscope {

/// What is estimated of a design without a simulation, in a few lines: latency without load, the
/// load it saturates at, latency at half of that; or why it does not hold.
class EstimateFacts : public QWidget {
  Q_OBJECT

 public:
  explicit EstimateFacts(EstimateWatch& watch, QWidget* parent = nullptr);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void tell();
  void fitNote();

  EstimateWatch& watch_;
  QLabel* zeroLoad_;
  QLabel* saturation_;
  QLabel* halfWay_;
  QLabel* halfWayName_;
  QLabel* note_;
};

/// Facts of a network with what is estimated of it below them.
QWidget* withEstimate(QWidget& facts, EstimateWatch& watch);

}  // namespace hopscope
