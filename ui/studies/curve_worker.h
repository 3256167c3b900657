// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <thread>
#include <vector>

#include "engine/study/curve.h"

namespace hopscope {

/// Computes one latency curve off the window's thread. Points and progress wait in a slot that a
/// timer empties, so no signal ever crosses threads. Destroying it cancels and waits for the
/// threads' current slices.
class CurveWorker : public QObject {
  Q_OBJECT

 public:
  explicit CurveWorker(QObject* parent = nullptr);
  ~CurveWorker() override;

  void start(const CurveRequest& request);
  /// Ends early and keeps the finished points; `finished` follows.
  void cancel();
  bool running() const { return thread_.joinable(); }
  const std::vector<CurvePoint>& points() const { return points_; }

 signals:
  void pointArrived();  ///< points() has grown
  void progressed(const hopscope::CurveProgress& progress);
  void finished(bool cancelled, const QString& failure);

 private:
  struct Slot;
  void pull();

  std::shared_ptr<Slot> slot_;
  std::vector<CurvePoint> points_;
  QTimer timer_;
  std::jthread thread_;
};

}  // namespace hopscope
