// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/wait.h>
#include <unistd.h>

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <stdexcept>

#include "projects/stored_run.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/actions.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

std::unique_ptr<Project> projectOf(const QString& file) {
  auto result = Project::open(file.toStdString());
  if (const auto* error = std::get_if<ProjectError>(&result))
    throw std::runtime_error(error->issue.text);
  return std::get<std::unique_ptr<Project>>(std::move(result));
}

StoredRun aRun(std::uint64_t seed) {
  Results results;
  results.seed = seed;
  results.engineVersion = "0.1.0";
  return makeRun(meshDesign(), results, 0);
}

void makeProject(const QString& file) {
  auto made = Project::create();
  auto& project = std::get<std::unique_ptr<Project>>(made);
  project->addDesign(meshDesign());
  project->addRun(aRun(1));
  if (project->saveAs(file.toStdString())) throw std::runtime_error("not saved");
}

/// Somebody else puts a changed file in its place.
void changeBehindItsBack(const QString& file, const std::function<void(Project&)>& change) {
  const QString other = file + QStringLiteral(".other");
  QFile::copy(file, other);
  {
    const auto project = projectOf(other);
    change(*project);
    if (project->save()) throw std::runtime_error("not saved");
  }
  QFile::remove(file);
  QFile::rename(other, file);
}

void addTwoRuns(Project& project) {
  for (const std::uint64_t seed : {2, 3}) project.addRun(aRun(seed));
}

/// A program that adds a design and is killed.
void crashWith(const QString& file) {
  const pid_t child = fork();
  if (child == 0) {
    auto project = projectOf(file);
    Design design = meshDesign();
    design.name = "Unsaved";
    project->addDesign(design);
    _exit(0);  // without closing: the working copy stays
  }
  int status = 0;
  waitpid(child, &status, 0);
}

}  // namespace

