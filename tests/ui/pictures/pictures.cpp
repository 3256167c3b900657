// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the window offscreen, takes it through its screens and writes a picture of each:
// hopscope_pictures FOLDER [WIDTH HEIGHT [SCREEN]]
// SCREEN: "circuits", "ranks", "adaptive", "findings", "colours" or "space" alone, what there is to
// see of time slots, of applications, of routing that learns and of pauses, of remedies, of each
// quantity that colours show, or of the design space, studies and estimates.
#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QSettings>
#include <QTest>
#include <QTreeWidget>
#include <algorithm>
#include <functional>

#include "engine/design/design_json.h"
#include "engine/study/study_documents.h"
#include "tests/ui/pictures/circuit_pictures.h"
#include "tests/ui/pictures/many_points.h"
#include "tests/ui/pictures/rank_pictures.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/explore/candidate_filter_bar.h"
#include "ui/explore/design_space_page.h"
#include "ui/explore/figures_page.h"
#include "ui/explore/rules_page.h"
#include "ui/gallery/start_page.h"
#include "ui/inspectors/lookup_list.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lesson_library.h"
#include "ui/lessons/lesson_player.h"
#include "ui/plots/live_plots.h"
#include "ui/plots/scatter_plot.h"
#include "ui/shell/actions.h"
#include "ui/shell/explore_mode.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/lesson_flows.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/shell/study_flows.h"
#include "ui/studies/latency_curve_dialog.h"
#include "ui/studies/shares_dialog.h"
#include "ui/studies/study_page.h"
#include "ui/studies/transient_dialog.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// The 256 colours that most pixels have.
QList<QRgb> commonColours(const QImage& image) {
  QHash<QRgb, int> pixels;
  for (int y = 0; y < image.height(); ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
    for (int x = 0; x < image.width(); ++x) ++pixels[line[x]];
  }
  QList<QRgb> colours = pixels.keys();
  std::sort(colours.begin(), colours.end(),
            [&](QRgb a, QRgb b) { return pixels[a] != pixels[b] ? pixels[a] > pixels[b] : a < b; });
  if (colours.size() > 256) colours.resize(256);
  return colours;
}

/// Larger ones are written with 256 colours.
constexpr qint64 kMostBytes = 190'000;

void wait(const std::function<bool()>& done, int milliseconds = 30'000) {
  if (!QTest::qWaitFor(done, milliseconds)) qFatal("a screen did not come");
}

class Pictures {
 public:
  Pictures(QString folder, QSize size, bool dark) : folder_(std::move(folder)), size_(size) {
    QSettings().clear();
    QSettings().setValue(QStringLiteral("preferences/slowStart"), false);
    QSettings().setValue(QStringLiteral("appearance/theme"),
                         dark ? QStringLiteral("dark") : QStringLiteral("light"));
    suffix_ = dark ? QStringLiteral("-dark") : QString();
    window_ = openWindow();
    window_->resize(size);
    QTest::qWait(50);
  }

  void takeAdaptive() {
    takePauses();
    takeNotices();
    takeFollowed();
    takeStudies();
  }

  /// Over the design that they are taken over among all the others.
  void takeDialogsAlone() {
    openExample(*window_, QStringLiteral("cache-warm-up"));
    takeDialogs();
  }

  /// Each quantity, on the canvas and in the matrix.
  void takeColours() {
    openExample(*window_, QStringLiteral("cache-warm-up"));
    Design design = window_->session().document().design();
    design.settings["routing.algorithm"] = std::string("ugal");
    design.settings["traffic.pattern"] = std::string("adversarial");
    design.settings["traffic.load"] = 0.3;
    window_->session().document().load(design);
    window_->runMode().setSpeed(0);
    window_->runMode().step(3000);
    wait([&] { return window_->runMode().run().snapshot().cycle >= 3000; });
    for (const HeatQuantityEntry& entry : heatQuantities()) {
      window_->canvasPane().setQuantity(entry.quantity);
      emit window_->canvasPane().quantityChosen(entry.quantity);
      QTest::qWait(700);
      save((std::string("colours-") + entry.name).c_str());
      window_->canvasPane().showMatrix(true);
      QTest::qWait(100);
      save((std::string("colours-matrix-") + entry.name).c_str());
      window_->canvasPane().showMatrix(false);
    }
    window_->canvasPane().canvas().fitParts({{20, 21, 22, 23}, {}, {}});
    QTest::qWait(700);
    save("near");
  }

