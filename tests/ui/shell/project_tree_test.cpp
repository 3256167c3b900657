// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImage>
#include <QSet>
#include <QTest>
#include <QTreeWidget>

#include "engine/design/application_text.h"
#include "projects/stored_run.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/project_session.h"
#include "ui/studies/compare_view.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

Results verdictOf(Verdict verdict) {
  Results results;
  results.complete = true;
  results.verdict = verdict;
  results.engineVersion = "0.1.0";
  return results;
}

StoredCurve curveOf(const Design& design) {
  CurvePoint point;
  point.offered = point.accepted = 0.1;
  point.latencyMean = 21.5;
  return makeCurve(design, {point, point}, 0);
}

/// Item `place` of the group at that place of the list.
QTreeWidgetItem& itemOf(MainWindow& window, int group, int place) {
  return *window.findChild<QTreeWidget*>(QStringLiteral("projectTree"))
              ->topLevelItem(group)
              ->child(place);
}

QImage drawn(MainWindow& window, QTreeWidgetItem& item) {
  auto* tree = window.findChild<QTreeWidget*>(QStringLiteral("projectTree"));
  return tree->viewport()->grab(tree->visualItemRect(&item)).toImage();
}

}  // namespace

/// What the list of the project calls its designs, runs and curves.
class ProjectTreeTest : public QObject {
  Q_OBJECT

 private slots:
  /// What stands at the right of one row takes nothing from the names of others.
  void eachNameHasTheRoomThatItsRowLeaves() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    StoredRun run = makeRun(meshDesign(), verdictOf(Verdict::stable), 0);
    window->resize(1280, 1100);  // no scroll bar comes
    run.name = "A name that takes all the room that there is in its row, and more";
    window->session().addRun(run);
    QTest::qWait(20);
    const QImage before = drawn(*window, itemOf(*window, 1, 0));
    window->session().addRun(makeRun(meshDesign(), verdictOf(Verdict::deadlocked), 0));
    window->session().addCurve(curveOf(meshDesign()));
    QTest::qWait(20);
    QVERIFY(drawn(*window, itemOf(*window, 1, 0)) == before);
  }

  /// An application joins the design: what ran before it is called by its traffic.
  void runsBesideAnApplicationAreCalledByTheirTraffic() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    Design design = meshDesign();
    window->session().addRun(makeRun(design, verdictOf(Verdict::stable), 0));
    QVERIFY(!hasErrors(addApplication(design, "ping_pong(ranks=2)")));
    window->session().addRun(makeRun(design, verdictOf(Verdict::stable), 0));
    QVERIFY(!hasErrors(addApplication(design, "ping_pong(ranks=2)")));
    window->session().addRun(makeRun(design, verdictOf(Verdict::stable), 0));
    QCOMPARE(itemOf(*window, 1, 0).text(0), QStringLiteral("Uniform"));
    QCOMPARE(itemOf(*window, 1, 1).text(0), QStringLiteral("Ping-pong"));
    QCOMPARE(itemOf(*window, 1, 2).text(0), QStringLiteral("Ping-pong, Ping-pong"));
  }

  void curvesAreToldApart() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    Design design = meshDesign();
    window->session().addCurve(curveOf(design));
    const QString stored = QString::fromStdString(curveOf(design).name);
    QCOMPARE(itemOf(*window, 2, 0).text(0), stored);
    QVERIFY(itemOf(*window, 2, 0).toolTip(0).contains(QStringLiteral("\nDimension order\n")));
    design.settings["routing.algorithm"] = std::string("o1turn");
    design.settings["traffic.load"] = 0.07;  // that of the canvas: no curve has it
    window->session().addCurve(curveOf(design));
    QCOMPARE(itemOf(*window, 2, 0).text(0), QStringLiteral("Dimension order"));
    QCOMPARE(itemOf(*window, 2, 1).text(0), QStringLiteral("O1TURN"));
    const QString tip = itemOf(*window, 2, 1).toolTip(0);
    QVERIFY2(tip.contains(stored) && tip.contains(QStringLiteral("2\u00a0points")),
             qPrintable(tip));
  }

  /// A run that is called as its design says so once.
  void theDesignIsNamedOnce() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    for (const char* name : {"One, of two", "Another"}) {
      Design design = meshDesign();
      design.name = name;
      window->session().addRun(makeRun(design, verdictOf(Verdict::stable), 0));
    }
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    QCOMPARE(window->compareMode().view().names(), QStringList({"One, of two", "Another"}));
    const auto* pane = window->findChild<QWidget*>(QStringLiteral("comparePane1"));
    QCOMPARE(pane->findChild<QWidget*>(QStringLiteral("compareDetail"))->toolTip(),
             QStringLiteral("One, of two\nseed 0"));
  }
};

HOPSCOPE_TEST(ProjectTreeTest)
#include "project_tree_test.moc"
