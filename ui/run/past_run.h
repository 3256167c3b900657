// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <string>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/snapshot.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

class RunSession;

/// What a run was like inside at a moment of its past. A recording has no queues and caches, but a
/// run is repeated bit for bit: this repeats it, beside the run that is watched and flat out, up to
/// that moment. Looking at a later moment goes on from there.
class PastRun : public QObject {
  Q_OBJECT

 public:
  explicit PastRun(QObject* parent = nullptr);
  ~PastRun() override;

  /// Repeats a run of `design` until the cycle before `cycle` is simulated.
  void seek(const Design& design, Cycle cycle);
  /// Looks into one router, and another one; kNone: none.
  void watch(RouterId router, RouterId neighbour);
  /// RunSession::watchNear.
  void watchNear(std::vector<RouterId> routers);
  /// RunSession::showQuantity.
  void showQuantity(HeatQuantity quantity);
  /// Forgets all of it.
  void leave();

  bool wanted() const { return wanted_; }
  /// The state at that cycle; null until it is there.
  const Snapshot* at(Cycle cycle) const;
  /// What the canvas shows of it; only where there is a state.
  const NetworkHeat& heat() const;
  /// How far the repetition is.
  Cycle reached() const;
  /// Why there will be none; empty: there will.
  const QString& failure() const { return failure_; }

 signals:
  void changed();

 private:
  void goOn();
  void look();

  const std::unique_ptr<RunSession> session_;
  bool wanted_ = false;
  std::string design_;  ///< as it is written; of the repetition
  Cycle sought_ = 0;
  QString failure_;
};

}  // namespace hopscope
