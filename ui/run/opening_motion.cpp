// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/opening_motion.h"

#include <cmath>

#include "ui/run/run_controls.h"
#include "ui/run/run_session.h"

namespace hopscope {

namespace {

// A packet of a small network is under way for a second then.
constexpr double kSlow = 200, kSlowSeconds = 2.5;
constexpr double kDoubling = 0.3;         ///< seconds
constexpr double kFastest = 100'000;      ///< from there it goes flat out
constexpr std::size_t kMostLinks = 4000;  ///< of a network whose packets are told apart
constexpr int kTick = 33;                 ///< milliseconds

}  // namespace

OpeningMotion::OpeningMotion(RunSession& run, RunControls& controls, QObject* parent)
    : QObject(parent), run_(run), controls_(controls) {
  timer_.setInterval(kTick);
  connect(&timer_, &QTimer::timeout, this, &OpeningMotion::advance);
  connect(&controls, &RunControls::speedChanged, this, &OpeningMotion::end);
}

void OpeningMotion::setWanted(bool wanted) {
  wanted_ = wanted;
  if (wanted || !going()) return;
  end();
  show(0);
}

void OpeningMotion::begin() {
  timer_.stop();
  const auto topology = run_.topology();
  if (!wanted_ || !topology) return;
  if (topology->linkCount() > kMostLinks) {
    show(0);
    return;
  }
  seconds_ = 0;
  clock_.start();
  timer_.start();
  show(speedAt(0));
}

void OpeningMotion::end() {
  timer_.stop();
}

double OpeningMotion::speedAt(double seconds) {
  if (seconds <= kSlowSeconds) return kSlow;
  const double speed = kSlow * std::exp2((seconds - kSlowSeconds) / kDoubling);
  return speed < kFastest ? speed : 0;
}

void OpeningMotion::advance() {
  const double passed = static_cast<double>(clock_.restart()) * 1e-3;
  if (!run_.active()) return end();
  if (run_.state() == RunnerState::finished) {
    end();
    show(0);
  }
  if (run_.state() != RunnerState::running) return;
  seconds_ += passed;
  const double speed = speedAt(seconds_);
  if (speed <= 0) end();
  if (speed != run_.speed()) show(speed);
}

void OpeningMotion::show(double speed) {
  run_.setSpeed(speed);
  controls_.showSpeed(speed);
}

}  // namespace hopscope
