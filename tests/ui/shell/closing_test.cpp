// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QMessageBox>
#include <QProgressDialog>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <csignal>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/actions.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/dock.h"
#include "ui/shell/end_signals.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/latency_curve_dialog.h"
#include "ui/widgets/value_field.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// Threads of this process.
qsizetype threads() {
  return QDir(QStringLiteral("/proc/self/task"))
      .entryList(QDir::Dirs | QDir::NoDotAndDotDot)
      .size();
}

/// The first dialog that waits for something, as it comes up.
class WaitingShown : public QObject {
 public:
  WaitingShown() { qApp->installEventFilter(this); }

  int modal = 0, others = 0;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    const auto* dialog = qobject_cast<QProgressDialog*>(watched);
    if (dialog != nullptr && event->type() == QEvent::Show)
      ++(dialog->windowModality() == Qt::ApplicationModal ? modal : others);
    return false;
  }
};

/// A project with a file of its own and a run that rests after 1500 cycles.
std::unique_ptr<MainWindow> withPausedRun(const std::string& file) {
  auto window = windowWith(meshDesign(true));
  if (window->session().saveAs(file)) qFatal("the project can't be saved");
  stepTo(*window, 1500);
  return window;
}

/// The cycles of the runs that a project's file keeps.
std::vector<Cycle> runsIn(const std::string& file) {
  auto opened = Project::open(file);
  auto* project = std::get_if<std::unique_ptr<Project>>(&opened);
  if (project == nullptr) qFatal("the project can't be read");
  std::vector<Cycle> cycles;
  for (const StoredRun& run : (*project)->runs()) cycles.push_back(run.results.cycles);
  return cycles;
}

/// Answers one question, and returns its words.
void answerWith(const QString& verb, QString& asked) {
  asked.clear();
  answerModal([verb, &asked](QWidget* dialog) {
    if (const auto* box = qobject_cast<QMessageBox*>(dialog)) asked = box->text();
    press(dialog, verb);
  });
}

}  // namespace

/// Closing while something runs: no hang, no thread left behind.
class ClosingTest : public QObject {
  Q_OBJECT

