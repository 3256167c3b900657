// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "engine/study/curve.h"
#include "ui/studies/background_work.h"

namespace hopscope {

/// Computes one latency curve off the window's thread. Destroying it cancels and waits for the
/// threads' current slices.
class CurveWorker : public QObject {
  Q_OBJECT

 public:
  explicit CurveWorker(QObject* parent = nullptr);
  ~CurveWorker() override;

  void start(const CurveRequest& request);
  /// Ends early and keeps the finished points; `finished` follows.
  void cancel() { work_.cancel(); }
  bool running() const { return work_.running(); }
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
  BackgroundWork work_;
};

}  // namespace hopscope
