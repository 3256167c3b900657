// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QScrollBar>
#include <QSet>
#include <QSlider>
#include <QSplitter>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QWheelEvent>

#include "tests/support/test_main.h"
#include "tests/ui/shell/compared_runs.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/network_canvas.h"
#include "ui/reports/report_dialog.h"
#include "ui/reports/report_paper.h"
#include "ui/reports/report_plan.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/kept_runs.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/compare_table.h"
#include "ui/studies/compare_view.h"
#include "ui/studies/run_picker.h"
#include "ui/studies/runs_model.h"
#include "ui/studies/runs_table.h"
#include "ui/words/numbers.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

QString cellText(const QTableWidget& table, const QString& name, int column) {
  for (int row = 0; row < table.rowCount(); ++row)
    if (table.item(row, 0) != nullptr && table.item(row, 0)->text().contains(name))
      return table.item(row, column)->text();
  return {};
}

/// The words of a label in the n-th pane, from 0.
QString paneText(MainWindow& window, std::size_t n, const char* label) {
  const auto* pane = window.findChild<QWidget*>(QStringLiteral("comparePane%1").arg(n + 1));
  return pane->findChild<QLabel*>(QLatin1String(label))->text();
}

}  // namespace

/// Kept runs side by side.
class CompareTest : public QObject {
  Q_OBJECT

 private slots:
  void oneRunSaysWhatToDo() {
    const Sandbox sandbox;
    const auto window = windowWithRuns(1);
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    QCOMPARE(window->mode(), MainWindow::Mode::compare);
    CompareView& view = window->compareMode().view();
    QVERIFY(view.isVisible());
    QVERIFY(!view.canvas(0).isVisible());
    QTest::mouseClick(button(*window, QStringLiteral("compareToDesign")), Qt::LeftButton);
    QCOMPARE(window->mode(), MainWindow::Mode::design);
  }

  void whatDiffers() {
    const Sandbox sandbox;
    const auto window = windowWithRuns(2);
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    CompareView& view = window->compareMode().view();
    QCOMPARE(view.runs().size(), std::size_t{2});
    QVERIFY(view.canvas(0).isVisible() && view.canvas(1).isVisible());
    // Heat of each run as its results have it.
    for (std::size_t n = 0; n < 2; ++n) {
      const auto& rates = view.runs()[n].run.results.channelUtilization;
      const auto& heat = view.canvas(n).picture().heat.channelUtilization;
      QCOMPARE(heat.size(), rates.size());
      QCOMPARE(double(heat[5]), double(float(rates[5])));
    }
    QTableWidget& table = *view.table().table();
    QCOMPARE(cellText(table, QStringLiteral("buffer"), 3), QStringLiteral("+16"));
    const int before = table.rowCount();
    QTest::mouseClick(button(*window, QStringLiteral("compareShowAll")), Qt::LeftButton);
    QVERIFY(table.rowCount() > before + 10);
  }

  void viewsAreLinked() {
    const Sandbox sandbox;
    const auto window = windowWithRuns(2);
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    QTest::qWait(50);
    CompareView& view = window->compareMode().view();
    NetworkCanvas &a = view.canvas(0), &b = view.canvas(1);
    const double before = b.zoom();
    const QPointF at = a.rect().center();
    QWheelEvent wheel(at, a.mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&a, &wheel);
    QVERIFY(b.zoom() > before * 1.05);
    QVERIFY(std::abs(a.relativeView().zoom - b.relativeView().zoom) < 1e-6);

    // A router selected on one is selected on the other.
    const Point place = a.document()->placement()->routers.at(5);
    QTest::mouseClick(&b, Qt::LeftButton, {}, b.view().toPixels({place.x, place.y}).toPoint());
    QCOMPARE(a.document()->selection().routers, std::set<RouterId>{5});

    QTest::mouseClick(button(*window, QStringLiteral("compareLink")), Qt::LeftButton);
    const double unlinked = b.zoom();
    QApplication::sendEvent(&a, &wheel);
    QCOMPARE(b.zoom(), unlinked);
  }

