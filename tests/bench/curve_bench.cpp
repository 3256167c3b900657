// SPDX-License-Identifier: GPL-3.0-or-later
// How long a latency curve of 20 points with their intervals takes, from the press of the button to
// the whole picture: of a Dragonfly with h = 2 and of a mesh of 8 x 8. hopscope_curve_bench
// [ROUNDS]. Needs two cores that have nothing else to do: what the clock says is told beside
// processor time. Fails where even the quickest round is beyond the limit.
#include <QApplication>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/design/design.h"
#include "tests/bench/processor_time.h"
#include "tests/bench/spread.h"
#include "ui/drawing/plot_widget.h"
#include "ui/studies/latency_curve_dialog.h"

namespace hopscope {
namespace {

constexpr double kLimit = 1;  // seconds
constexpr int kPoints = 20;
constexpr int kThreads = 2;

class WatchedApplication final : public QApplication {
 public:
  using QApplication::QApplication;

  bool notify(QObject* receiver, QEvent* event) override {
    if (event->type() == QEvent::Paint && qobject_cast<PlotWidget*>(receiver) != nullptr) ++paints;
    return QApplication::notify(receiver, event);
  }

  int paints = 0;  ///< of plots
};

struct Work {
  const char* name;
  Design design;
  double step;  ///< of the loads, all of which the network accepts
};

std::vector<Work> works() {
  std::vector<Work> all(2);
  all[0].name = "Dragonfly, h = 2";
  all[0].design.settings["topology.kind"] = std::string("dragonfly");
  all[0].design.settings["topology.p"] = std::int64_t{2};
  all[0].design.settings["topology.a"] = std::int64_t{4};
  all[0].design.settings["topology.h"] = std::int64_t{2};
  all[0].step = 0.04;
  all[1].name = "mesh, 8 x 8";
  all[1].design.settings["topology.kind"] = std::string("mesh");
  all[1].design.settings["topology.dimensions"] = std::vector<std::int64_t>{8, 8};
  all[1].step = 0.02;
  return all;
}

/// Seconds from the press of the button until plots of all points have been painted.
double press(WatchedApplication& application, LatencyCurveDialog& dialog) {
  QElapsedTimer clock;
  clock.start();
  dialog.findChild<QPushButton*>(QStringLiteral("curveStart"))->click();
  while (dialog.running()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
  const int before = application.paints;
  while (application.paints < before + 2) QCoreApplication::processEvents();
  return 1e-9 * static_cast<double>(clock.nsecsElapsed());
}

/// The least time of several rounds.
double watch(WatchedApplication& application, const Work& work, int rounds) {
  LatencyCurveDialog dialog;
  dialog.setDesign(work.design, 1);
  dialog.findChild<QDoubleSpinBox*>(QStringLiteral("curveFrom"))->setValue(work.step);
  dialog.findChild<QDoubleSpinBox*>(QStringLiteral("curveTo"))->setValue(kPoints * work.step);
  dialog.findChild<QDoubleSpinBox*>(QStringLiteral("curveStep"))->setValue(work.step);
  dialog.findChild<QSpinBox*>(QStringLiteral("curveThreads"))->setValue(kThreads);
  dialog.show();
  std::vector<double> clock, processor;
  clock.reserve(static_cast<std::size_t>(rounds));
  processor.reserve(static_cast<std::size_t>(rounds));
  for (int round = 0; round < rounds; ++round) {
    QCoreApplication::processEvents();
    const double before = bench::processorSeconds(bench::Of::thisProgram);
    clock.push_back(press(application, dialog));
    processor.push_back(bench::processorSeconds(bench::Of::thisProgram) - before);
    std::size_t steady = 0;
    for (const CurvePoint& point : dialog.points()) steady += point.ci95 > 0;
    if (steady != kPoints) {
      std::fprintf(stderr, "%s: %zu points of %d have an interval.\n", work.name, steady, kPoints);
      std::exit(2);
    }
  }
  const auto [least, median, most] = bench::spreadOf(clock);
  const bench::Spread busy = bench::spreadOf(processor);
  std::printf("%-24s clock %6.2f %6.2f %6.2f s, processor %6.2f %6.2f %6.2f s\n", work.name, least,
              median, most, busy.least, busy.median, busy.most);
  std::fflush(stdout);
  return least;
}

}  // namespace
}  // namespace hopscope

int main(int argc, char** argv) {
  using namespace hopscope;
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  WatchedApplication application(argc, argv);
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
  bool good = true;
  for (const Work& work : works()) good &= watch(application, work, rounds) <= kLimit;
  return good ? 0 : 1;
}
