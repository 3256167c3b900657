// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/runner.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

/// One run of one design as the window sees it: pulls the newest snapshot 30 times a second and
/// turns counters into rates. Of several replications the first is watched; the others are
/// simulated behind it, and the results are those of all. Never blocks.
class RunSession : public QObject {
  Q_OBJECT

 public:
  explicit RunSession(QObject* parent = nullptr);
  ~RunSession() override;

  /// Compiles `design` and starts it paused. Errors come back and nothing starts.
  Issues prepare(const Design& design);
  /// Drops the simulation, if any.
  void discard();
  bool active() const;

  void run();
  void pause();
  void stop();
  void step(Cycle cycles);
  void runUntil(Cycle cycle);
  void setSpeed(double cyclesPerSecond);  ///< 0: flat out
  void watchRouter(RouterId router);      ///< kNone: none

  const Design& design() const;  ///< the design as compiled
  std::shared_ptr<const Topology> topology() const;
  const Snapshot& snapshot() const;  ///< the newest
  const NetworkHeat& heat() const;   ///< rates over the last stretch of simulated time
  RunnerState state() const;
  double cyclesPerSecond() const;    ///< achieved
  double flitHopsPerSecond() const;  ///< achieved
  double speed() const;              ///< as asked for; 0: flat out
  Cycle heatCycles() const;          ///< simulated cycles the heat is taken over
  std::string failure() const;       ///< why a failed run ended
  std::optional<Results> results() const;
  std::size_t replications() const;          ///< of the design
  std::size_t finishedReplications() const;  ///< the watched one included
  /// The watched run is over, others are not.
  bool replicating() const;
  /// Utilisation of one channel over time, one value per kept sample; bounded.
  std::vector<std::pair<double, double>> channelHistory(ChannelId channel) const;

 signals:
  void updated();  ///< a new snapshot arrived
  void stateChanged();
  void finished();  ///< results() is there

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace hopscope