  void pickingRuns() {
    const Sandbox sandbox;
    const auto window = windowWithRuns(3);
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    CompareMode& mode = window->compareMode();
    const auto& runs = window->session().runs();
    QCOMPARE(mode.chosen(), (std::vector<RowId>{runs[1].id, runs[2].id}));
    auto* picker = window->findChild<QComboBox*>(QStringLiteral("comparePicker1"));
    picker->setFocus();
    QTest::keyClick(picker, Qt::Key_Up);
    QTRY_COMPARE(mode.chosen(), (std::vector<RowId>{runs[0].id, runs[2].id}));
    QTest::mouseClick(button(*window, QStringLiteral("compareAdd")), Qt::LeftButton);
    QTRY_COMPARE(mode.view().runs().size(), std::size_t{3});
    QTRY_VERIFY(mode.view().canvas(2).isVisible());
    // A deleted run leaves the comparison.
    window->session().removeRun(runs[1].id);
    QTRY_COMPARE(mode.view().runs().size(), std::size_t{2});
  }

  /// Also where one is left alone, whose picker is the first.
  void thePickerNamesTheRunThatIsLeft() {
    const Sandbox sandbox;
    const auto window = windowWithRuns(2);
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    CompareMode& mode = window->compareMode();
    window->session().removeRun(mode.chosen().front());
    const auto& runs = window->session().runs();
    QCOMPARE(mode.chosen(), std::vector<RowId>{runs[0].id});
    const QString name = window->session().runNames().of(runs[0]);
    QCOMPARE(mode.view().names(), QStringList{name});
    QTRY_COMPARE(window->findChildren<RunPicker*>().size(), 1);
    QCOMPARE(window->findChild<RunPicker*>()->currentText(), name);
  }

  /// A report that is built from here begins with what is compared; the project's plan is another
  /// thing until somebody changes it.
  void aReportBeginsWithWhatIsCompared() {
    const Sandbox sandbox;
    const auto window = windowWithRuns(3);
    ReportPlan plan;
    for (ReportPlan::Part& part : plan.parts) part.wanted = false;
    window->session().setViewValue(kReportPlanKey, writePlan(plan).toStdString());
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    const auto& runs = window->session().runs();
    window->compareMode().choose({runs[2].id, runs[0].id});
    bool compared = false;
    inDialog(*window, "file.report", [&](QWidget& dialog) {
      const auto& report = dynamic_cast<ReportDialog&>(dialog);
      compared = report.paper().has(ReportSection::comparison);
      QCOMPARE(report.plan().compare, std::vector<RowId>{runs[0].id});
      QCOMPARE(
          report.findChild<QComboBox*>(QStringLiteral("reportRun"))->currentData().toLongLong(),
          static_cast<qlonglong>(runs[2].id));
      for (const ReportPlan::Part& part : report.plan().parts)
        QCOMPARE(part.wanted, part.section == ReportSection::comparison);
    });
    QVERIFY(compared);
    QVERIFY(readPlan(QByteArray::fromStdString(
                window->session().viewValue(kReportPlanKey).value_or(""))) == plan);
  }

