// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/shell/window_support.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QFrame>
#include <QLineEdit>
#include <QSettings>
#include <QTest>
#include <algorithm>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/simulation/simulation.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/gallery/example_card.h"
#include "ui/gallery/start_page.h"
#include "ui/run/timeline_strip.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock.h"
#include "ui/shell/preferences.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

namespace hopscope::test {

Sandbox::Sandbox() {
  QCoreApplication::setOrganizationName(QStringLiteral("hopscope-test"));
  QCoreApplication::setApplicationName(QStringLiteral("shell"));
  qputenv("XDG_STATE_HOME", folder_.filePath(QStringLiteral("state")).toLocal8Bit());
  // Of this process: tests that run at the same time would clear each other's.
  static const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  QSettings().clear();
  // A run begins at the speed it is given.
  QSettings().setValue(QStringLiteral("preferences/slowStart"), false);
}

void chooseGermanNumbers() {
  Preferences().setNumbers(QStringLiteral("de_DE"));
  QLocale::setDefault(QLocale::C);
}

std::unique_ptr<MainWindow> openWindow() {
  auto window = std::make_unique<MainWindow>();
  window->resize(1280, 800);
  window->show();
  window->activateWindow();
  if (!QTest::qWaitForWindowActive(window.get())) qFatal("the window is not active");
  return window;
}

std::unique_ptr<MainWindow> windowWith(const Design& design) {
  auto window = openWindow();
  openExample(*window, QStringLiteral("mesh-transpose"));
  window->session().document().load(design);
  return window;
}

StoredRun wholeRun(MainWindow& window, std::size_t place) {
  const RunList& runs = window.session().runs();
  const auto run = place < runs.size() ? runs.run(runs[place].id) : nullptr;
  if (!run) qFatal("no such run can be read");
  return *run;
}

Results repeatKeptRun(MainWindow& window) {
  const auto same = [](bool equal, const char* what) {
    if (!equal) QTest::qFail(what, __FILE__, __LINE__);
  };
  const Design& design = window.session().document().design();
  const RunList& runs = window.session().runs();
  Compiled compiled = compile(design);
  if (runs.size() != 1 || !compiled.setup) {
    same(false, "not one run, or a design that does not run");
    return {};
  }
  Simulation again(std::move(*compiled.setup));
  while (!again.done()) again.advance(1000);
  Results expected = again.results();
  const Results kept = wholeRun(window).results;
  same(runs.front().designHash == designHash(design), "the run's design is another one");
  same(kept.flitHops == expected.flitHops, "flit hops differ");
  same(kept.latency == expected.latency, "latencies differ");
  same(kept.channelUtilization == expected.channelUtilization, "utilisations differ");
  same(kept.windows.size() == expected.windows.size(), "the numbers of windows differ");
  for (std::size_t i = 0; i < std::min(kept.windows.size(), expected.windows.size()); ++i)
    same(kept.windows[i].acceptedLoad == expected.windows[i].acceptedLoad, "windows differ");
  return expected;
}

void pressKeys(QWidget& window, Qt::Key key, Qt::KeyboardModifiers modifiers) {
  window.activateWindow();
  const QWidget* const active = window.window();
  if (!QTest::qWaitForWindowActive(&window) ||
      !QTest::qWaitFor([active] { return QApplication::activeWindow() == active; }))
    QTest::qFail("the window did not become active", __FILE__, __LINE__);
  QTest::keyClick(&window, key, modifiers);
}

void answerModal(const std::function<void(QWidget*)>& answer) {
  auto* timer = new QTimer(qApp);
  auto clock = std::make_shared<QElapsedTimer>();
  clock->start();
  QObject::connect(timer, &QTimer::timeout, qApp, [timer, clock, answer] {
    QWidget* dialog = QApplication::activeModalWidget();
    if (dialog == nullptr) {
      if (clock->elapsed() > 5000) {
        timer->deleteLater();
        QTest::qFail("no dialog came up", __FILE__, __LINE__);
      }
      return;
    }
    timer->stop();
    timer->deleteLater();
    answer(dialog);
  });
  timer->start(20);
}

void inDialog(MainWindow& window, const char* action, const std::function<void(QWidget&)>& look) {
  bool answered = false;
  answerModal([&](QWidget* shown) {
    QTest::qWait(50);
    look(*shown);
    shown->close();
    answered = true;
  });
  window.actions().at(action)->trigger();
  QTRY_VERIFY2(answered, action);  // or it would answer what another test asks
}

void inOtherWindow(MainWindow& window, const char* action,
                   const std::function<void(QWidget&)>& look) {
  window.actions().at(action)->trigger();
  QTest::qWait(50);
  int seen = 0;
  for (QWidget* top : QApplication::topLevelWidgets()) {
    if (top == &window || !top->isVisible()) continue;
    top->activateWindow();
    QTRY_COMPARE(QApplication::activeWindow(), top);
    look(*top);
    top->close();
    ++seen;
  }
  QVERIFY2(seen == 1, action);
  window.activateWindow();
  QTRY_COMPARE(QApplication::activeWindow(), &window);
}

void showDocks(MainWindow& window) {
  const QList<Dock*> docks = window.findChildren<Dock*>();
  QVERIFY(!docks.empty());
  // One that the mode has nowhere would lie on what is at its top left.
  for (Dock* dock : docks)
    if (window.dockWidgetArea(dock) != Qt::NoDockWidgetArea) dock->show();
  QTest::qWait(50);
}

QString placeOf(const QWidget& widget) {
  QStringList up;
  for (const QWidget* each = &widget; each != nullptr; each = each->parentWidget())
    up.prepend(QLatin1String(each->metaObject()->className()) +
               (each->objectName().isEmpty() ? QString() : QLatin1Char('#') + each->objectName()));
  return up.mid(std::max<qsizetype>(0, up.size() - 5)).join(QStringLiteral(" / "));
}

WhenAsked::WhenAsked(std::function<void(QWidget*)> answer) {
  QObject::connect(&timer_, &QTimer::timeout, &timer_, [answer = std::move(answer)] {
    if (QWidget* dialog = QApplication::activeModalWidget()) answer(dialog);
  });
  timer_.start(20);
}

void press(QWidget* dialog, const QString& text) {
  QString others;
  for (QAbstractButton* each : dialog->findChildren<QAbstractButton*>()) {
    // A button whose words may be cut says all of them to who can't see it.
    if ((each->text().remove(QLatin1Char('&')) == text || each->accessibleName() == text) &&
        each->isVisible()) {
      QTest::mouseClick(each, Qt::LeftButton);
      return;
    }
    if (each->isVisible() && !each->text().isEmpty()) others += QStringLiteral("; ") + each->text();
  }
  QTest::qFail(qPrintable(QStringLiteral("no button %1%2").arg(text, others)), __FILE__, __LINE__);
  dialog->close();
}

void pressMessage(MainWindow& window, const QString& key, const QString& text) {
  auto* message = window.findChild<QFrame*>(QStringLiteral("message:") + key);
  if (message == nullptr)
    QTest::qFail(qPrintable(QStringLiteral("no message ") + key), __FILE__, __LINE__);
  else
    press(message, text);
}

void typeFile(QWidget* dialog, const QString& file) {
  auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
  if (name == nullptr) {
    QTest::qFail("not a file dialog", __FILE__, __LINE__);
    dialog->close();
    return;
  }
  name->setText(file);
  QTest::keyClick(name, Qt::Key_Return);
}

QAbstractButton* button(QWidget& in, const QString& objectName) {
  auto* found = in.findChild<QAbstractButton*>(objectName);
  if (found == nullptr) qFatal("no button %s", qPrintable(objectName));
  return found;
}

TimelineStrip& strip(MainWindow& window) {
  return *window.findChild<TimelineStrip*>();
}

void openExample(MainWindow& window, const QString& name) {
  window.startPage().showAllExamples();
  for (ExampleCard* card : window.startPage().cards())
    if (QString::fromStdString(card->example().name) == name) {
      QTest::mouseClick(card, Qt::LeftButton);
      QCoreApplication::processEvents();  // the panels fill after it
      return;
    }
  qFatal("no example %s", qPrintable(name));
}

QPoint pixelAt(MainWindow& window, QPointF place) {
  return window.canvasPane().canvas().view().toPixels(place).toPoint();
}

QPoint pixelOf(MainWindow& window, RouterId router) {
  const Point place = window.session().document().placement()->routers.at(router);
  return pixelAt(window, {place.x, place.y});
}

void clickRouter(MainWindow& window, RouterId router) {
  QTest::mouseClick(&window.canvasPane().canvas(), Qt::LeftButton, Qt::NoModifier,
                    pixelOf(window, router));
}

Design meshDesign(bool longRun) {
  Design design;
  design.name = "Small mesh";
  design.settings["topology.kind"] = std::string("mesh");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{4, 4};
  design.settings["traffic.load"] = 0.2;
  design.settings["traffic.packet_flits"] = std::int64_t{4};
  design.settings["run.warmup"] = std::int64_t{1000};
  design.settings["run.measure"] = std::int64_t{longRun ? 50'000'000 : 4000};
  return design;
}

Design overloadedMesh() {
  Design design = meshDesign(true);
  design.settings["traffic.load"] = 0.9;
  return design;
}

RunSession& runOf(MainWindow& window) {
  return window.runMode().run();
}

const NetworkHeat& heatOf(MainWindow& window) {
  return window.canvasPane().canvas().picture().heat;
}

void stepTo(MainWindow& window, Cycle cycle) {
  RunSession& run = runOf(window);
  window.runMode().setSpeed(0);
  const bool goesOn = run.active() && window.runMode().ofShownDesign();
  window.runMode().step(cycle - (goesOn ? run.snapshot().cycle : 0));
  const auto rests = [&] {
    return run.snapshot().cycle == cycle && run.state() != RunnerState::running;
  };
  if (!QTest::qWaitFor(rests, 30'000)) qFatal("the run is too slow");
}

}  // namespace hopscope::test
