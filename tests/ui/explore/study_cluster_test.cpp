// SPDX-License-Identifier: GPL-3.0-or-later
// Studies handed to a cluster from the window, with stand-ins for Slurm's programs.
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

#include "engine/study/study_documents.h"
#include "tests/support/test_main.h"
#include "tests/ui/explore/studying.h"
#include "ui/shell/actions.h"
#include "ui/shell/project_session.h"
#include "ui/studies/cluster_dialog.h"
#include "ui/studies/cluster_job.h"
#include "ui/studies/cluster_panel.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

/// It keeps which script the job runs, as Slurm does.
constexpr const char* kSubmits = "echo \"${@: -1}\" > script; echo 41";

/// Programs before those of the system, in a folder of the test.
class StandIns {
 public:
  explicit StandIns(const Sandbox& sandbox) : folder_(sandbox.path(QStringLiteral("bin"))) {
    QDir().mkpath(folder_);
    QFile::link(QStringLiteral(HOPSCOPE_CLI), folder_ + QStringLiteral("/hopscope-cli"));
    qputenv("PATH", folder_.toUtf8() + ':' + path_);
    program("sacct", "cat states 2>/dev/null");
    program("squeue", "case \"$*\" in *%o*) cat script 2>/dev/null;; esac");
  }
  ~StandIns() { qputenv("PATH", path_); }
  StandIns(const StandIns&) = delete;
  StandIns& operator=(const StandIns&) = delete;