 private slots:
  /// A desktop that ends its session asks nothing: what was not saved can be restored, and nothing
  /// is offered where nothing was changed.
  void endedByTheDesktop() {
    const Sandbox sandbox;
    {
      const auto window = openWindow();
      openExample(*window, QStringLiteral("mesh-transpose"));
      window->endUnasked();
    }
    QVERIFY(findRecoveries().empty());
    {
      const auto window = openWindow();
      openExample(*window, QStringLiteral("mesh-transpose"));
      window->session().document().setValue("traffic.load", 0.17);
      window->endUnasked();
    }
    QCOMPARE(findRecoveries().size(), std::size_t{1});
    const auto window = openWindow();
    const QString told = window->messages().textOf(QStringLiteral("recovery1"));
    QVERIFY2(!told.isEmpty() && !told.contains(QStringLiteral("unexpectedly")), qPrintable(told));
    pressMessage(*window, QStringLiteral("recovery1"), QStringLiteral("Restore"));
    QCOMPARE(window->session().document().design().settings.at("traffic.load"), Value{0.17});
    QVERIFY(window->messages().textOf(QStringLiteral("restored")).contains(QStringLiteral("lost")));
    WhenAsked discard([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    QVERIFY(window->close());
  }

  /// What is only typed is work, too.
  void endedWhileSomethingIsTyped() {
    const Sandbox sandbox;
    {
      const auto window = openWindow();
      openExample(*window, QStringLiteral("mesh-transpose"));
      auto* field = window->designMode().propertiesDock()->findChild<ValueField*>("traffic.load");
      QVERIFY(field != nullptr);
      auto* edit = field->findChild<QLineEdit*>();
      edit->setFocus();
      edit->selectAll();
      QTest::keyClicks(edit, QStringLiteral("0.19"));
      window->endUnasked();
    }
    QCOMPARE(findRecoveries().size(), std::size_t{1});
    const auto window = openWindow();
    pressMessage(*window, QStringLiteral("recovery1"), QStringLiteral("Restore"));
    QCOMPARE(window->session().document().design().settings.at("traffic.load"), Value{0.19});
    // It is said of this project, and of no other.
    WhenAsked discard([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    openExample(*window, QStringLiteral("mesh-transpose"));
    QVERIFY(window->messages().textOf(QStringLiteral("restored")).isEmpty());
  }

  void signalsAreHeard() {
    struct sigaction before {
    }, usual{};
    sigaction(SIGHUP, nullptr, &before);
    sigaction(SIGTERM, nullptr, &usual);
    std::signal(SIGHUP, SIG_IGN);  // as nohup does
    {
      EndSignals ends;
      QSignalSpy asked(&ends, &EndSignals::asked);
      QCOMPARE(std::raise(SIGHUP), 0);
      QTest::qWait(50);
      QCOMPARE(asked.count(), 0);
      QCOMPARE(std::raise(SIGTERM), 0);
      QCOMPARE(std::raise(SIGTERM), 0);  // to the process, and to its group
      QTRY_COMPARE(asked.count(), 1);
    }
    struct sigaction after {};
    sigaction(SIGTERM, nullptr, &after);
    QVERIFY(after.sa_handler == usual.sa_handler);
    sigaction(SIGHUP, nullptr, &after);
    QVERIFY(after.sa_handler == SIG_IGN);
    sigaction(SIGHUP, &before, nullptr);
  }

  /// Where the file was changed meanwhile, that is asked before the run is ended.
  void cancelledWhereTheFileChanged() {
    const Sandbox sandbox;
    const std::string file = sandbox.path(QStringLiteral("shared.hopscope")).toStdString();
    const auto window = withPausedRun(file);
    window->session().document().setValue("traffic.load", 0.11);
    // As another program does: a copy of it is changed, and takes its place.
    const QString name = QString::fromStdString(file), copy = name + QStringLiteral(".copy");
    QVERIFY(QFile::copy(name, copy));
    {
      auto other = Project::open(copy.toStdString());
      auto& project = std::get<std::unique_ptr<Project>>(other);
      project->addDesign(meshDesign());
      QVERIFY(!project->save());
    }
    QVERIFY(QFile::remove(name) && QFile::rename(copy, name));
    answerModal([](QWidget* dialog) {
      answerModal([](QWidget* next) {
        QCOMPARE(next->objectName(), QStringLiteral("changedQuestion"));
        press(next, QStringLiteral("Cancel"));
      });
      press(dialog, QStringLiteral("Save"));
    });
    QVERIFY(!window->close());
    QVERIFY(window->session().runs().empty());
    QVERIFY(!runOf(*window).results());
    WhenAsked discard([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    QVERIFY(window->close());
  }

  /// What was to come after a run does not come while it is asked whether the project closes.
  void nothingBeginsBehindAQuestion() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    stepTo(*window, 1500);
    window->session().document().setValue("traffic.load", 0.11);
    window->actions().at("run.toggle")->trigger();
    QMessageBox question(window.get());
    constexpr int kTurns = 200;  // ms in which it would look several times whether it may begin
    bool began = false;
    QTimer look;
    connect(&look, &QTimer::timeout, &question, [&] {
      if (window->session().runs().empty()) return;  // the run before is not over yet
      look.stop();
      QTimer::singleShot(kTurns, &question, [&] {
        began = runOf(*window).preparing() ||
                runOf(*window).design() == window->session().document().design();
        question.reject();
      });
    });
    look.start(10);
    question.exec();
    QVERIFY(!began);
    QTRY_VERIFY(runOf(*window).active() &&
                runOf(*window).design() == window->session().document().design());
    window->runMode().discard();
    WhenAsked discard([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    QVERIFY(window->close());
  }

  void closingDuringARunStopsIt() {
    const Sandbox sandbox;
    auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign(true));
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(window->runMode().run().snapshot().cycle > 1000);
    const qsizetype busy = threads();
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard changes")); });
    QElapsedTimer clock;
    clock.start();
    QVERIFY(window->close());
    QVERIFY2(clock.elapsed() < 3000, qPrintable(QString::number(clock.elapsed())));
    QVERIFY(!window->runMode().run().active());
    QTRY_VERIFY(threads() < busy);
    window.reset();
  }

  /// A run is work, too, where no example brings it back.
  void closingAsksForARunThatIsNotOver() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    const std::string file = sandbox.path(QStringLiteral("a<b>c.hopscope")).toStdString();
    QVERIFY(!window->session().saveAs(file));
    QVERIFY(!window->session().modified());
    RunSession& run = window->runMode().run();
    window->runMode().setSpeed(0);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(run.snapshot().cycle > 2000);
    QString asked;
    answerModal([&asked](QWidget* dialog) {
      auto* box = qobject_cast<QMessageBox*>(dialog);
      QVERIFY(box != nullptr);
      asked = box->text() + box->informativeText();
      QCOMPARE(box->textFormat(), Qt::PlainText);  // names of files are no markup
      press(dialog, QStringLiteral("Keep working"));
    });
    QVERIFY(!window->close());
    QVERIFY2(asked.contains(QStringLiteral("a<b>c.hopscope")) &&
                 asked.contains(QStringLiteral("saving ends it")),
             qPrintable(asked));
    QVERIFY(run.active() && run.goesOn());
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Save")); });
    QVERIFY(window->close());
    QVERIFY(!run.active());
    auto again = Project::open(file);
    auto* project = std::get_if<std::unique_ptr<Project>>(&again);
    QVERIFY(project != nullptr);
    QCOMPARE((*project)->runs().size(), std::size_t{1});
    QVERIFY((*project)->runs().front().results.cycles > 2000);
    QVERIFY(!(*project)->runs().front().results.complete);
  }

  /// It is waited for where nothing else takes keys, from the first moment on.
  void nothingElseHappensWhileARunIsBeingEnded() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    const std::string file = sandbox.path(QStringLiteral("run.hopscope")).toStdString();
    QVERIFY(!window->session().saveAs(file));
    window->runMode().setSpeed(0);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(window->runMode().run().snapshot().cycle > 2000);
    const WaitingShown waiting;
    QString asked;
    answerWith(QStringLiteral("Save"), asked);
    QVERIFY(window->close());
    QCOMPARE(waiting.modal, 1);
    QCOMPARE(waiting.others, 0);
    QCOMPARE(runsIn(file).size(), std::size_t{1});
  }

  void aPausedRunIsKeptWithTheProject() {
    const Sandbox sandbox;
    const std::string file = sandbox.path(QStringLiteral("run.hopscope")).toStdString();
    const auto window = withPausedRun(file);
    QString asked;
    answerWith(QStringLiteral("Save"), asked);
    QVERIFY(window->close());
    QCOMPARE(asked, QStringLiteral("Keep what the run in “run.hopscope” has measured so far?"));
    QCOMPARE(runsIn(file), std::vector<Cycle>{1500});
  }

  /// Who is asked for a name and gives none keeps working, with the run as it was.
  void theNameIsAskedForBeforeTheRunIsEnded() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    const QString file = sandbox.path(QStringLiteral("named.hopscope"));
    stepTo(*window, 1500);
    const auto saveInto = [](const QString& name) {
      answerModal([name](QWidget* question) {
        QTimer::singleShot(0, qApp, [name] {
          answerModal([name](QWidget* dialog) {
            if (name.isEmpty())
              dialog->close();
            else
              typeFile(dialog, name);
          });
        });
        press(question, QStringLiteral("Save"));
      });
    };
    saveInto({});
    QVERIFY(!window->close());
    QVERIFY(window->session().runs().empty());
    RunSession& run = window->runMode().run();
    QCOMPARE(run.state(), RunnerState::paused);
    stepTo(*window, 1800);
    saveInto(file);
    QVERIFY(window->close());
    QCOMPARE(runsIn(file.toStdString()), std::vector<Cycle>{1800});
  }

  void openingAnotherProjectAsksForTheRun() {
    const Sandbox sandbox;
    const std::string file = sandbox.path(QStringLiteral("run.hopscope")).toStdString();
    const auto window = withPausedRun(file);
    QString asked;
    answerWith(QStringLiteral("Keep working"), asked);
    window->setMode(MainWindow::Mode::start);
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    QVERIFY2(asked.contains(QStringLiteral("measured so far")), qPrintable(asked));
    QCOMPARE(window->session().file(), file);
    QVERIFY(window->runMode().run().active());
    QVERIFY(window->session().runs().empty());
    answerWith(QStringLiteral("Save"), asked);
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    QVERIFY(window->session().file().empty());
    QVERIFY(!window->runMode().run().active());
    QCOMPARE(runsIn(file), std::vector<Cycle>{1500});
  }

  /// A lesson brings its run back; what was open before it does not.
  void aLessonsRunIsNoLoss() {
    const Sandbox sandbox;
    const std::string file = sandbox.path(QStringLiteral("run.hopscope")).toStdString();
    const auto window = withPausedRun(file);
    window->setMode(MainWindow::Mode::learn);
    QString asked;
    answerWith(QStringLiteral("Keep working"), asked);
    window->learnMode().open(1);
    QVERIFY(!asked.isEmpty());
    QVERIFY(window->learnMode().player().lesson() == nullptr);
    answerWith(QStringLiteral("Discard the run"), asked);
    window->learnMode().open(1);
    QVERIFY(window->learnMode().player().lesson() != nullptr);
    window->runMode().run().setSpeed(100);
    window->runMode().startOver();
    QTRY_VERIFY(window->runMode().run().snapshot().cycle > 10);
    QVERIFY(!window->runMode().wouldBeLost(false));
    QVERIFY(window->runMode().wouldBeLost(true));
    QVERIFY(!window->session().modified());
    int questions = 0;
    const WhenAsked counting([&questions](QWidget* dialog) {
      ++questions;
      dialog->close();
    });
    QVERIFY(window->close());
    QCOMPARE(questions, 0);
  }

  /// What is saved for another reason is saved with the run.
  void anExamplesRunIsKeptWithWhatIsSaved() {
    const Sandbox sandbox;
    const std::string file = sandbox.path(QStringLiteral("noted.hopscope")).toStdString();
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    stepTo(*window, 300);
    QVERIFY(!window->session().modified());
    window->session().addNote(QStringLiteral("Seen"));
    QVERIFY(window->session().modified());
    QString asked;
    answerModal([&](QWidget* question) {
      if (const auto* box = qobject_cast<QMessageBox*>(question)) asked = box->informativeText();
      QTimer::singleShot(0, qApp, [&file] {
        answerModal([&file](QWidget* dialog) { typeFile(dialog, QString::fromStdString(file)); });
      });
      press(question, QStringLiteral("Save"));
    });
    QVERIFY(window->close());
    QVERIFY2(asked.contains(QStringLiteral("A run is not over")), qPrintable(asked));
    QCOMPARE(runsIn(file), std::vector<Cycle>{300});
  }

  void aRunMayBeDiscardedWithTheWindow() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign(true));
    const std::string file = sandbox.path(QStringLiteral("run.hopscope")).toStdString();
    QVERIFY(!window->session().saveAs(file));
    stepTo(*window, 1500);  // one that rests is lost likewise
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Discard the run")); });
    QVERIFY(window->close());
    auto again = Project::open(file);
    auto* project = std::get_if<std::unique_ptr<Project>>(&again);
    QVERIFY(project != nullptr && (*project)->runs().empty());
  }

  void anotherProjectDuringARunStopsIt() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    window->runMode().run().setSpeed(1000);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(window->runMode().run().snapshot().cycle > 100);
    window->setMode(MainWindow::Mode::start);
    openExample(*window, QStringLiteral("mesh-transpose"));
    QVERIFY(!window->runMode().run().active());
    QCOMPARE(window->session().document().topology()->kind, std::string("mesh"));
  }

  void deletingTheWindowDuringARunAndACurveIsClean() {
    const Sandbox sandbox;
    auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign(true));
    window->actions().at("study.curve")->trigger();
    window->curveDialog()->start();
    QVERIFY(window->curveDialog()->running());
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_VERIFY(window->runMode().run().snapshot().cycle > 100);
    QElapsedTimer clock;
    clock.start();
    window.reset();
    QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
  }
};

HOPSCOPE_TEST(ClosingTest)
#include "closing_test.moc"
