// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <QAbstractButton>
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QSettings>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "engine/design/design_json.h"
#include "projects/project.h"
#include "tests/bench/processor_time.h"
#include "tests/bench/stall_stage.h"
#include "tests/bench/timeline_stages.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/network_canvas.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/main_window.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/compare_view.h"

/// How long the window does not answer while a network runs: the longest time that its thread works
/// on one event, or waits in it for another thread; how many frames of the canvas it paints a
/// second of its thread's work; how long a network of 300,000 terminals takes to open. Time in
/// which other programs had the processor does not count. Fails where one of them is beyond its
/// limit. `hopscope_stall_bench [seconds a stage] [close | edits | slots | timeline]`; with `close`
/// only what is looked at closely, in every mode; with `edits` edits of a network that becomes a
/// large drawing, which are not looked at otherwise: the first of them, and a few others, still
/// take longer; with `slots` a hybrid crossbar of 128 ports alone, whose slots, circuits and passes
/// are to be drawn 25 times a second on the clock; with `timeline` 1,024 ranks alone that exchange
/// ten million messages, and what is shown of them while they run and afterwards.
namespace hopscope {
namespace {

using bench::waitedForProcessor;

constexpr double kLimit = 0.050;       // seconds
constexpr double kFewestFrames = 30;   // a second
constexpr double kFewestOfSlots = 25;  // a second
constexpr double kLongestOpening = 5;  // seconds

double threadSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

class WatchedApplication final : public QApplication {
 public:
  using QApplication::QApplication;

  bool notify(QObject* receiver, QEvent* event) override {
    if (event->type() == QEvent::Paint && receiver == canvas) ++frames;
    if (depth_ > 0 || QThread::currentThread() != thread())
      return QApplication::notify(receiver, event);
    const std::string name = receiver->metaObject()->className();
    const int type = event->type();
    const double before = waitedForProcessor();
    const double workBefore = threadSeconds();
    QElapsedTimer clock;
    clock.start();
    ++depth_;
    const bool taken = QApplication::notify(receiver, event);
    --depth_;
    const double stall =
        static_cast<double>(clock.nsecsElapsed()) * 1e-9 - (waitedForProcessor() - before);
    if (stall > longest) {
      longest = stall;
      atWork = threadSeconds() - workBefore;
      culprit = name + ", event " + std::to_string(type);
    }
    return taken;
  }

  double longest = 0;
  double atWork = 0;  ///< seconds of `longest` in which the thread itself worked
  std::string culprit;
  const QObject* canvas = nullptr;
  int frames = 0;  ///< painted on it

