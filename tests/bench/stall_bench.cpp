// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "engine/design/design_json.h"
#include "projects/project.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/shell/main_window.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

/// How long the window does not answer while a network runs: the longest time that its thread works
/// on one event, or waits in it for another thread. Time in which other programs had the processor
/// does not count. Fails where that is above the limit. `hopscope_stall_bench [seconds a stage]`
namespace hopscope {
namespace {

constexpr double kLimit = 0.050;  // seconds

/// Seconds that this thread was ready to go on, but others had the processor.
double waitedForProcessor() {
  std::ifstream file("/proc/thread-self/schedstat");
  double running = 0, waiting = 0;
  file >> running >> waiting;
  return file ? waiting * 1e-9 : 0;
}

double threadSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

class WatchedApplication final : public QApplication {
 public:
  using QApplication::QApplication;

  bool notify(QObject* receiver, QEvent* event) override {
    if (depth_ > 0 || QThread::currentThread() != thread())
      return QApplication::notify(receiver, event);
    const std::string name = receiver->metaObject()->className();
    const int type = event->type();
    const double before = waitedForProcessor();
    QElapsedTimer clock;
    clock.start();
    ++depth_;
    const bool taken = QApplication::notify(receiver, event);
    --depth_;
    const double stall =
        static_cast<double>(clock.nsecsElapsed()) * 1e-9 - (waitedForProcessor() - before);
    if (stall > longest) {
      longest = stall;
      culprit = name + ", event " + std::to_string(type);
    }
    return taken;
  }

  double longest = 0;
  std::string culprit;

 private:
  int depth_ = 0;
};

struct Stage {
  const char* name;
  std::function<void(MainWindow&)> begin;
};

void waitFor(double seconds) {
  QEventLoop loop;
  QTimer::singleShot(static_cast<int>(seconds * 1000), &loop, &QEventLoop::quit);
  loop.exec();
}

std::vector<Stage> stages() {
  const auto select = [](MainWindow& window, const Parts& parts) {
    window.session().document().select(parts);
  };
  return {
      {"starts", [](MainWindow& window) { window.runMode().toggle(); }},
      {"flat out", [](MainWindow&) {}},
      {"a router is looked into",
       [select](MainWindow& window) {
         select(window, {{3}, {}, {}, {}});
       }},
      {"a link is looked into",
       [select](MainWindow& window) {
         const LinkId last = window.session().topology()->linkCount() - 1;
         select(window, {{}, {}, {last}, {}});
       }},
      {"zoomed in",
       [](MainWindow& window) {
         for (int i = 0; i < 4; ++i) window.canvasPane().zoomIn();
       }},
      {"packets in motion",
       [select](MainWindow& window) {
         select(window, {});
         window.canvasPane().fit();
         window.runMode().setSpeed(100);
       }},
      {"flat out again", [](MainWindow& window) { window.runMode().setSpeed(0); }},
      {"looks back", [](MainWindow& window) { window.runMode().stepWindow(-1); }},
      {"and at now", [](MainWindow& window) { window.runMode().leavePast(); }},
      {"design", [](MainWindow& window) { window.setMode(MainWindow::Mode::design); }},
      {"run", [](MainWindow& window) { window.setMode(MainWindow::Mode::run); }},
      {"stops", [](MainWindow& window) { window.runMode().run().stop(); }},
  };
}

/// The longest stall while that design runs, stage by stage.
double watch(WatchedApplication& application, const std::string& title, const QString& file,
             double seconds) {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  waitFor(1);
  std::vector<Stage> all = stages();
  all.insert(all.begin(), {"opens", [&file](MainWindow& opening) {
                             opening.openFile(file);
                             opening.setMode(MainWindow::Mode::run);
                             opening.runMode().setSpeed(0);
                           }});
  double longest = 0;
  for (const Stage& stage : all) {
    application.longest = 0;
    const double processor = threadSeconds();
    // As a key or a click would: from the event loop.
    QTimer::singleShot(0, &window, [&] { stage.begin(window); });
    waitFor(seconds);
    std::printf("%-22s %-24s longest stall %5.1f ms (%s), thread busy %4.1f %%\n", title.c_str(),
                stage.name, 1000 * application.longest, application.culprit.c_str(),
                100 * (threadSeconds() - processor) / seconds);
    std::fflush(stdout);
    // A file is opened before anything runs.
    if (&stage != &all.front()) longest = std::max(longest, application.longest);
  }
  return longest;
}

}  // namespace
}  // namespace hopscope

int main(int argc, char** argv) {
  using namespace hopscope;
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  WatchedApplication application(argc, argv);
  const QTemporaryDir folder;
  QCoreApplication::setOrganizationName(QStringLiteral("hopscope-bench"));
  QCoreApplication::setApplicationName(QStringLiteral("stalls"));
  qputenv("XDG_STATE_HOME", folder.filePath(QStringLiteral("state")).toLocal8Bit());
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
  const double seconds = argc > 1 ? std::atof(argv[1]) : 3;

  double longest = 0;
  const Example* largest = nullptr;
  for (const Example& example : examples())
    if (example.name == "dragonfly-1056") largest = &example;
  if (largest == nullptr) return 2;
  const QString file = folder.filePath(QStringLiteral("largest.json"));
  Design design = largest->design;
  design.settings["run.measure"] = std::int64_t{100'000'000};
  std::ofstream(file.toStdString()) << writeDesign(design);
  longest = watch(application, "1,056 terminals", file, seconds);
  // The largest network that the sources draw: a Dragonfly of h = 8.
  design.settings["topology.p"] = std::int64_t{8};
  design.settings["topology.a"] = std::int64_t{16};
  design.settings["topology.h"] = std::int64_t{8};
  std::ofstream(file.toStdString()) << writeDesign(design);
  longest = std::max(longest, watch(application, "16,512 terminals", file, seconds));
  std::printf("The longest stall is %.1f ms; at most %.0f ms are allowed.\n", 1000 * longest,
              1000 * kLimit);
  return longest > kLimit ? 1 : 0;
}