/// The window loses nothing, of its own or of others.
class ProjectSafetyTest : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> windowOf(const QString& file) {
    auto window = openWindow();
    if (!window->openFile(file)) QTest::qFail("not opened", __FILE__, __LINE__);
    window->session().document().setValue("traffic.load", 0.31);
    return window;
  }
  static void save(MainWindow& window) { window.actions().at("file.save")->trigger(); }

 private slots:
  void theFileThatIsOpenIsRestored() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("work.hopscope"));
    makeProject(file);
    crashWith(file);
    const auto window = openWindow();
    QVERIFY(window->openFile(file));
    QCOMPARE(window->session().designs().size(), std::size_t{1});
    pressMessage(*window, QStringLiteral("recovery1"), QStringLiteral("Restore"));
    QVERIFY2(window->messages().textOf(QStringLiteral("open")).isEmpty(),
             qPrintable(window->messages().textOf(QStringLiteral("open"))));
    QCOMPARE(window->session().designs().size(), std::size_t{2});
    QVERIFY(window->session().modified());
    save(*window);
    QVERIFY(!window->session().modified());
    QVERIFY(window->close());
    QCOMPARE(projectOf(file)->designs().size(), std::size_t{2});
  }

  /// The text of a large drawing is made aside: nothing of what is edited meanwhile is lost.
  void editsOfALargeDrawingReachTheFile() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("large.hopscope"));
    const auto window = openWindow();
    openExample(*window, QStringLiteral("cache-warm-up"));
    Design mesh = meshDesign();
    mesh.settings["topology.dimensions"] = std::vector<std::int64_t>{40, 40};
    window->session().addDesign(mesh);
    QVERIFY(!window->session().saveAs(file.toStdString()));
    DesignDocument& document = window->session().document();
    QSignalSpy kept(&window->session(), &ProjectSession::contentsChanged);
    document.addRouter({-300, -300});
    QTRY_VERIFY(!kept.isEmpty());
    QVERIFY(window->session().modified());
    // One more is made while the text of the one before may be under way, and saved at once.
    document.addRouter({-300, -200});
    const RouterId last = document.addRouter({-300, -100});
    QVERIFY(last != kNone);
    save(*window);
    QVERIFY(!window->session().modified());
    const Design edited = document.design();
    QVERIFY(window->close());
    QVERIFY(projectOf(file)->designs().back().design == edited);
  }

  /// What cannot be restored leaves what is open as it is.
  void aCopyThatIsGoneLeavesTheProjectOpen() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("work.hopscope"));
    makeProject(file);
    crashWith(file);
    const auto window = openWindow();
    QVERIFY(window->openFile(file));
    const auto copies = findRecoveries();
    QCOMPARE(copies.size(), std::size_t{1});
    discardRecovery(copies.front());
    pressMessage(*window, QStringLiteral("recovery1"), QStringLiteral("Restore"));
    QVERIFY(window->session().isOpen());
    QCOMPARE(QString::fromStdString(window->session().file()), file);
    QCOMPARE(window->messages().textOf(QStringLiteral("open")).left(26),
             QStringLiteral("This recovery copy is gone"));
  }

  void restoringSaysWhatIsNewInTheFile() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("work.hopscope"));
    makeProject(file);
    crashWith(file);
    {
      const auto project = projectOf(file);
      project->addRun(aRun(9));
      QVERIFY(!project->save());
    }
    const auto window = openWindow();
    pressMessage(*window, QStringLiteral("recovery1"), QStringLiteral("Restore"));
    QVERIFY(window->messages()
                .textOf(QStringLiteral("news"))
                .contains(QStringLiteral("new in it: 1 run ")));
    QCOMPARE(window->session().runs().size(), std::size_t{1});
    pressMessage(*window, QStringLiteral("news"), QStringLiteral("Take it in"));
    QCOMPARE(window->session().runs().size(), std::size_t{2});
    save(*window);
    QVERIFY(!window->session().modified());
  }

  void newsThatWereTakenInWhileSavingAreNoneAnyMore() {
    for (const char* answer : {"Take it in and save", "Overwrite", "Save elsewhere…"}) {
      const Sandbox sandbox;
      const QString file = sandbox.path(QStringLiteral("work.hopscope"));
      makeProject(file);
      crashWith(file);
      {
        const auto project = projectOf(file);
        project->addRun(aRun(9));
        QVERIFY(!project->save());
      }
      const auto window = openWindow();
      pressMessage(*window, QStringLiteral("recovery1"), QStringLiteral("Restore"));
      const auto news = [&] { return window->messages().textOf(QStringLiteral("news")); };
      QVERIFY(!news().isEmpty());
      const QString mine = sandbox.path(QStringLiteral("mine.hopscope"));
      answerModal([&](QWidget* dialog) {
        for (const QLabel* label : dialog->findChildren<QLabel*>())
          QVERIFY2(!label->text().contains(QRegularExpression(QStringLiteral(R"(\dT\d\d:)"))),
                   qPrintable(label->text()));
        if (QString::fromUtf8(answer) == QStringLiteral("Save elsewhere…"))
          answerModal([&](QWidget* next) { typeFile(next, mine); });
        press(dialog, QString::fromUtf8(answer));
      });
      save(*window);
      QVERIFY(!window->session().modified());
      QVERIFY2(news().isEmpty(), qPrintable(news()));
    }
  }

  void takingInWhatOthersSaved() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("shared.hopscope"));
    makeProject(file);
    const auto window = windowOf(file);
    changeBehindItsBack(file, addTwoRuns);
    answerModal([](QWidget* dialog) {
      QCOMPARE(dialog->objectName(), QStringLiteral("changedQuestion"));
      press(dialog, QStringLiteral("Take it in and save"));
    });
    save(*window);
    QVERIFY(!window->session().modified());
    QCOMPARE(window->session().runs().size(), std::size_t{3});
    QVERIFY(window->close());
    const auto project = projectOf(file);
    QCOMPARE(project->runs().size(), std::size_t{3});
    QCOMPARE(project->designs().front().design.settings.at("traffic.load"), Value{0.31});
  }

  /// The same design was edited here and there: both are kept, under names of their own.
  void whatIsTakenInHasANameOfItsOwn() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("shared.hopscope"));
    makeProject(file);
    const auto window = windowOf(file);
    changeBehindItsBack(file, [](Project& project) {
      StoredDesign theirs = project.designs().front();
      theirs.design.settings["traffic.load"] = 0.22;
      project.updateDesign(theirs.id, theirs.design);
    });
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Take it in and save")); });
    save(*window);
    QVERIFY(window->close());
    const std::vector<StoredDesign> designs = projectOf(file)->designs();
    QCOMPARE(designs.size(), std::size_t{2});
    QCOMPARE(designs.front().design.settings.at("traffic.load"), Value{0.31});
    QCOMPARE(designs.back().design.settings.at("traffic.load"), Value{0.22});
    QCOMPARE(designs.back().design.name, designs.front().design.name + " 2");
  }

  void notSavingOverWhatOthersSaved() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("shared.hopscope"));
    makeProject(file);
    const auto window = windowOf(file);
    changeBehindItsBack(file, addTwoRuns);
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Cancel")); });
    save(*window);
    QVERIFY(window->session().modified());
    const QString mine = sandbox.path(QStringLiteral("mine.hopscope"));
    answerModal([mine](QWidget* dialog) {
      answerModal([mine](QWidget* next) { typeFile(next, mine); });
      press(dialog, QStringLiteral("Save elsewhere…"));
    });
    save(*window);
    QVERIFY(!window->session().modified());
    QCOMPARE(projectOf(file)->runs().size(), std::size_t{3});
    QVERIFY(window->close());
    QCOMPARE(projectOf(mine)->runs().size(), std::size_t{1});
  }

  void overwritingOnRequest() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("shared.hopscope"));
    makeProject(file);
    const auto window = windowOf(file);
    changeBehindItsBack(file, addTwoRuns);
    answerModal([](QWidget* dialog) { press(dialog, QStringLiteral("Overwrite")); });
    save(*window);
    QVERIFY(!window->session().modified());
    QVERIFY(window->close());
    QCOMPARE(projectOf(file)->runs().size(), std::size_t{1});
  }

  void aDamagedProjectOpensWithoutWhatIsDamaged() {
    const Sandbox sandbox;
    const QString path = sandbox.path(QStringLiteral("bad.hopscope"));
    makeProject(path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray bytes = file.readAll();
    const auto at = bytes.indexOf("Uniform");  // in the name of the run
    QVERIFY(at > 0);
    bytes[at] = 'V';
    file.seek(0);
    file.write(bytes);
    file.close();
    const auto window = openWindow();
    QVERIFY(window->openFile(path));
    const QString said = window->messages().textOf(QStringLiteral("open"));
    QVERIFY2(said.startsWith(QStringLiteral("bad.hopscope is damaged: run 1 “Vniform, ")),
             qPrintable(said));
    QVERIFY(window->session().file().empty());
    QVERIFY(window->session().modified());
    QCOMPARE(window->session().runs().size(), std::size_t{0});
    QVERIFY(window->session().document().design() == meshDesign());
    const QString whole = sandbox.path(QStringLiteral("whole.hopscope"));
    answerModal([whole](QWidget* dialog) { typeFile(dialog, whole); });
    pressMessage(*window, QStringLiteral("open"), QStringLiteral("Save elsewhere…"));
    QVERIFY(!window->session().modified());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), bytes);
  }

  void anotherNameOfTheSameFileIsOpenAlready() {
    const Sandbox sandbox;
    const QString file = sandbox.path(QStringLiteral("real.hopscope"));
    const QString link = sandbox.path(QStringLiteral("link.hopscope"));
    makeProject(file);
    QVERIFY(QFile::link(file, link));
    const auto window = openWindow();
    QVERIFY(window->openFile(file));
    QVERIFY(window->openFile(link));
    QVERIFY(window->messages().textOf(QStringLiteral("open")).isEmpty());
  }
};

HOPSCOPE_TEST(ProjectSafetyTest)
#include "project_safety_test.moc"
