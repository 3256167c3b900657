// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace hopscope {

class RunControls;
class RunSession;

/// The first seconds of a run for which nobody has set a speed: slow enough for single packets to
/// be followed by eye, then ever faster, up to flat out. Results do not depend on it. Pausing does
/// not count; a speed that is set ends it.
class OpeningMotion : public QObject {
  Q_OBJECT

 public:
  OpeningMotion(RunSession& run, RunControls& controls, QObject* parent);

  /// Whether runs are to open like that. One that is at it goes flat out where they are not.
  void setWanted(bool wanted);
  /// The run that is prepared opens so, unless that is not wanted or its network is so large that
  /// single packets are not seen in it.
  void begin();
  void end();
  bool going() const { return timer_.isActive(); }

  /// Cycles per second so many seconds after the run began; 0: flat out, from then on.
  static double speedAt(double seconds);

 private:
  void advance();
  void show(double speed);

  RunSession& run_;
  RunControls& controls_;
  QTimer timer_;
  QElapsedTimer clock_;
  double seconds_ = 0;  ///< that the run has gone on
  bool wanted_ = false;
};

}  // namespace hopscope