  /// Two repetitions within a minute are told apart, and the list shows all of each name.
  void repetitionsHaveNamesOfTheirOwn() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    for (int n = 0; n < 2; ++n) keepRunOf(*window, smallMesh("A mesh of some name", 0.1, 16));
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    QTest::qWait(20);
    const CompareView& view = window->compareMode().view();
    QVERIFY(view.names()[0].endsWith(QStringLiteral(", run 1")));
    QVERIFY(view.names()[1].endsWith(QStringLiteral(", run 2")));
    auto* picker = window->findChild<RunPicker*>(QStringLiteral("comparePicker1"));
    picker->showPopup();
    QTRY_VERIFY(picker->view()->isVisible());
    QVERIFY(picker->view()->viewport()->width() >= picker->view()->sizeHintForColumn(0));
    picker->hidePopup();
  }

  /// A mix of classes, a value of a line or two, leaves the names and the figures their room.
  void longValuesGiveWay() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    Design mix = smallMesh("Two classes", 0.2, 16);
    mix.settings["traffic.pattern"] = std::string("mix");
    for (const char* classes : {"everywhere = 0.8 uniform; to the other side = 0.2 transpose",
                                "everywhere = 0.5 uniform; to the other side = 0.5 transpose"}) {
      mix.settings["traffic.parts"] = std::string(classes);
      keepRunOf(*window, mix);
    }
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    QTest::qWait(20);  // until it is laid out
    CompareView& view = window->compareMode().view();
    QCOMPARE(view.names(),
             QStringList({QStringLiteral("Classes (1)"), QStringLiteral("Classes (2)")}));
    QTableWidget& table = *view.table().table();
    int all = 0;
    for (int column = 0; column < table.columnCount(); ++column) all += table.columnWidth(column);
    QVERIFY(all <= table.viewport()->width());
    const QFontMetrics metrics(table.item(1, 0)->font());
    for (int row = 0; row < table.rowCount(); ++row)
      QVERIFY2(metrics.horizontalAdvance(table.item(row, 0)->text()) < table.columnWidth(0),
               qPrintable(table.item(row, 0)->text()));
    for (int column = 1; column <= 2; ++column) QVERIFY(table.columnWidth(column) > 80);
    QVERIFY(table.item(1, 2)->toolTip().endsWith(QStringLiteral("0.5 transpose")));
  }

  /// The names of the runs are told in the tool bar, or as much of each as tells it from the
  /// others.
  void pickersTellTheNames() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    for (const double load : {0.05, 0.1, 0.15, 0.2, 0.25, 0.3})
      keepRunOf(*window, smallMesh("Mesh", load, 16));
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    CompareMode& mode = window->compareMode();
    std::vector<RowId> runs;
    for (const RunHead& run : window->session().runs()) {
      runs.push_back(run.id);
      if (runs.size() < 2) continue;
      mode.choose(runs);
      QTest::qWait(20);  // until it is laid out
      QSet<QString> told;
      for (std::size_t n = 0; n < runs.size(); ++n) {
        const QString id = QStringLiteral("comparePicker%1").arg(n + 1);
        QString drawn;
        for (const RunPicker* picker : window->findChildren<RunPicker*>(id))
          if (picker->isVisible()) drawn = picker->drawnText();
        const QString name = mode.view().names().at(static_cast<qsizetype>(n));
        QVERIFY2(drawn == name || (runs.size() > 4 && drawn.contains(QChar(0x2026))),
                 qPrintable(name + QStringLiteral(" as ") + drawn));
        told.insert(drawn);
      }
      QCOMPARE(told.size(), static_cast<qsizetype>(runs.size()));
      // Its own tip says what a button does that has given its word to the names.
      for (const char* id : {"compareLink", "compareMeasure"}) {
        const QAbstractButton& word = *button(*window, QLatin1String(id));
        QCOMPARE(word.text().isEmpty(), runs.size() > 2);
        QVERIFY(!word.accessibleName().isEmpty() && !word.toolTip().isEmpty());
      }
    }
  }

  /// Also where the letters of a design's name happen to stand in a word of the run's.
  void pickersTellTheDesign() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    for (const double load : {0.1, 0.2}) keepRunOf(*window, smallMesh("o", load, 16));
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    const auto* picker = window->findChild<QComboBox*>(QStringLiteral("comparePicker1"));
    const QString tip = picker->toolTip();
    QVERIFY2(tip.startsWith(QStringLiteral("o · load %1 · ").arg(QLocale().toString(0.1))),
             qPrintable(tip));
  }

  /// Runs of one design at several loads lie on one curve: it is drawn once, and each run's own
  /// point has its letter.
  void runsOfOneCurveShareIt() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    std::vector<RowId> runs;
    for (const double load : {0.1, 0.2, 0.95})
      runs.push_back(keepRunOf(*window, smallMesh("Mesh", load, 16)));
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    window->compareMode().choose(runs);
    CompareView& view = window->compareMode().view();
    const PlotPicture &latency = view.plots().latency, &accepted = view.plots().accepted;
    QCOMPARE(latency.curves.size(), std::size_t{1});
    QCOMPARE(latency.curves.front().name, QStringLiteral("A, B, C"));
    QCOMPARE(latency.marks.size(), std::size_t{1});  // saturation, once
    QCOMPARE(accepted.badges.size(), std::size_t{3});
    for (std::size_t n = 0; n < 3; ++n) {
      const Results& results = view.runs()[n].run.results;
      QCOMPARE(accepted.badges[n].letter, QString(QChar('A' + static_cast<int>(n))));
      QCOMPARE(accepted.badges[n].number, static_cast<int>(n) + 1);
      QCOMPARE(accepted.badges[n].x, results.offeredLoad);
      QCOMPARE(accepted.badges[n].y, results.acceptedLoad);
    }
    // C is saturated, and has no latency.
    QCOMPARE(latency.badges.size(), std::size_t{2});
    QCOMPARE(latency.badges[1].y, view.runs()[1].run.results.latency.mean);
  }

  /// However many runs there were before, each has its column now.
  void eachRunHasItsColumn() {
    const Sandbox sandbox;
    const auto window = windowWithRuns(6);
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    QTableWidget& table = *window->compareMode().view().table().table();
    for (int count = 3; count <= 6; ++count) {
      QTest::mouseClick(button(*window, QStringLiteral("compareAdd")), Qt::LeftButton);
      QTRY_COMPARE(window->compareMode().view().runs().size(), static_cast<std::size_t>(count));
      QCOMPARE(table.columnCount(), 1 + count);
      for (int column = 1; column <= count; ++column) {
        QCOMPARE(table.item(0, column)->text(), QString(QChar('A' + column - 1)));
        QVERIFY2(table.columnWidth(column) > 0, qPrintable(table.item(0, column)->text()));
      }
      QTest::qWait(20);  // until it is laid out
      const QRect last = table.visualItemRect(table.item(0, count));
      QVERIFY2(last.left() >= 0 && last.right() < table.viewport()->width(),
               qPrintable(QStringLiteral("%1: %2 to %3 of %4")
                              .arg(count)
                              .arg(last.left())
                              .arg(last.right())
                              .arg(table.viewport()->width())));
      // The difference of a setting can be seen, and is not told.
      QVERIFY(cellText(table, QStringLiteral("buffer"), 2).endsWith(QStringLiteral("flits")));
    }
  }

  /// Where there is no room for all columns, the names stay while the others pass.
  void namesStayInSight() {
    const Sandbox sandbox;
    const auto window = windowWithRuns(3);
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    QTest::mouseClick(button(*window, QStringLiteral("compareAdd")), Qt::LeftButton);
    QTableWidget& table = *window->compareMode().view().table().table();
    QTRY_COMPARE(table.columnCount(), 4);
    auto* split = qobject_cast<QSplitter*>(table.parentWidget()->parentWidget());
    QVERIFY(split != nullptr);
    split->setSizes({500, 500, 280});
    QTest::qWait(20);  // until it is laid out
    const auto* names = window->findChild<QTableView*>(QStringLiteral("frozenColumn"));
    QVERIFY(table.horizontalScrollBar()->maximum() > 0);
    table.horizontalScrollBar()->setValue(table.horizontalScrollBar()->maximum());
    table.verticalScrollBar()->setValue(table.verticalScrollBar()->maximum());
    QCOMPARE(names->visualRect(names->model()->index(2, 0)).top(),
             table.visualItemRect(table.item(2, 3)).top());
    QCOMPARE(names->mapToGlobal(QPoint(0, 0)), table.viewport()->mapToGlobal(QPoint(0, 0)));
    QCOMPARE(names->width(), table.columnWidth(0));
    // A cell that the keys arrive at is not left below the names.
    table.setCurrentCell(2, 1);
    QVERIFY(table.visualItemRect(table.item(2, 1)).left() >= names->width());
    // The corner between the scroll bars is as plain as their tracks.
    const QImage image = window->grab().toImage();
    const QRect corner(table.mapTo(window.get(), table.rect().bottomRight() - QPoint(9, 9)),
                       QSize(10, 10));
    for (const QPoint at : {corner.topLeft(), corner.center(), corner.topRight()})
      QCOMPARE(image.pixelColor(at), image.pixelColor(corner.topRight() - QPoint(0, 2)));
  }

  /// Six runs have room, a seventh has not.
  void sixSideBySide() {
    const Sandbox sandbox;
    const auto window = windowWithRuns(7);
    pressKeys(*window, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::qWait(50);  // until it is laid out
    QTableView& table = *window->keptRuns().table().table();
    auto* compare = button(*window, QStringLiteral("runsCompare"));
    const auto click = [&](int row, Qt::KeyboardModifiers keys) {
      QTest::mouseClick(table.viewport(), Qt::LeftButton, keys,
                        table.visualRect(table.model()->index(row, RunsModel::load)).center());
    };
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
    QVERIFY(!compare->isEnabled());  // seven are selected
    click(6, Qt::ControlModifier);
    QVERIFY(compare->isEnabled());
    QTest::mouseClick(compare, Qt::LeftButton);
    CompareView& view = window->compareMode().view();
    QTRY_COMPARE(view.runs().size(), std::size_t{6});
    for (std::size_t n = 0; n < 6; ++n) {
      QTRY_VERIFY(view.canvas(n).isVisible());
      QVERIFY2(view.canvas(n).width() > 80 && view.canvas(n).height() > 80, "a canvas has no room");
      QVERIFY(!view.canvas(n).picture().heat.empty());
      // Beside the network there is no room for figures: they stand below it.
      const auto* pane = window->findChild<QWidget*>(QStringLiteral("comparePane%1").arg(n + 1));
      QVERIFY(pane->findChild<QLabel*>(QStringLiteral("compareBrief"))->isVisible());
      QVERIFY(!pane->findChild<QLabel*>(QStringLiteral("compareAccepted"))->isVisible());
      QVERIFY(paneText(*window, n, "compareBrief")
                  .startsWith(realText(view.runs()[n].run.results.acceptedLoad, 3)));
    }
    QVERIFY(!button(*window, QStringLiteral("compareAdd"))->isEnabled());
    // With all its buttons the tool bar does not widen the window.
    QVERIFY(button(*window, QStringLiteral("compareMeasure"))->isVisible());
    QCOMPARE(window->width(), 1280);
    // A column of each run, in which the buffers that differ stand.
    const QTableWidget& settings = *window->findChild<CompareTable*>()->table();
    QVERIFY(settings.columnCount() >= 7);
    QSet<QString> buffers;
    for (int column = 1; column <= 6; ++column)
      buffers.insert(cellText(settings, QStringLiteral("uffer"), column));
    QCOMPARE(buffers.size(), 6);
  }

  /// One slider moves all networks to the same moment of what was recorded.
  void timeIsLinked() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->session().document().load(meshDesign());
    window->runMode().run().setSpeed(0);
    pressKeys(*window, Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 30'000);
    window->session().document().setValue("traffic.load", 0.4);
    pressKeys(*window, Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{2}, 30'000);
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    CompareView& view = window->compareMode().view();
    auto* slider = window->findChild<QSlider*>(QStringLiteral("compareTime"));
    QVERIFY(slider->isVisible());
    slider->setFocus();
    QTest::mouseClick(button(*window, QStringLiteral("compareOverTime")), Qt::LeftButton);
    QVERIFY(!view.plots().latency.now);
    QTest::keyClick(slider, Qt::Key_Home);
    for (std::size_t n = 0; n < 2; ++n) {
      const Recording& recording = *view.runs()[n].run.recording;
      const auto& heat = view.canvas(n).picture().heat.channelUtilization;
      QCOMPARE(heat.size(), std::size_t{recording.channels});
      for (ChannelId channel = 0; channel < recording.channels; ++channel)
        QCOMPARE(heat[channel], recording.utilization(0, channel));
      // The figures are of that time too, and say so.
      const WindowSample& first = view.runs()[n].run.results.windows.front();
      QCOMPARE(recording.spans.front().end, first.end);
      QCOMPARE(paneText(*window, n, "compareAccepted"), realText(first.acceptedLoad, 3));
      QVERIFY(paneText(*window, n, "compareWhen").contains(wholeText(first.end)));
      QCOMPARE(view.plots().latency.now, std::optional(double(first.end)));
      QCOMPARE(view.plots().accepted.now, std::optional(double(first.end)));
    }
    QTest::keyClick(slider, Qt::Key_End);
    QVERIFY(!view.plots().latency.now);
    QCOMPARE(paneText(*window, 1, "compareAccepted"),
             realText(view.runs()[1].run.results.acceptedLoad, 3));
    QVERIFY(paneText(*window, 1, "compareWhen").contains(QStringLiteral("Measured")));
    const auto& rates = view.runs()[1].run.results.channelUtilization;
    QCOMPARE(view.canvas(1).picture().heat.channelUtilization[7], float(rates[7]));
  }

  void exportsWhatIsShown() {
    const Sandbox sandbox;
    const auto window = windowWithRuns(2);
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    const auto exportAs = [&](const QString& name) {
      const QString file = sandbox.path(name);
      answerModal([file](QWidget* dialog) { typeFile(dialog, file); });
      pressKeys(*window, Qt::Key_E, Qt::ControlModifier);
      QFile written(file);
      return written.open(QIODevice::ReadOnly) ? QString::fromUtf8(written.readAll()) : QString();
    };
    const QString csv = exportAs(QStringLiteral("two.csv"));
    QVERIFY2(csv.contains(QStringLiteral("local buffer,,16,32")), qPrintable(csv));
    const QString accepted =
        QString::number(window->session().runs().front().acceptedLoad, 'g', 10);
    QVERIFY(csv.contains(accepted));
    const QString html = exportAs(QStringLiteral("two.html"));
    QCOMPARE(html.count(QStringLiteral("<svg")), 4);
    QVERIFY(html.contains(QStringLiteral("Large buffers")));
  }

  /// Runs of two routings at three loads: panes and files have a name for each.
  void runsOfOneDesignHaveNames() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    std::vector<RowId> runs;
    for (const char* routing : {"dimension_order", "o1turn"})
      for (const double load : {0.1, 0.2, 0.3}) {
        Design design = smallMesh("Mesh", load, 16);
        design.settings["routing.algorithm"] = std::string(routing);
        runs.push_back(keepRunOf(*window, design));
      }
    pressKeys(*window, Qt::Key_3, Qt::ControlModifier);
    window->compareMode().choose(runs);
    const QStringList& names = window->compareMode().view().names();
    QCOMPARE(names.first(), QStringLiteral("Dimension order, load 0.1"));
    QCOMPARE(names.last(), QStringLiteral("O1TURN, load 0.3"));
    const QString file = sandbox.path(QStringLiteral("six.html"));
    answerModal([file](QWidget* dialog) { typeFile(dialog, file); });
    pressKeys(*window, Qt::Key_E, Qt::ControlModifier);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QString html = QString::fromUtf8(written.readAll());
    QVERIFY(html.contains(QStringLiteral("Comparison: %1").arg(names.join(QStringLiteral(", ")))));
    for (int n = 0; n < 6; ++n)
      QCOMPARE(html.count(QStringLiteral("<h3>%1 · %2</h3>").arg(QChar('A' + n)).arg(names[n])), 1);
  }
};

HOPSCOPE_TEST(CompareTest)
#include "compare_test.moc"
