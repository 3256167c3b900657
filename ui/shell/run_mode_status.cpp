// SPDX-License-Identifier: GPL-3.0-or-later
// What the status line says of a run.
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "ui/document/setting_numbers.h"
#include "ui/inspectors/run_summary.h"
#include "ui/run/opening_motion.h"
#include "ui/shell/run_mode.h"
#include "ui/shell/status_line.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

/// "Seed 1", or "Seeds 1 to 8" of several replications.
QString seedText(const Design& design) {
  const Cycle first = wholeSetting(design, "run.seed", 1);
  const Cycle runs = wholeSetting(design, "run.replications", 1);
  return runs == 1 ? QObject::tr("Seed %1").arg(first)
                   : QObject::tr("Seeds %1 to %2").arg(first).arg(first + runs - 1);
}

}  // namespace

void RunMode::showStatus() {
  const double seconds = static_cast<double>(frameClock_.elapsed()) / 1000;
  if (seconds >= 0.95) {
    framesPerSecond_ = static_cast<int>(std::lround(frames_ / seconds));
    frames_ = 0;
    frameClock_.restart();
  }
  if (!shown_) return;
  status_.showFinding(true);
  showLive();  // a planned phase may have begun
  if (const std::optional<PrepareStage> stage = run_.preparing()) {
    const auto network = session_.topology();
    const QString routers = plural(network ? network->routerCount() : 0, "router", "routers");
    status_.setState(QStringLiteral("clock"),
                     *stage == PrepareStage::checking
                         ? tr("Preparing the run: checking the paths through %1").arg(routers)
                         : tr("Preparing the run: making the buffers of %1").arg(routers),
                     true);
    status_.setPace({}, {}, {});
    status_.setRight({}, {});
    return;
  }
  if (stored_) {
    status_.setState(QStringLiteral("clock"), tr("A kept run"), false);
    status_.setPace({}, {}, {});
    status_.setRight(seedText(stored_->run.design), {});
    return;
  }
  if (!run_.active() || !fits_) {
    status_.setState(QStringLiteral("run"), tr("Ready to run"), false);
    status_.setPace({}, {}, {});
    status_.setRight({}, {});
    return;
  }
  const Snapshot& snapshot = run_.snapshot();
  if (run_.changing()) {
    const std::optional<Cycle> back = run_.goingBack();
    status_.setState(
        QStringLiteral("clock"),
        back ? tr("Planning the way back to cycle %1; Stop calls it off").arg(wholeText(*back))
             : tr("Planning the change at cycle %1; Stop calls it off")
                   .arg(wholeText(snapshot.cycle)),
        true);
    status_.setPace({}, {}, {});
    status_.setRight(seedText(run_.design()), {});
    return;
  }
  const QString seed = seedText(run_.design());
  const std::size_t wrong = health_.findings().size();
  const QString found =
      wrong == 0 ? QString()
                 : tr("; %1 so far").arg(plural(static_cast<qint64>(wrong), "finding", "findings"));
  switch (run_.state()) {
    case RunnerState::running: {
      const QString phase = snapshot.phase == RunPhase::warmup    ? tr("warm-up")
                            : snapshot.phase == RunPhase::measure ? tr("measuring")
                                                                  : tr("draining");
      if (const std::optional<Cycle> until = run_.catchingUp())
        status_.setState(QStringLiteral("run"),
                         (run_.stopping() ? tr("Repeating up to cycle %1, then it stops")
                          : run_.goesOn() ? tr("Repeating up to cycle %1 for this change")
                                          : tr("Repeating up to cycle %1, then it pauses"))
                             .arg(wholeText(*until)),
                         true);
      else
        status_.setState(QStringLiteral("run"), tr("Running, %1").arg(phase) + found, true);
      status_.setPace(speedText(std::max(1.0, run_.cyclesPerSecond())),
                      withUnit(compactText(run_.flitHopsPerSecond()), "flit-hops/s"),
                      withUnit(QString::number(framesPerSecond_), "frames/s"));
      const double left = static_cast<double>(snapshot.planned - snapshot.cycle) /
                          std::max(1.0, run_.cyclesPerSecond());
      status_.setRight(
          seed, left > 0 && !snapshot.ranks && run_.cyclesPerSecond() > 0 && !opening_->going()
                    ? timeLeftText(left)
                    : QString());
      return;
    }
    case RunnerState::paused:
      status_.setState(QStringLiteral("pause"),
                       tr("Paused at cycle %1").arg(wholeText(snapshot.cycle)) + found, false);
      break;
    case RunnerState::finished: {
      if (run_.replicating()) {
        status_.setState(
            QStringLiteral("run"),
            tr("Replications: %1 of %2").arg(run_.finishedReplications()).arg(run_.replications()),
            true);
        break;
      }
      const auto results = run_.results();
      if (!results)
        status_.setState(QStringLiteral("check"), tr("Finished"), false);
      else if (results->complete)
        status_.setState(QStringLiteral("check"),
                         tr("Finished, %1").arg(verdictWord(results->verdict)), false);
      else
        status_.setState(QStringLiteral("stop"),
                         tr("Stopped at cycle %1").arg(wholeText(results->cycles)), false);
      break;
    }
    case RunnerState::failed:
      status_.setState(QStringLiteral("error"), tr("The run failed"), false);
      break;
  }
  status_.setPace({}, {}, {});
  status_.setRight(seed, {});
}

}  // namespace hopscope