 private:
  int depth_ = 0;
};

/// As a hand does that holds the middle button: to and fro.
void drag(QWidget& canvas, int time) {
  constexpr int kTurn = 50;
  const int way = std::abs(time % (2 * kTurn) - kTurn);
  const QPointF place = canvas.rect().center() + QPointF(4 * way - 2 * kTurn, way);
  const auto type = time == 0 ? QEvent::MouseButtonPress : QEvent::MouseMove;
  QMouseEvent event(type, place, canvas.mapToGlobal(place),
                    time == 0 ? Qt::MiddleButton : Qt::NoButton, Qt::MiddleButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&canvas, &event);
}

void release(QWidget& canvas) {
  const QPointF middle = canvas.rect().center();
  QMouseEvent event(QEvent::MouseButtonRelease, middle, canvas.mapToGlobal(middle),
                    Qt::MiddleButton, Qt::NoButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&canvas, &event);
}

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
      {"is to run", toRun},
      {"starts", [](MainWindow& window) { window.runMode().toggle(); }},
      {"flat out", [](MainWindow&) {}, [](MainWindow&, int) {}},
      {"dragged about", [](MainWindow&) {},
       [](MainWindow& window, int time) { drag(window.canvasPane().canvas(), time); }},
      {"zoomed to and fro", [](MainWindow& window) { release(window.canvasPane().canvas()); },
       [](MainWindow& window, int time) {
         wheel(window.canvasPane().canvas(), time % 40 < 20 ? 60 : -60);
       }},
      {"whole again", [](MainWindow& window) { window.canvasPane().fit(); }},
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

/// Edits of the network that is shown, each from the event loop: the first one draws what was
/// generated.
std::vector<Stage> edits() {
  const auto document = [](MainWindow& window) -> DesignDocument& {
    return window.session().document();
  };
  const auto undo = [document](MainWindow& window) { document(window).undoStack().undo(); };
  const Parts some{{10, 11, 12}, {}, {}};
  return {
      {"a router is added",
       [document](MainWindow& window) {
         document(window).addRouter({-300, -300});
       }},
      {"it is called back", undo},
      {"and done again", [document](MainWindow& window) { document(window).undoStack().redo(); }},
      {"another is added",
       [document](MainWindow& window) {
         document(window).addRouter({-300, -100});
       }},
      {"a terminal is added", [document](MainWindow& window) { document(window).addTerminal(3); }},
      {"routers are linked",
       [document](MainWindow& window) { document(window).connectRouters(3, 1000); }},
      {"a router is moved",
       [document](MainWindow& window) {
         document(window).select({{7}, {}, {}});
         document(window).move({{7}, {}, {}}, {40, 10});
       }},
      {"a router is dragged", [](MainWindow&) {},
       [document](MainWindow& window, int) {
         document(window).move({{8}, {}, {}}, {2, 1}, true);
       }},
      {"all is selected", [](MainWindow& window) { window.canvasPane().canvas().selectAll(); }},
      {"all is moved",
       [document](MainWindow& window) {
         document(window).move(document(window).selection(), {40, 10});
       }},
      {"a link is deleted",
       [document](MainWindow& window) {
         document(window).select({});
         const LinkId last = document(window).topology()->linkCount() - 1;
         document(window).remove({{}, {}, {last}});
       }},
      {"routers are deleted",
       [document, some](MainWindow& window) { document(window).remove(some); }},
      {"they are back", undo},
      {"they are pasted",
       [document, some](MainWindow& window) {
         document(window).paste(document(window).copy(some), {0, 0});
       }},
      {"they are duplicated",
       [document, some](MainWindow& window) {
         document(window).duplicate(some, {30, 30});
       }},
      {"a router is named",
       [document](MainWindow& window) {
         document(window).callPart({{5}, {}, {}}, QStringLiteral("gateway"));
       }},
      {"a load is set",
       [document](MainWindow& window) { document(window).setValue("traffic.load", 0.03); }},
  };
}

/// What is shown of slots while they run, each in its page.
std::vector<Stage> slotStages() {
  const auto page = [](const char* name) {
    return [name](MainWindow& window) {
      window.findChild<QAbstractButton*>(QLatin1String(name))->click();
    };
  };
  const auto nothing = [](MainWindow&, int) {};
  return {
      {"is to run", toRun},
      {"starts", [](MainWindow& window) { window.runMode().toggle(); }},
      {"slot wheel", page("circuits.slots"), nothing, "slotWheel"},
      {"turns, link by link", page("circuits.slots"), nothing, "slotGantt"},
      {"matrix of circuits", page("circuits.matrix"), nothing, "circuitMatrix"},
      {"pass of the scheduler", page("circuits.pass"), nothing, "passMatrix"},
      {"canvas", page("circuits.slots"), nothing},
      {"stops", [](MainWindow& window) { window.runMode().run().stop(); }},
  };
}

struct Worst {
  double stall = 0;        ///< seconds
  double frame = 0;        ///< seconds of the window's thread for a frame
  std::string where = {};  ///< the longest stall was
  double interval = 0;     ///< seconds between two frames
  void take(const Worst& other) {
    if (other.stall > stall) {
      stall = other.stall;
      where = other.where;
    }
    frame = std::max(frame, other.frame);
    interval = std::max(interval, other.interval);
  }
};

/// The longest stall and the dearest frames while that design runs, stage by stage.
Worst watch(WatchedApplication& application, const std::string& title, const QString& file,
            double seconds, const std::vector<Stage>& all) {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  waitFor(1);
  std::vector<Stage> whole{{"opens", [&file](MainWindow& opening) { opening.openFile(file); }}};
  whole.insert(whole.end(), all.begin(), all.end());
  Worst worst;
  for (const Stage& stage : whole) {
    application.canvas = stage.counted == nullptr
                             ? &window.canvasPane().canvas()
                             : window.findChild<QWidget*>(QLatin1String(stage.counted));
    application.longest = 0;
    application.frames = 0;
    const double processor = threadSeconds();
    const double waited = waitedForProcessor();
    // As a key or a click would: from the event loop.
    QTimer::singleShot(0, &window, [&] { stage.begin(window); });
    QTimer repeat;
    int time = 0;
    QObject::connect(&repeat, &QTimer::timeout, &window, [&] { stage.on(window, time++); });
    if (stage.on) repeat.start(20);
    QElapsedTimer clock;
    clock.start();
    do {
      waitFor(seconds);
    } while (stage.until && !stage.until(window));
    const double taken = 1e-9 * static_cast<double>(clock.nsecsElapsed());
    const double busy = threadSeconds() - processor;
    std::printf("%-22s %-24s longest stall %5.1f ms, %5.1f at work (%s), thread busy %4.1f %%",
                title.c_str(), stage.name, 1000 * application.longest, 1000 * application.atWork,
                application.culprit.c_str(), 100 * busy / taken);
    Worst here{application.longest, 0, title + ", " + stage.name};
    if (stage.on) {
      here.interval = (taken - (waitedForProcessor() - waited)) / std::max(1, application.frames);
      here.frame = busy / std::max(1, application.frames);
      std::printf(", %.0f frames/s of %.1f ms", application.frames / taken, 1000 * here.frame);
    }
    std::printf("\n");
    std::fflush(stdout);
    worst.take(here);
  }
  application.canvas = nullptr;
  return worst;
}

/// A part looked at closely, as after a search: it in the middle, the pointer over it, dragged a
/// little, at each zoom.
Worst lookClosely(WatchedApplication& application, const std::string& title, MainWindow& window,
                  RouterId router) {
  Worst worst;
  NetworkCanvas& canvas = window.mode() == MainWindow::Mode::compare
                              ? window.compareMode().view().canvas(0)
                              : window.canvasPane().canvas();
  application.canvas = &canvas;
  for (const double percent : {50.0, 100.0, 200.0, 400.0}) {
    application.longest = 0;
    application.frames = 0;
    const double processor = threadSeconds();
    QTimer::singleShot(0, &window, [&] {
      const Point place = canvas.picture().placement->routers.at(router);
      canvas.zoomTo(percent);
      canvas.centerOn({place.x, place.y});
    });
    QTimer repeat;
    int time = 0;
    QObject::connect(&repeat, &QTimer::timeout, &window, [&] { drag(canvas, time++ % 20); });
    repeat.start(20);
    waitFor(0.6);
    repeat.stop();
    release(canvas);
    waitFor(0.5);  // at rest it is smoothed
    const double busy = threadSeconds() - processor;
    std::printf(
        "%-30s %3.0f %%  longest stall %7.1f ms, %7.1f at work (%s), %d frames, busy %.2f s\n",
        title.c_str(), percent, 1000 * application.longest, 1000 * application.atWork,
        application.culprit.c_str(), application.frames, busy);
    std::fflush(stdout);
    worst.take({application.longest, 0, fmt::format("{}, {} %", title, percent)});
  }
  application.canvas = nullptr;
  return worst;
}

/// That in every mode that shows the network: while it is designed, while it runs, when the run is
/// over, beside another run, and in a lesson.
Worst lookCloselyEverywhere(WatchedApplication& application, const std::string& title,
                            const QString& file, RouterId router) {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  waitFor(1);
  window.openFile(file);
  waitFor(1);
  Worst worst;
  const auto look = [&](const char* where) {
    worst.take(lookClosely(application, title + ", " + where, window, router));
  };
  const auto once = [](const auto& holds) {
    while (!holds()) waitFor(0.1);
  };
  look("design");
  const auto runsTo = [&](std::size_t kept) {
    window.runMode().startOver();
    once([&] {
      const RunSession& run = window.runMode().run();
      return run.state() == RunnerState::running && run.snapshot().cycle > 1500;
    });
    if (kept == 1) look("run");
    window.runMode().run().stop();
    once([&] { return window.session().runs().size() == kept; });
  };
  window.runMode().setSpeed(0);
  Parts parts;
  parts.routers = {router};
  window.session().document().select(parts);
  runsTo(1);
  look("run is over");
  runsTo(2);
  window.setMode(MainWindow::Mode::compare);
  look("compare");
  window.setMode(MainWindow::Mode::learn);
  look("learn");
  return worst;
}

/// Seconds from opening a file until its network has been painted.
double opening(WatchedApplication& application, const QString& file) {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  waitFor(1);
  application.canvas = &window.canvasPane().canvas();
  application.frames = 0;
  QElapsedTimer clock;
  clock.start();
  const double before = waitedForProcessor();
  QTimer::singleShot(0, &window, [&] { window.openFile(file); });
  NetworkCanvas& canvas = window.canvasPane().canvas();
  while (!window.session().isOpen() || canvas.picture().topology == nullptr || canvas.isPlacing())
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 100);
  canvas.repaint();
  application.canvas = nullptr;
  return static_cast<double>(clock.nsecsElapsed()) * 1e-9 - (waitedForProcessor() - before);
}

/// A Dragonfly of that h with p = h and a = 2h, as a file.
void writeDragonfly(Design design, std::int64_t h, const QString& file) {
  design.settings["topology.p"] = h;
  design.settings["topology.a"] = 2 * h;
  design.settings["topology.h"] = h;
  std::ofstream(file.toStdString()) << writeDesign(design);
}

/// A hybrid crossbar whose slots of circuits and of worms are all busy, as a file.
void writeCrossbar(const QString& file) {
  Design design;
  design.name = "Hybrid crossbar";
  design.settings["topology.kind"] = std::string("crossbar");
  design.settings["topology.terminals"] = std::int64_t{128};
  design.settings["switch.model"] = std::string("hybrid");
  design.settings["switch.slots"] = std::int64_t{4};
  design.settings["switch.guard"] = std::int64_t{2};
  design.settings["traffic.load"] = 0.5;
  design.settings["run.measure"] = std::int64_t{100'000'000};
  std::ofstream(file.toStdString()) << writeDesign(design);
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
  const bool onlyClose = argc > 2 && std::string(argv[2]) == "close";

  const Example* largest = nullptr;
  for (const Example& example : examples())
    if (example.name == "dragonfly-1056") largest = &example;
  if (largest == nullptr) return 2;
  const QString file = folder.filePath(QStringLiteral("largest.json"));
  Design design = largest->design;
  design.settings["run.measure"] = std::int64_t{100'000'000};
  std::ofstream(file.toStdString()) << writeDesign(design);
  Worst worst;
  if (argc > 2 && std::string(argv[2]) == "slots") {
    writeCrossbar(file);
    worst.take(watch(application, "128 ports, 4 slots", file, seconds, slotStages()));
    std::printf("The slowest has %.1f frames/s; at least %.0f are wanted.\n", 1 / worst.interval,
                kFewestOfSlots);
    return worst.stall <= kLimit && worst.interval <= 1 / kFewestOfSlots ? 0 : 1;
  }
  if (argc > 2 && std::string(argv[2]) == "timeline") {
    if (!writeRanks(file)) return 2;
    worst.take(watch(application, "10^7 messages", file, seconds, timelineStages()));
    std::printf("The longest stall is %.1f ms (%s); at most %.0f ms are allowed.\n",
                1000 * worst.stall, worst.where.c_str(), 1000 * kLimit);
    return worst.stall <= kLimit ? 0 : 1;
  }
  const bool onlyEdits = argc > 2 && std::string(argv[2]) == "edits";
  if (!onlyClose && !onlyEdits)
    worst.take(watch(application, "1,056 terminals", file, seconds, stages()));
  // The largest network that the sources draw.
  writeDragonfly(design, 8, file);
  if (onlyEdits) {
    worst.take(watch(application, "16,512 terminals", file, seconds, edits()));
    return worst.stall <= kLimit ? 0 : 1;
  }
  if (!onlyClose) worst.take(watch(application, "16,512 terminals", file, seconds, stages()));
  worst.take(lookCloselyEverywhere(application, "Dragonfly h = 8", file, 1500));
  const QString meshFile = folder.filePath(QStringLiteral("mesh.json"));
  Design mesh;
  mesh.name = "Mesh";
  mesh.settings["topology.kind"] = std::string("mesh");
  mesh.settings["topology.dimensions"] = std::vector<std::int64_t>{128, 128};
  mesh.settings["traffic.load"] = 0.02;
  mesh.settings["run.measure"] = std::int64_t{100'000'000};
  std::ofstream(meshFile.toStdString()) << writeDesign(mesh);
  worst.take(lookCloselyEverywhere(application, "Mesh 128 x 128", meshFile, 64 * 128 + 64));
  if (onlyClose) return worst.stall <= kLimit ? 0 : 1;
  writeDragonfly(design, 17, file);
  const double opened = opening(application, file);
  std::printf("The longest stall is %.1f ms (%s); at most %.0f ms are allowed.\n",
              1000 * worst.stall, worst.where.c_str(), 1000 * kLimit);
  std::printf("A frame takes %.1f ms of the window's thread; at most %.1f ms are allowed.\n",
              1000 * worst.frame, 1000 / kFewestFrames);
  std::printf("334,662 terminals open in %.1f s; at most %.0f s are allowed.\n", opened,
              kLongestOpening);
  const bool good =
      worst.stall <= kLimit && worst.frame <= 1 / kFewestFrames && opened <= kLongestOpening;
  return good ? 0 : 1;
}