  /// What was found and can be tried; moments with a name; what is selected alone; a presentation.
  void takeFindings() {
    openExample(*window_, QStringLiteral("cache-warm-up"));
    Design design = window_->session().document().design();
    design.settings["routing.algorithm"] = std::string("minimal");
    design.settings["traffic.pattern"] = std::string("adversarial");
    design.settings["traffic.load"] = 0.3;
    design.settings["run.measure"] = std::int64_t{60'000};
    design.settings["run.window"] = std::int64_t{500};
    window_->session().document().load(design);
    QTest::qWait(3000);
    save("findings-design");
    RunMode& mode = window_->runMode();
    mode.setSpeed(0);
    mode.step(30'000);
    wait([&] { return mode.run().snapshot().cycle >= 30'000; });
    QTest::qWait(2500);
    save("findings-paused");
    mode.seek(9000);
    answerModal([](QWidget* dialog) {
      dialog->findChild<QLineEdit*>()->setText(QStringLiteral("queues are full"));
      press(dialog, QStringLiteral("Keep it"));
    });
    window_->actions().at("run.bookmark")->trigger();
    mode.seek(20'000);
    save("findings-bookmark");
    mode.leavePast();
    window_->actions().at("run.toggle")->trigger();
    wait([&] { return mode.run().results().has_value(); });
    QTest::qWait(2500);
    save("findings-over");
    window_->session().document().select({{20, 21, 22, 23}, {}, {}});
    window_->actions().at("view.focus")->setChecked(true);
    save("focus");
    window_->actions().at("view.focus")->setChecked(false);
    window_->session().document().select({});
    window_->actions().at("view.present")->trigger();
    QTest::qWait(500);
    save("present");
    window_->session().document().select({{20}, {}, {}});
    window_->actions().at("view.spotlight")->trigger();
    QTest::qWait(200);
    save("present-spotlight");
    window_->actions().at("view.present")->trigger();
    window_->resize(size_);
    openFresh(QStringLiteral("crossbar"));
    design.settings["topology.h"] = std::int64_t{5};
    window_->session().document().load(design);
    window_->runMode().setSpeed(0);
    window_->runMode().step(3000);
    wait([&] { return window_->runMode().run().snapshot().cycle >= 3000; });
    Parts group;
    for (RouterId router = 70; router < 80; ++router) group.routers.insert(router);
    window_->session().document().select(group);
    window_->actions().at("view.focus")->setChecked(true);
    QTest::qWait(500);
    save("focus-large");
    window_->actions().at("view.focus")->setChecked(false);
  }

  void take() {
    QTest::qWait(6000);  // the gallery's thumbnails
    save("start");
    takeDesign();
    takeRun();
    takeForwarding();
    takeExplore();
    takeDialogs();
    takeLessons();
    takeCircuits();
    takeRanks();
  }

  /// The design space, a study of some of it, and what is estimated of a design.
  void takeSpace() {
    window_->setMode(MainWindow::Mode::explore);
    window_->exploreMode().showPage(ExploreMode::Page::designSpace);
    auto* page = window_->findChild<DesignSpacePage*>();
    wait([&] { return !page->busy(); });
    auto* plot = window_->findChild<ScatterPlot*>(QStringLiteral("spacePlot"));
    const std::vector<std::uint32_t> front = plot->picture().front;
    for (std::size_t i = 1; i < front.size(); i += 1 + front.size() / 4)
      emit plot->markToggled(front[i]);
    plot->setFocus();
    emit plot->chosen(front[front.size() / 2]);
    save("space");
    plot->setFocus();
    window_->findChild<CandidateFilterBar*>()->setRange(columnOf("diameter"), {{}, 6.0});
    window_->findChild<CandidateFilterBar*>()->setRange(columnOf("worst_throughput"), {0.03, {}});
    QTest::keyClick(plot, Qt::Key_Up);
    save("space-limits");
    takeStudyPage();
    openFresh(QStringLiteral("mesh-transpose"));
    window_->session().document().load(meshDesign());
    QTest::qWait(2500);
    save("estimate");
    window_->actions().at("study.curve")->trigger();
    window_->curveDialog()->start();
    wait([&] { return !window_->curveDialog()->running(); });
    QTest::qWait(1500);
    write(*window_->curveDialog(), "estimate-curve");
    window_->curveDialog()->close();
  }

  void takeRanks() {
    openFresh(QStringLiteral("crossbar"));
    takeRankPictures(
        *window_, [this](const char* name) { save(name); },
        [this](QWidget& shown, const char* name) { write(shown, name); });
  }

  void takeCircuits() {
    takeCircuitPictures(
        [this]() -> MainWindow& {
          openFresh(QStringLiteral("crossbar"));
          return *window_;
        },
        [this](const char* name) { save(name); });
  }

 private:
  void takeDesign() {
    openExample(*window_, QStringLiteral("dragonfly-adversarial"));
    window_->session().document().select({{20}, {}, {}});
    QTest::qWait(600);
    save("design");
  }

  void takeRun() {
    openFresh(QStringLiteral("cache-warm-up"));
    window_->runMode().setSpeed(0);
    window_->session().document().select({{21}, {}, {}});
    window_->runMode().step(9000);
    wait([&] { return window_->runMode().run().snapshot().cycle >= 9000; });
    QTest::qWait(500);
    save("run");
  }

  /// The rest of the inspector, below what "run" shows of it.
  void takeForwarding() {
    for (QScrollArea* area : window_->findChildren<QScrollArea*>())
      if (area->isVisible() && area->findChild<LookupList*>() != nullptr)
        area->ensureWidgetVisible(area->findChild<LookupList*>());
    QTest::qWait(200);
    save("forwarding");
  }

  void takePauses() {
    openFresh(QStringLiteral("ethernet-pauses"));
    runTo(6000);
    save("pauses");
    window_->session().document().select({{0}, {}, {}});
    QTest::qWait(600);
    save("pauses-router");
  }

  void takeNotices() {
    openFresh(QStringLiteral("ethernet-pauses"));
    Design design = window_->session().document().design();
    design.name = "Dragonfly h=2, QCN-Switch";
    design.settings["switch.flow_control"] = std::string("credits");
    design.settings["switch.virtual_channels.local"] = std::int64_t{5};
    design.settings["switch.virtual_channels.global"] = std::int64_t{3};
    design.settings["routing.algorithm"] = std::string("qcn_switch");
    design.settings["traffic.load"] = 0.5;
    window_->session().document().load(design);
    Cycle cycle = 6000;
    runTo(cycle);
    const auto any = [&] {
      const auto& packets = window_->runMode().run().snapshot().packets;
      return std::any_of(packets.begin(), packets.end(),
                         [](const MovingPacket& packet) { return packet.notice; });
    };
    while (!any() && cycle < 20'000) runTo(cycle += 200);
    save("notices");
    window_->session().document().select({{0}, {}, {}});
    QTest::qWait(600);
    save("notices-router");
  }

  /// A packet that goes by way of another router, half way there.
  void takeFollowed() {
    openFresh(QStringLiteral("dragonfly-turns"));
    runTo(13'000);
    const MovingPacket* chosen = nullptr;
    for (const MovingPacket& packet : window_->runMode().run().snapshot().packets)
      if (packet.intermediate != kNone && packet.position < 0.5 &&
          window_->runMode().run().topology()->kindOf(packet.channel / 2) == LinkKind::global)
        chosen = &packet;
    if (chosen == nullptr) qFatal("no packet goes by way of another router");
    emit window_->canvasPane().canvas().packetActivated(chosen->source, chosen->birth);
    window_->runMode().step(10);
    QTest::qWait(600);
    save("followed");
    window_->session().document().select({{0}, {}, {}});
    QTest::qWait(600);
    save("level-router");
  }

  void takeStudyPage() {
    window_->exploreMode().showPage(ExploreMode::Page::studies);
    save("study-empty");
    openFresh(QStringLiteral("mesh-transpose"));
    Design design = meshDesign();
    design.settings["traffic.pattern"] = std::string("transpose");
    window_->session().document().load(design);
    window_->setMode(MainWindow::Mode::explore);
    window_->exploreMode().showPage(ExploreMode::Page::studies);
    auto* page = window_->findChild<StudyPage*>();
    Design torus = design;
    torus.name = "Small torus";
    torus.settings["topology.kind"] = std::string("torus");
    std::string text = curveStudy("Mesh and torus, transposed", {design, torus});
    const std::string rising = "\"stop_rising\"";
    text.replace(text.find(rising), rising.size(),
                 "\"seeds\": 4, \"columns\": {\"share\": \"accepted_load / offered_load\"}, "
                 "\"objectives\": {\"accepted_load\": \"max\", \"latency.mean\": \"min\"}, " +
                     rising);
    page->openDocument(text);
    page->run();
    QTest::qWait(700);
    save("study-running");
    wait([&] { return !page->running(); });
    QTest::qWait(300);
    save("study-curves");
    page->drawPoints("accepted_load", "latency.mean");
    save("study-points");
    showManyPoints(*page, [this](const char* name) { save(name); });
    button(*window_, QStringLiteral("studyAsText"))->click();
    save("study-text");
  }

  void takeStudies() {
    openFresh(QStringLiteral("dragonfly-turns"));
    window_->actions().at("study.transient")->trigger();
    SeedStudyDialog* dialog = window_->studyFlows().transientDialog();
    dialog->start();
    wait([&] { return !dialog->running(); });
    QTest::qWait(200);
    write(*dialog, "transient");
    dialog->close();
    window_->actions().at("study.shares")->trigger();
    dialog = window_->studyFlows().sharesDialog();
    dialog->start();
    wait([&] { return !dialog->running(); });
    QTest::qWait(200);
    write(*dialog, "shares");
    dialog->close();
    // Levels and kinds of path over time.
    window_->runMode().toggle();
    wait([&] { return window_->runMode().run().results().has_value(); });
    auto* plots = window_->findChild<LivePlots*>();
    plots->slot(0).choose(RunPlot{"level"});
    plots->slot(1).choose(RunPlot{"paths"});
    plots->slot(2).choose(RunPlot{"reordered"});
    QTest::qWait(600);
    save("over-time");
    QSettings().remove(QStringLiteral("plots"));
  }

  void runTo(Cycle cycle) {
    window_->runMode().setSpeed(0);
    window_->runMode().step(cycle - window_->runMode().run().snapshot().cycle);
    wait([&] { return window_->runMode().run().snapshot().cycle >= cycle; });
    QTest::qWait(500);
  }

  void takeExplore() {
    window_->actions().at("mode.explore")->trigger();
    auto* list = window_->findChild<QTreeWidget*>(QStringLiteral("figureList"));
    for (const char* id : {"000/R-61", "000/R-51"}) {
      const auto found =
          list->findItems(QLatin1String(id), Qt::MatchExactly | Qt::MatchRecursive, 0);
      if (found.isEmpty()) qFatal("there is no figure %s", id);
      list->setCurrentItem(found.front());
      button(*window_, QStringLiteral("figureMake"))->click();
      wait([&] { return !window_->findChild<FiguresPage*>()->busy(); });
    }
    QTest::qWait(200);
    save("explore-figures");
    window_->exploreMode().showPage(ExploreMode::Page::rules);
    auto* rules = window_->findChild<RulesPage*>();
    wait([&] { return !rules->busy() && !rules->answer().rules.empty(); });
    QTest::qWait(200);
    save("explore-rules");
    window_->exploreMode().showPage(ExploreMode::Page::models);
    QTest::qWait(200);
    save("explore-models");
    window_->actions().at("mode.run")->trigger();
  }

  void takeDialogs() {
    // As wide as it is on a desktop; a screen without one may be narrower, and cut it.
    const auto dialog = [&](const char* action, const char* name, QSize size = {}) {
      answerModal([&](QWidget* shown) {
        if (size.isValid()) shown->resize(size);
        QTest::qWait(600);
        write(*shown, name);
        shown->close();
      });
      window_->actions().at(action)->trigger();
    };
    window_->actions().at("lesson.write")->trigger();
    QTest::qWait(900);
    LessonEditor* editor = window_->lessonFlows().editor();
    write(*editor, "lesson-editor");
    editor->findChild<QListWidget*>(QStringLiteral("lessonSteps"))->setCurrentRow(2);
    QTest::qWait(100);
    write(*editor, "lesson-editor-step");
    editor->leave();
    dialog("insert.generate", "generate", {1000, 640});
    dialog("file.export", "export");
    window_->actions().at("help.guide")->trigger();
    for (QWidget* top : QApplication::topLevelWidgets())
      if (top != window_.get() && top->isVisible()) {
        write(*top, "guide");
        top->close();
      }
  }

  void takeLessons() {
    window_.reset();
    window_ = openWindow();
    window_->resize(size_);
    for (const auto& [lesson, step, name] :
         {std::tuple{0, 1, "learn-task"}, {5, 4, "learn-dragonfly"}, {7, 4, "learn-compare"}}) {
      playTo(static_cast<std::size_t>(lesson), static_cast<std::size_t>(step));
      save((std::string(name) + "-before").c_str());
      window_->learnMode().player().doIt();
      wait([&] { return window_->learnMode().player().done(); });
      QTest::qWait(400);
      save(name);
    }
    setProgress(lessons()[1], {true, 0});
    button(*window_, QStringLiteral("allLessons"))->click();
    save("learn-list");
  }

  /// What is open now is not worth a question.
  void openFresh(const QString& example) {
    window_.reset();
    window_ = openWindow();
    window_->resize(size_);
    openExample(*window_, example);
  }

  void playTo(std::size_t lesson, std::size_t step) {
    window_->learnMode().open(static_cast<int>(lesson));
    window_->runMode().setSpeed(0);
    LessonPlayer& player = window_->learnMode().player();
    while (player.step() < step) {
      player.doIt();
      wait([&] { return player.mayGoOn(); });
      player.next();
    }
    QTest::qWait(200);
  }

  void save(const char* name) {
    QTest::qWait(100);
    write(*window_, name);
  }

  void write(QWidget& shown, const char* name) {
    const QString file =
        QDir(folder_).filePath(QLatin1String(name) + suffix_ + QStringLiteral(".png"));
    QImage image = shown.grab().toImage().convertToFormat(QImage::Format_RGB32);
    // Quality 0 is the smallest file; all of them are without loss.
    if (!image.save(file, "PNG", 0)) qFatal("%s can't be written", qPrintable(file));
    if (QFileInfo(file).size() > kMostBytes) {
      image = image.convertToFormat(QImage::Format_Indexed8, commonColours(image));
      if (!image.save(file, "PNG", 0)) qFatal("%s can't be written", qPrintable(file));
    }
  }

  QString folder_, suffix_;
  QSize size_;
  std::unique_ptr<MainWindow> window_;
};

}  // namespace

int main(int argc, char** argv) {
  QApplication app(argc, argv);
  if (argc != 2 && argc != 4 && argc != 5) {
    qWarning("hopscope_pictures FOLDER [WIDTH HEIGHT [SCREEN]]");
    return 2;
  }
  const QSize size = argc >= 4 ? QSize(QByteArray(argv[2]).toInt(), QByteArray(argv[3]).toInt())
                               : QSize(1280, 800);
  for (const bool dark : {false, true}) {
    const Sandbox sandbox;
    Pictures pictures(QString::fromLocal8Bit(argv[1]), size, dark);
    const QByteArray screen = argc == 5 ? QByteArray(argv[4]) : QByteArray();
    if (screen == "circuits")
      pictures.takeCircuits();
    else if (screen == "ranks")
      pictures.takeRanks();
    else if (screen == "adaptive")
      pictures.takeAdaptive();
    else if (screen == "colours")
      pictures.takeColours();
    else if (screen == "space")
      pictures.takeSpace();
    else if (screen == "findings")
      pictures.takeFindings();
    else if (screen == "dialogs")
      pictures.takeDialogsAlone();
    else
      pictures.take();
  }
  return 0;
}