  /// A script that is run in the folder.
  void program(const char* name, const QByteArray& script) const {
    write(name, "#!/bin/bash\ncd '" + folder_.toUtf8() + "'\n" + script + '\n');
    QFile::setPermissions(folder_ + QLatin1Char('/') + QLatin1String(name),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }
  void write(const char* name, const QByteArray& text) const {
    QFile file(folder_ + QLatin1Char('/') + QLatin1String(name));
    if (!file.open(QIODevice::WriteOnly)) qFatal("a file cannot be written");
    file.write(text);
  }
  QByteArray read(const char* name) const {
    QFile file(folder_ + QLatin1Char('/') + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  void remove(const char* name) const {
    QFile::remove(folder_ + QLatin1Char('/') + QLatin1String(name));
  }
  /// These alone: none of the system's.
  void alone() const { qputenv("PATH", folder_.toUtf8()); }

 private:
  QString folder_;
  QByteArray path_ = qgetenv("PATH");
};

/// A window with a study of three points in a project that is saved.
std::unique_ptr<MainWindow> windowWithStudy(const QString& file) {
  auto window = windowWith(meshDesign());
  StudyPage& page = studiesOf(*window);
  // Without an end of its curve, which one task would be given whole.
  QJsonObject study =
      QJsonDocument::fromJson(QByteArray::fromStdString(curveStudy("Loads", {meshDesign()})))
          .object();
  study.remove(QStringLiteral("stop_rising"));
  study.insert(QStringLiteral("axes"),
               QJsonArray{QJsonObject{{QStringLiteral("setting"), QStringLiteral("traffic.load")},
                                      {QStringLiteral("values"), QJsonArray{0.05, 0.1, 0.15}}}});
  page.openDocument(QJsonDocument(study).toJson().toStdString());
  if (!file.isEmpty() && window->session().saveAs(file.toStdString())) qFatal("it is not saved");
  page.cluster().setInterval(200);
  return window;
}

ClusterDialog& askFor(MainWindow& window, int tasks) {
  window.actions().at("study.cluster")->trigger();
  auto* dialog = window.findChild<ClusterDialog*>();
  if (dialog == nullptr || !dialog->isVisible()) qFatal("it is not asked");
  dialog->findChild<QSpinBox*>(QStringLiteral("clusterTasks"))->setValue(tasks);
  return *dialog;
}

QString stateOf(MainWindow& window, int task) {
  const QAbstractItemModel* model =
      window.findChild<QTableView*>(QStringLiteral("clusterTable"))->model();
  return task < model->rowCount() ? model->index(task, ClusterTaskModel::state).data().toString()
                                  : QString();
}

/// What is said of the study when it is to be deleted, which it is not then.
QString askedToDelete(MainWindow& window) {
  QString words;
  answerModal([&words](QWidget* dialog) {
    if (const auto* box = qobject_cast<QMessageBox*>(dialog)) words = box->informativeText();
    press(dialog, QStringLiteral("Keep it"));
  });
  QTest::mouseClick(button(window, QStringLiteral("studyDelete")), Qt::LeftButton);
  return words;
}

/// A program that was ended may wait for somebody to ask how.
bool isGone(const QByteArray& process) {
  QFile file(QStringLiteral("/proc/%1/stat").arg(QString::fromUtf8(process.trimmed())));
  return !file.open(QIODevice::ReadOnly) || file.readAll().contains(") Z ");
}

}  // namespace

class StudyClusterTest : public QObject {
  Q_OBJECT

 private slots:
  void rowsAppearWhileOthersRun() {
    const Sandbox sandbox;
    const StandIns programs(sandbox);
    // The first task is run at once; others are when they are submitted again.
    programs.program("sbatch", R"(echo "$@" >> asked
for a in "$@"; do case $a in --array=*) array=${a#--array=};; esac; script=$a; done
if [ "$array" = 0,1 ]; then array=0; fi
SLURM_ARRAY_TASK_ID=$array SLURM_CPUS_ON_NODE=1 bash "$script" >&2 || exit 1
echo 4$(wc -l < asked)
)");
    programs.write("states", "41_0|COMPLETED\n41_1|RUNNING\n");
    const QString file = sandbox.path(QStringLiteral("s.hopscope"));
    auto window = windowWithStudy(file);
    StudyPage& page = *window->findChild<StudyPage*>();
    auto* panel = window->findChild<ClusterPanel*>();
    QVERIFY(!panel->isVisible());
    ClusterDialog& dialog = askFor(*window, 2);
    QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("clusterPartition")),
                     QStringLiteral("short"));
    QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("clusterMore")),
                     QStringLiteral("--account=net --mem=2G"));
    QVERIFY(labelText(dialog, "clusterWhat").startsWith(QStringLiteral("3 points in 2 tasks.")));
    QVERIFY(labelText(dialog, "clusterCommand")
                .contains(QStringLiteral("--on slurm --array=2 --partition=short "
                                         "'--sbatch-options=--account=net --mem=2G'")));
    const auto* command = dialog.findChild<QLabel*>(QStringLiteral("clusterCommand"));
    QTRY_VERIFY(command->height() >= command->heightForWidth(command->width()));  // all of it
    QTest::mouseClick(button(dialog, QStringLiteral("clusterSubmit")), Qt::LeftButton);
    QVERIFY(!button(dialog, QStringLiteral("clusterSubmit"))->isEnabled());
    QTRY_VERIFY2_WITH_TIMEOUT(!dialog.isVisible(), qPrintable(labelText(dialog, "clusterStatus")),
                              30'000);
    const QByteArray asked = programs.read("asked");
    QVERIFY2(asked.startsWith("--parsable --array=0,1 "), asked);
    QVERIFY2(asked.contains(" --partition=short --account=net --mem=2G "), asked);
    // What one has finished is there, and the other is still out.
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, 1), QStringLiteral("RUNNING"), 20'000);
    QCOMPARE(stateOf(*window, 0), QStringLiteral("COMPLETED"));
    QVERIFY(panel->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!page.rows().rows().empty(), 20'000);
    QVERIFY(page.rows().rows().size() < 3);
    QCOMPARE(labelText(*panel, "clusterTitle"),
             QStringLiteral("On a cluster: 1 of 2 tasks finished"));
    page.flush();
    QCOMPARE(window->session().studyRows(window->session().studies().front().id).rows().size(),
             page.rows().rows().size());
    // Nobody asks: it is looked at again.
    programs.write("states", "41_0|COMPLETED\n41_1|TIMEOUT\n");
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, 1), QStringLiteral("TIMEOUT"), 20'000);
    // The project, closed and opened again, tells of it.
    QVERIFY(!window->session().save());
    window = openWindow();
    QVERIFY(window->openFile(file));
    StudyPage& again = studiesOf(*window);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, 1), QStringLiteral("TIMEOUT"), 20'000);
    QVERIFY(again.rows().rows().size() < 3);
    QTest::mouseClick(button(*window, QStringLiteral("clusterResubmit")), Qt::LeftButton);
    auto* second = window->findChild<ClusterDialog*>();
    QVERIFY(second->isVisible());
    QCOMPARE(second->ask().partition, QStringLiteral("short"));
    QVERIFY(!second->findChild<QSpinBox*>(QStringLiteral("clusterTasks"))->isEnabled());
    QTest::mouseClick(button(*second, QStringLiteral("clusterSubmit")), Qt::LeftButton);
    QTRY_VERIFY2_WITH_TIMEOUT(!second->isVisible(), qPrintable(labelText(*second, "clusterStatus")),
                              30'000);
    QVERIFY(programs.read("asked").contains("\n--parsable --array=1 "));
    QTRY_COMPARE_WITH_TIMEOUT(again.rows().rows().size(), std::size_t{3}, 20'000);
    compareRows(again.rows(), ranAlone(again.document()));
    QTRY_VERIFY(!button(*window, QStringLiteral("clusterResubmit"))->isEnabled());
    QVERIFY(!button(*window, QStringLiteral("studyRun"))->isEnabled());
    // What stays of it where it is deleted is said.
    const QString words = askedToDelete(*window);
    QVERIFY2(words.contains(QStringLiteral("stays in %1").arg(again.cluster().folder().path())),
             qPrintable(words));
  }

  /// A row that was cut off is none; rows of another study are refused, with the file's name.
  void whatTasksLeft() {
    const Sandbox sandbox;
    const StandIns programs(sandbox);
    programs.program("sbatch", "echo 41");
    const auto window = windowWithStudy(sandbox.path(QStringLiteral("s.hopscope")));
    StudyPage& page = *window->findChild<StudyPage*>();
    ClusterDialog& dialog = askFor(*window, 3);
    QTest::mouseClick(button(dialog, QStringLiteral("clusterSubmit")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.isVisible(), 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(page.cluster().tasks().size(), std::size_t{3}, 20'000);
    const ClusterFolder& folder = page.cluster().folder();
    const QString tasks = QString::fromStdString(
        tasksFolderBeside(folder.projectFile().toStdString(), page.cluster().owner().hash));
    const StudyRows rows = ranAlone(page.document());
    QFile file(tasks + QStringLiteral("/0.points"));
    {
      auto opened = PointsFile::open(file.fileName().toStdString(), page.cluster().owner());
      QVERIFY(std::get<std::unique_ptr<PointsFile>>(opened)->append(rows.named(rows.rows()[0])));
    }
    QVERIFY(file.open(QIODevice::Append));
    const QByteArray second = QByteArray::fromStdString(writeRow(rows.named(rows.rows()[1])));
    file.write(second.left(20));
    file.flush();
    QTRY_COMPARE_WITH_TIMEOUT(page.rows().rows().size(), std::size_t{1}, 20'000);
    file.write(second.mid(20) + '\n');
    file.flush();
    QTRY_COMPARE_WITH_TIMEOUT(page.rows().rows().size(), std::size_t{2}, 20'000);
    QVERIFY(!window->findChild<QLabel*>(QStringLiteral("clusterProblem"))->isVisible());
    QFile other(tasks + QStringLiteral("/9.points"));
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.write("{\"schema\": \"hopscope.points/1\", \"study\": \"ab\"}\n");
    other.close();
    QTest::mouseClick(button(*window, QStringLiteral("clusterCollect")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(
        labelText(page, "clusterProblem")
            .contains(QStringLiteral("9.points: Its runs are of another study (ab")),
        20'000);
    QCOMPARE(labelText(page, "clusterProblem").count(QLatin1Char('\n')), 0);  // once
  }

  /// Tasks are cancelled; a study that is away is not deleted unasked, and never lost.
  void whatIsAwayIsNotLost() {
    const Sandbox sandbox;
    const StandIns programs(sandbox);
    programs.program("sbatch", kSubmits);
    programs.program("scancel", "echo \"$@\" > cancelled; echo '41_0|CANCELLED' > states");
    programs.write("states", "41_0|RUNNING\n");
    const QString file = sandbox.path(QStringLiteral("s.hopscope"));
    auto window = windowWithStudy(file);
    ClusterDialog& dialog = askFor(*window, 1);
    QTest::mouseClick(button(dialog, QStringLiteral("clusterSubmit")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, 0), QStringLiteral("RUNNING"), 30'000);
    const QString words = askedToDelete(*window);
    QVERIFY2(words.contains(QStringLiteral("its tasks go on")), qPrintable(words));
    QCOMPARE(window->session().studies().size(), std::size_t{1});
    QTRY_VERIFY(button(*window, QStringLiteral("clusterCancel"))->isEnabled());
    QTest::mouseClick(button(*window, QStringLiteral("clusterCancel")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, 0), QStringLiteral("CANCELLED"), 30'000);
    QCOMPARE(programs.read("cancelled"), QByteArray("41\n"));
    QVERIFY(!button(*window, QStringLiteral("clusterCancel"))->isEnabled());
    QCOMPARE(labelText(*window, "clusterTitle"),
             QStringLiteral("On a cluster: 0 of 1 task finished, 1 ended early"));
    // Nothing was run of it, and nothing is away.
    QTest::mouseClick(button(*window, QStringLiteral("studyDelete")), Qt::LeftButton);
    QVERIFY(window->session().studies().empty());
    // The project does not have it, and it can be got at all the same.
    auto* choice = window->findChild<QComboBox*>(QStringLiteral("studyChoice"));
    QCOMPARE(choice->count(), 1);
    // A folder of which nothing was submitted is offered to nobody.
    QDir beside(sandbox.path({}));
    QVERIFY(beside.mkpath(QStringLiteral("s.hopscope.0123456789ab.cluster")));
    {
      QFile other(beside.filePath(QStringLiteral("s.hopscope.0123456789ab.cluster/study.json")));
      QVERIFY(other.open(QIODevice::WriteOnly));
      other.write(QByteArray::fromStdString(curveStudy("Another", {meshDesign()})));
    }
    window->findChild<StudyPage*>()->shelfChanged();
    QCOMPARE(choice->count(), 1);
    QVERIFY(choice->itemText(0).contains(QStringLiteral("on the cluster")));
    choice->setCurrentIndex(0);
    QCOMPARE(choice->currentIndex(), 0);  // it says what is shown
    window->findChild<StudyPage*>()->shelfChanged();
    QCOMPARE(choice->currentIndex(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, 0), QStringLiteral("CANCELLED"), 30'000);
    QVERIFY(button(*window, QStringLiteral("clusterResubmit"))->isEnabled());
  }

  /// What a cancellation comes to is said of its study, and it outlives the window.
  void aCancellationIsHeard() {
    const Sandbox sandbox;
    const StandIns programs(sandbox);
    programs.program("sbatch", kSubmits);
    programs.program("scancel", "echo \"$@\" > cancelled");
    programs.write("states", "41_0|RUNNING\n");
    auto window = windowWithStudy(sandbox.path(QStringLiteral("s.hopscope")));
    StudyPage& page = *window->findChild<StudyPage*>();
    ClusterDialog& dialog = askFor(*window, 1);
    QTest::mouseClick(button(dialog, QStringLiteral("clusterSubmit")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, 0), QStringLiteral("RUNNING"), 30'000);
    page.cluster().setInterval(600'000);
    // It has ended, which the window does not know yet.
    programs.write("states", "41_0|COMPLETED\n");
    QSignalSpy wrote(&page, &StudyPage::wrote);
    auto* panel = window->findChild<ClusterPanel*>();
    emit panel->cancelRequested();
    QVERIFY(!button(*window, QStringLiteral("clusterResubmit"))->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(wrote.size(), 1, 30'000);
    QCOMPARE(wrote[0][0].toString(),
             QStringLiteral("“Loads”: Every task has ended: there is nothing to cancel."));
    QCOMPARE(wrote[0][1].toBool(), false);
    programs.write("states", "41_0|RUNNING\n");
    emit panel->cancelRequested();
    QTRY_COMPARE_WITH_TIMEOUT(wrote.size(), 2, 30'000);
    QVERIFY2(
        wrote[1][0].toString().startsWith(QStringLiteral("The tasks of “Loads” were cancelled.")),
        qPrintable(wrote[1][0].toString()));
    QTRY_VERIFY_WITH_TIMEOUT(button(*window, QStringLiteral("clusterResubmit"))->isEnabled(),
                             30'000);
    // The window is closed before Slurm has answered.
    programs.remove("cancelled");
    programs.program("squeue", "touch asked; sleep 0.3; cat script");
    emit panel->cancelRequested();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(sandbox.path(QStringLiteral("bin/asked"))), 30'000);
    window.reset();
    QCOMPARE(programs.read("cancelled"), QByteArray("41\n"));
  }

  void whoRefusesIsHeard() {
    const Sandbox sandbox;
    const StandIns programs(sandbox);
    programs.program("sbatch",
                     "echo 'sbatch: error: invalid partition specified: gone' >&2; exit 1");
    const auto window = windowWithStudy(sandbox.path(QStringLiteral("s.hopscope")));
    ClusterDialog& dialog = askFor(*window, 2);
    auto* submit = button(dialog, QStringLiteral("clusterSubmit"));
    const auto refused = [&](const QString& words) {
      QTest::mouseClick(submit, Qt::LeftButton);
      QTRY_VERIFY_WITH_TIMEOUT(submit->isEnabled(), 30'000);
      QVERIFY(dialog.isVisible());
      QVERIFY2(labelText(dialog, "clusterStatus").contains(words),
               qPrintable(labelText(dialog, "clusterStatus")));
      QVERIFY(QDir(sandbox.path({})).entryList({QStringLiteral("*.cluster")}).isEmpty());
    };
    refused(QStringLiteral("invalid partition specified: gone"));
    programs.remove("sbatch");
    programs.alone();
    refused(QStringLiteral("There is no sbatch on this machine."));
    programs.remove("hopscope-cli");
    refused(QStringLiteral("There is no hopscope-cli beside this program"));
    QVERIFY(!window->findChild<ClusterPanel*>()->isVisible());
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
  }

  void whatCannotBeSubmittedIsSaid() {
    const Sandbox sandbox;
    const StandIns programs(sandbox);
    const auto window = openWindow();
    window->actions().at("study.cluster")->trigger();
    auto* dialog = window->findChild<ClusterDialog*>();
    QVERIFY(labelText(*dialog, "clusterStatus").startsWith(QStringLiteral("There is no study")));
    auto* submit = button(*dialog, QStringLiteral("clusterSubmit"));
    QVERIFY(!submit->isEnabled());
    dialog->close();
    const auto unsaved = windowWithStudy({});
    ClusterDialog& asked = askFor(*unsaved, 2);
    QVERIFY(labelText(asked, "clusterStatus").startsWith(QStringLiteral("Save the project first")));
    submit = button(asked, QStringLiteral("clusterSubmit"));
    QVERIFY(!submit->isEnabled());
    // Saved meanwhile.
    QVERIFY(!unsaved->session().saveAs(sandbox.path(QStringLiteral("u.hopscope")).toStdString()));
    QTRY_VERIFY(submit->isEnabled());
    QVERIFY(labelText(asked, "clusterWhat").contains(QStringLiteral("u.hopscope.")));
  }

  /// Nothing is left of a window that is gone.
  void nobodyIsLeft() {
    const Sandbox sandbox;
    const StandIns programs(sandbox);
    programs.program("sbatch", "echo 41");
    programs.program("squeue", "echo $$ > waiting; exec sleep 300");
    auto window = windowWithStudy(sandbox.path(QStringLiteral("s.hopscope")));
    ClusterDialog& dialog = askFor(*window, 2);
    auto* remove = button(*window, QStringLiteral("studyDelete"));
    QTest::mouseClick(button(dialog, QStringLiteral("clusterSubmit")), Qt::LeftButton);
    QVERIFY(!remove->isEnabled());  // while it is handed over
    QTRY_VERIFY_WITH_TIMEOUT(programs.read("waiting").endsWith('\n'), 30'000);
    QTRY_VERIFY(remove->isEnabled());
    QVERIFY(!isGone(programs.read("waiting")));
    window.reset();
    QTRY_VERIFY(isGone(programs.read("waiting")));
  }
};

HOPSCOPE_TEST(StudyClusterTest)

#include "study_cluster_test.moc"
