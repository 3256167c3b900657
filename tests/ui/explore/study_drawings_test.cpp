// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn of a study: heat maps, panels and parallel axes, and the ranges that all follow.
#include <QComboBox>
#include <QFile>
#include <QItemSelectionModel>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "engine/core/version.h"
#include "projects/stored_run.h"
#include "tests/support/test_main.h"
#include "tests/ui/explore/exploring.h"
#include "ui/drawing/heat_map_painting.h"
#include "ui/drawing/heat_map_plot.h"
#include "ui/drawing/panel_grid.h"
#include "ui/drawing/plot_widget.h"
#include "ui/plots/parallel_painter.h"
#include "ui/plots/parallel_plot.h"
#include "ui/plots/scatter_plot.h"
#include "ui/plots/study_heat_map.h"
#include "ui/plots/study_panels.h"
#include "ui/plots/study_pictures.h"
#include "ui/shell/project_session.h"
#include "ui/studies/study_page.h"
#include "ui/studies/study_table_model.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

constexpr const char* kThreeAxes = R"({"schema": "hopscope.study/1", "name": "Three axes",
  "design": {"schema": "hopscope.design/1", "name": "Mesh",
             "topology": {"kind": "mesh", "dimensions": [4, 4]}},
  "axes": [{"setting": "routing.algorithm", "values": ["dimension_order", "valiant"]},
           {"setting": "traffic.packet_flits", "values": [2, 4, 8]},
           {"setting": "traffic.load", "values": [0.1, 0.2, 0.3, 0.4]}],
  "columns": {"share": "accepted_load / offered_load"}})";

/// The latency of a point is its number; the last is saturated, and point 5 failed.
struct ThreeAxes {
  Study study;
  std::string document;
  StudyRows rows;
  StudyTable table;

  ThreeAxes() {
    const ParsedStudy parsed = parseStudy(kThreeAxes);
    if (hasErrors(parsed.issues)) qFatal("%s", std::string(parsed.issues[0].text).c_str());
    study = parsed.study;
    document = parsed.document;
    for (PointId point = 0; point < pointCount(study); ++point) {
      StudyRow row;
      row.point = point;
      if (point == 5) row.failure = "it does not fit";
      if (point == 23) row.verdict = Verdict::saturated;
      if (point != 5)
        row.values = {{"latency.mean", 100.0 + static_cast<double>(point)},
                      {"accepted_load", 0.1 * static_cast<double>(point % 4 + 1)},
                      {"offered_load", 0.1 * static_cast<double>(point % 4 + 1)}};
      rows.add(row);
    }
    table = studyTable(study, rows);
  }
};

/// The page with that study, run, in a project.
StudyPage& pageWith(MainWindow& window, const ThreeAxes& three) {
  window.session().addStudy({0, three.study.name, utcNow(), three.document,
                             studyHash(three.document), std::string(kEngineVersion), three.rows});
  window.setMode(MainWindow::Mode::explore);
  QTest::mouseClick(button(window, QStringLiteral("exploreStudies")), Qt::LeftButton);
  auto* page = window.findChild<StudyPage*>();
  page->openDocument(three.document);
  return *page;
}

QByteArray contentOf(const QString& file) {
  QFile read(file);
  return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
}

int listed(const StudyPage& page) {
  return page.findChild<QTableView*>(QStringLiteral("studyTable"))->model()->rowCount();
}

}  // namespace

class StudyDrawingsTest : public QObject {
  Q_OBJECT

 private slots:
  void cellsAreMeansOfWhatIsThere() {
    const ThreeAxes three;
    const HeatMapPicture map = studyHeatMap(three.study, three.table, allPoints(three.table),
                                            "traffic.load", "traffic.packet_flits", "latency.mean");
    QCOMPARE(map.columns, (QStringList{"0.1", "0.2", "0.3", "0.4"}));
    QCOMPARE(map.rows, (QStringList{"2", "4", "8"}));
    // Points 0 and 12 lie there, over both routings.
    QCOMPARE(map.at(0, 0).mean, 106.0);
    QCOMPARE(map.at(0, 0).points, 2U);
    QVERIFY2(map.note.contains(QStringLiteral("(2)")), qPrintable(map.note));
    // Of 5, which failed, and 17, one has a value; of 11 and the saturated 23 likewise.
    QCOMPARE(map.at(1, 1).valued, 1U);
    QCOMPARE(map.at(1, 1).mean, 117.0);
    QCOMPARE(map.at(3, 2).mean, 111.0);
    QVERIFY(map.at(1, 1).isPartial() && !map.at(0, 0).isPartial());
    QVERIFY2(map.note.contains(QStringLiteral("* mean of some of its points only: 2")),
             qPrintable(map.note));
    QVERIFY(cellWords(map, 1, 1).contains(QStringLiteral("1 of 2")));
    QCOMPARE(map.least, 106.0);
    QCOMPARE(map.most, 117.0);
    QCOMPARE(heatMapCsv(map).count(QLatin1Char('\n')), 13);
  }

  void whatHasNoValueSaysWhy() {
    const ThreeAxes three;
    const StudyPoints first =
        pointsWithin(three.study, three.table, {{"routing.algorithm", {0, 0}}});
    QCOMPARE(first.size(), std::size_t{12});
    HeatMapPicture map = studyHeatMap(three.study, three.table, first, "traffic.load",
                                      "traffic.packet_flits", "latency.mean");
    QVERIFY(map.at(1, 1).content == HeatMapPicture::Content::failed);
    QVERIFY(map.note.contains(cellSign(HeatMapPicture::Content::failed)));
    QVERIFY(!map.note.contains(QStringLiteral("Mean over")));  // each cell is one point
    const StudyPoints second =
        pointsWithin(three.study, three.table, {{"routing.algorithm", {1, 1}}});
    map = studyHeatMap(three.study, three.table, second, "traffic.load", "traffic.packet_flits",
                       "latency.mean");
    QVERIFY(map.at(3, 2).content == HeatMapPicture::Content::noSteady);
    // Accepted load is known there.
    map = studyHeatMap(three.study, three.table, second, "traffic.load", "traffic.packet_flits",
                       "accepted_load");
    QVERIFY(map.at(3, 2).content == HeatMapPicture::Content::value);
    // One setting is no map.
    QVERIFY(studyHeatMap(three.study, three.table, second, "traffic.load", "traffic.load",
                         "latency.mean")
                .isEmpty());
  }

  void aSampleIsJoinedIntoRanges() {
    std::string document = kThreeAxes;
    const auto from = document.find("\"axes\""), to = document.find("\"columns\"");
    document.replace(from, to - from,
                     "\"axes\": [{\"latin_hypercube\": {\"points\": 200, \"seed\": 1, "
                     "\"settings\": {\"traffic.load\": [0.1, 0.9], \"channels.terminal.latency\": "
                     "[1, 500]}}}], ");
    const ParsedStudy parsed = parseStudy(document);
    QVERIFY2(!hasErrors(parsed.issues),
             parsed.issues.empty() ? "" : std::string(parsed.issues[0].text).c_str());
    const StudyTable table = studyTable(parsed.study, {});
    const HeatMapPicture map = studyHeatMap(parsed.study, table, allPoints(table), "traffic.load",
                                            "channels.terminal.latency", "latency.mean");
    QCOMPARE(map.columns.size(), 24);
    QCOMPARE(map.rows.size(), 24);
    QVERIFY(std::none_of(map.cells.begin(), map.cells.end(),
                         [](const auto& cell) { return cell.valued > 0; }));
  }

  void panelsShareTheirScales() {
    const ThreeAxes three;
    const PanelsPicture panels =
        studyPanels(three.study, three.table, allPoints(three.table), "traffic.load",
                    "latency.mean", "traffic.packet_flits");
    QCOMPARE(panels.panels.size(), std::size_t{3});
    for (const PanelsPicture::Panel& panel : panels.panels) {
      QCOMPARE(panel.plot.curves.size(), std::size_t{2});
      // Named by what differs within a panel, in the same colour in all.
      QCOMPARE(panel.plot.curves[1].name, QStringLiteral("valiant"));
      QCOMPARE(panel.plot.curves[1].number, 2);
      QCOMPARE(panel.plot.yMax, panels.panels[0].plot.yMax);
      QCOMPARE(panel.plot.xMin, panels.panels[0].plot.xMin);
    }
    QVERIFY(*panels.panels[0].plot.yMax >= 122);
    QCOMPARE(panels.legend.curves.size(), std::size_t{2});
    // The failed point and the saturated one are no points of curves.
    QCOMPARE(panelsCsv(panels).count(QLatin1Char('\n')), 1 + 22);
    QVERIFY(studyPanels(three.study, three.table, allPoints(three.table), "traffic.load",
                        "latency.mean", "traffic.load")
                .panels.empty());
  }

  /// What is below zero is seen whole, with its confidence interval.
  void panelsReachBelowZero() {
    ThreeAxes three;
    StudyRows below;
    for (PointId point = 0; point < pointCount(three.study); ++point)
      for (std::uint32_t run = 0; run < 3; ++run) {
        StudyRow row;
        row.point = point;
        row.run = run;
        row.values = {{"latency.mean", -100.0 - static_cast<double>(run)}};
        below.add(row);
      }
    three.table = studyTable(three.study, below);
    const PanelsPicture panels =
        studyPanels(three.study, three.table, allPoints(three.table), "traffic.load",
                    "latency.mean", "traffic.packet_flits");
    QCOMPARE(panels.panels.size(), std::size_t{3});
    const PlotCurve& curve = panels.panels[0].plot.curves.at(0);
    QCOMPARE(curve.y.at(0), -101.0);
    QVERIFY(curve.errors.at(0) > 0);
    QCOMPARE(panels.panels[0].plot.yMin.value_or(0), curve.y[0] - curve.errors[0]);
  }

  /// Axes that reach below a low widget: all pieces are where they are in a high one.
  void parallelAxesInALowWidget() {
    const ThreeAxes three;
    const ParallelPicture picture =
        studyParallel(three.study, three.table,
                      {"traffic.packet_flits", "traffic.load", "latency.mean"}, "latency.mean", {});
    QCOMPARE(picture.axes.size(), std::size_t{3});
    const ParallelPainter painter(picture, {100, 30});
    const auto segments = painter.segments(picture);
    QVERIFY(!segments.empty());
    for (const ParallelPainter::Segment& each : segments)
      for (const float y : {each.fromY, each.toY}) {
        QVERIFY2(y >= std::floor(painter.area().top()), qPrintable(QString::number(y)));
        QVERIFY2(y <= painter.area().bottom() + 24, qPrintable(QString::number(y)));
      }
  }

  /// Rows that come, come to those that are marked.
  void markedRowsStayWhereOthersCome() {
    const ThreeAxes three;
    const auto study = std::make_shared<const Study>(three.study);
    const auto table = std::make_shared<const StudyTable>(three.table);
    StudyPoints some;
    for (const StudyTableRow* row : allPoints(*table))
      if (row->point % 3 == 1) some.push_back(row);
    StudyTableModel model;
    model.setTable(study, table, some, {});
    QCOMPARE(model.rowCount(), 8);
    model.sort(0, Qt::DescendingOrder);
    const QPersistentModelIndex marked = model.index(2, 0);
    const PointId point = model.rowAt(2)->point;
    model.setFilter(allPoints(*table), {});
    QCOMPARE(model.rowCount(), 24);
    QVERIFY(marked.isValid());
    QCOMPARE(model.rowAt(marked.row())->point, point);
    for (PointId each = 0; each < 24; ++each) QVERIFY(model.rowOf(each) >= 0);
    // What is gone is marked no more.
    model.setFilter({&table->rows[0]}, {});
    QCOMPARE(model.rowCount(), 1);
    QVERIFY(!marked.isValid());
  }

  /// Heads say what their points come to; folded, the points are not listed.
  void pointsAreGrouped() {
    const ThreeAxes three;
    const auto study = std::make_shared<const Study>(three.study);
    const auto table = std::make_shared<const StudyTable>(three.table);
    StudyTableModel model;
    model.setTable(study, table, allPoints(*table), {});
    int column = 0;
    while (model.columnAt(column).tip != QStringLiteral("traffic.packet_flits")) ++column;
    const auto groups = model.columnAt(column).steps.size();
    model.setGroup(column);
    QCOMPARE(model.rowCount(), 24 + int(groups));
    QVERIFY(model.isHead(0) && !model.isHead(1));
    QCOMPARE(model.index(0, column).data().toString(),
             QStringLiteral("▾ ") + model.columnAt(column).steps.front());
    int runs = 0;
    while (model.columnAt(runs).kind != StudyTableModel::Kind::runs) ++runs;
    QCOMPARE(model.index(0, runs).data().toInt(), 24 / int(groups));
    // A mark outlives what is folded above it, and other points that come.
    const int last = model.rowCount() - 1;
    const PointId point = model.rowAt(last)->point;
    const QPersistentModelIndex marked = model.index(last, 0);
    const PointId hidden = model.rowAt(1)->point;
    model.setFolded(0, true);
    QVERIFY(model.isFolded(0) && model.isHead(1));
    QCOMPARE(model.rowAt(marked.row())->point, point);
    QCOMPARE(model.rowOf(hidden), -1);
    model.sort(column, Qt::DescendingOrder);
    QCOMPARE(model.rowAt(marked.row())->point, point);
    QCOMPARE(model.index(0, column).data().toString(),
             QStringLiteral("▾ ") + model.columnAt(column).steps.back());
    model.setFilter(allPoints(*table), model.columnAt(column).steps.front() + " nowhere");
    QCOMPARE(model.rowCount(), 0);
    model.setFilter(allPoints(*table), {});
    QCOMPARE(model.rowOf(hidden), -1);  // still folded
    QVERIFY(model.reveal(hidden) > 0);
    QCOMPARE(model.rowCount(), 24 + int(groups));
    model.setGroup(-1);
    QCOMPARE(model.rowCount(), 24);
  }

  /// While a study runs, points leave one group for another, which is folded.
  void marksStayWhereOthersAreFoldedAway() {
    ThreeAxes three;
    const auto study = std::make_shared<const Study>(three.study);
    StudyRows some;
    const auto tableWith = [&](const std::set<PointId>& done) {
      for (const StudyRows::Row* row : three.rows.sorted())
        if (done.count(row->point) != 0) some.add(three.rows.named(*row));
      return std::make_shared<const StudyTable>(studyTable(*study, some));
    };
    StudyTableModel model;
    auto table = tableWith({0, 1, 2});
    model.setTable(study, table, allPoints(*table), {});
    int status = 0;
    while (model.columnAt(status).kind != StudyTableModel::Kind::status) ++status;
    model.setGroup(status);
    for (int row = 0; row < model.rowCount(); ++row)
      if (model.isHead(row) && model.rowAt(row + 1)->status == PointStatus::done) {
        model.setFolded(row, true);
        break;
      }
    QItemSelectionModel selection(&model);
    const QPersistentModelIndex marked = model.index(model.rowOf(15), 0);
    selection.select(marked, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    selection.setCurrentIndex(model.index(model.rowOf(4), 0), QItemSelectionModel::NoUpdate);
    // What is told to be current while rows go is of the table that comes.
    const StudyTableRow* told = nullptr;
    connect(&selection, &QItemSelectionModel::currentRowChanged, &model,
            [&](const QModelIndex& now) { told = model.rowAt(now.row()); });
    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    table = tableWith({4});
    model.setTable(study, table, allPoints(*table), {});
    QCOMPARE(reset.size(), 0);
    QCOMPARE(model.rowOf(4), -1);
    QVERIFY(marked.isValid());
    QCOMPARE(model.rowAt(marked.row())->point, PointId{15});
    QVERIFY(selection.isRowSelected(marked.row()));
    QVERIFY(told != nullptr);
    QCOMPARE(told->point, PointId{3});  // above it
    QCOMPARE(told, &table->rows[3]);
    for (int row = 0; row < model.rowCount(); ++row)
      if (!model.isHead(row)) QCOMPARE(model.rowAt(row), &table->rows[model.rowAt(row)->point]);
  }

  /// By mouse and by keys, in the window.
  void aGroupIsFoldedInTheWindow() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    const ThreeAxes three;
    StudyPage& page = pageWith(*window, three);
    auto* by = page.findChild<QComboBox*>(QStringLiteral("studyGroup"));
    QVERIFY(by->count() > 3);
    by->setCurrentIndex(1);
    emit by->activated(1);
    const int all = listed(page);
    QVERIFY(all > 24);
    auto* table = page.findChild<QTableView*>(QStringLiteral("studyTable"));
    const QModelIndex head = table->model()->index(0, 0);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(head).center());
    QVERIFY(listed(page) < all);
    QVERIFY(!button(*window, QStringLiteral("studyPoint"))->isEnabled());  // a head is no point
    QTest::keyClick(table, Qt::Key_Right);
    QCOMPARE(listed(page), all);
    QTest::keyClick(table, Qt::Key_Space);
    QVERIFY(listed(page) < all);
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(listed(page), all);
    QTest::keyClick(table, Qt::Key_Enter, Qt::KeypadModifier);
    QVERIFY(listed(page) < all);
    // A click that marks more lines folds none.
    QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::ControlModifier,
                      table->visualRect(head).center());
    QVERIFY(listed(page) < all);
    QTest::keyClick(table, Qt::Key_Right);
    QCOMPARE(listed(page), all);
    QTest::keyClick(table, Qt::Key_Down);
    QVERIFY(button(*window, QStringLiteral("studyPoint"))->isEnabled());
  }

  void rangesAreDraggedAndMovedByKeys() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    const ThreeAxes three;
    StudyPage& page = pageWith(*window, three);
    QCOMPARE(listed(page), 24);
    QTest::mouseClick(button(*window, QStringLiteral("studyParallel")), Qt::LeftButton);
    auto* lines = page.findChild<ParallelPlot*>(QStringLiteral("studyLines"));
    QTRY_VERIFY(lines->isDrawn());
    const ParallelPicture& picture = lines->picture();
    QVERIFY(picture.axes.size() >= 5);
    QCOMPARE(picture.axes[2].dimension.name, std::string("traffic.load"));
    QVERIFY(!picture.axes[2].gaps);
    // A drag over 0.2 and 0.3.
    const QPoint from = lines->placeOf(2, 0.17).toPoint(), to = lines->placeOf(2, 0.33).toPoint();
    QTest::mousePress(lines, Qt::LeftButton, {}, from);
    QTest::mouseMove(lines, (from + to) / 2);
    QTest::mouseMove(lines, to);
    QTest::mouseRelease(lines, Qt::LeftButton, {}, to);
    QCOMPARE(page.ranges().at("traffic.load"), std::pair(0.2, 0.3));
    QCOMPARE(lines->picture().within, std::size_t{12});
    QTRY_COMPARE(listed(page), 12);
    QVERIFY(labelText(page, "studyRangeWords").startsWith(QStringLiteral("12 of 24 points")));
    // The other drawings follow.
    page.drawPoints("accepted_load", "latency.mean");
    QCOMPARE(page.findChild<ScatterPlot*>(QStringLiteral("studyScatter"))->picture().points.size(),
             std::size_t{12});
    page.drawMap("traffic.load", "traffic.packet_flits", "latency.mean");
    QCOMPARE(page.findChild<HeatMapPlot*>(QStringLiteral("studyHeatMap"))->picture().columns.size(),
             2);
    // Keys move the lower end up, the upper one with Shift, and take the range away.
    page.drawParallel("latency.mean");
    lines->setFocus();
    QTest::keyClick(lines, Qt::Key_Right);
    QTest::keyClick(lines, Qt::Key_Right);
    QTest::keyClick(lines, Qt::Key_Up);
    QCOMPARE(page.ranges().at("traffic.load"), std::pair(0.3, 0.3));
    QTest::keyClick(lines, Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(page.ranges().at("traffic.load"), std::pair(0.3, 0.4));
    QVERIFY(lines->accessibleDescription().contains(QStringLiteral("0.3")));
    QTest::keyClick(lines, Qt::Key_Delete);
    QVERIFY(page.ranges().empty());
    QTRY_COMPARE(listed(page), 24);
    // A latency that does not exist lies in no range.
    page.setRanges({{"latency.mean", {0, 1e9}}});
    QTRY_COMPARE(listed(page), 22);
    // Another study has no ranges.
    page.openDocument({});
    QVERIFY(page.ranges().empty());
  }

  void cellsAndPanelsAreChosen() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    const ThreeAxes three;
    StudyPage& page = pageWith(*window, three);
    page.drawMap("traffic.load", "traffic.packet_flits", "latency.mean");
    auto* map = page.findChild<HeatMapPlot*>(QStringLiteral("studyHeatMap"));
    map->setFocus();
    QTest::keyClick(map, Qt::Key_Home);
    QTest::keyClick(map, Qt::Key_Right);
    QTest::keyClick(map, Qt::Key_Down);
    QVERIFY(map->current() == (HeatMapPlot::Place{1, 1}));
    QVERIFY(map->accessibleDescription().contains(QStringLiteral("117")));
    auto* table = page.findChild<QTableView*>(QStringLiteral("studyTable"));
    QCOMPARE(table->currentIndex().row(), 5);
    // A panel is seen alone, large.
    page.drawPanels("traffic.load", "latency.mean", "routing.algorithm");
    const auto panels = page.findChildren<QAbstractButton*>(QStringLiteral("studyPanel"));
    QCOMPARE(panels.size(), 2);
    panels[1]->setFocus();
    QTest::keyClick(panels[1], Qt::Key_Return);
    QCOMPARE(page.ranges().at("routing.algorithm"), std::pair(1.0, 1.0));
    QCOMPARE(page.findChild<PlotWidget*>(QStringLiteral("studyPlot"))->picture().curves.size(),
             std::size_t{3});
    QTest::mouseClick(button(*window, QStringLiteral("studyAllPoints")), Qt::LeftButton);
    QVERIFY(page.ranges().empty());
  }

  void eachDrawingIsWritten() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    const ThreeAxes three;
    StudyPage& page = pageWith(*window, three);
    for (int view = 0; view < 3; ++view) {
      if (view == 0) page.drawMap("traffic.load", "traffic.packet_flits", "latency.mean");
      if (view == 1) page.drawPanels("traffic.load", "latency.mean", "routing.algorithm");
      if (view == 2) page.drawParallel("latency.mean");
      for (const auto& [name, begin] :
           {std::pair{"a.svg", "<?xml"}, {"a.pdf", "%PDF"}, {"a.png", "\x89PNG"}}) {
        const QString file = sandbox.path(QLatin1String(name));
        QString problem;
        QVERIFY2(page.exportTo(file, &problem), qPrintable(problem));
        QVERIFY2(contentOf(file).startsWith(begin), name);
      }
      QString problem;
      const QString file = sandbox.path(QStringLiteral("a.csv"));
      QVERIFY(page.exportTo(file, &problem, true));
      QCOMPARE(contentOf(file).count('\n'), view == 0 ? 13 : view == 1 ? 23 : 25);
      QVERIFY(!page.exportTo(sandbox.path(QStringLiteral("a.xyz")), &problem));
    }
  }

  void theTableSortsItself() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    const ThreeAxes three;
    StudyPage& page = pageWith(*window, three);
    auto* table = page.findChild<QTableView*>(QStringLiteral("studyTable"));
    QAbstractItemModel* model = table->model();
    int latency = -1;
    for (int column = 0; column < model->columnCount(); ++column)
      if (model->headerData(column, Qt::Horizontal, Qt::ToolTipRole) ==
          QStringLiteral("latency.mean"))
        latency = column;
    QVERIFY(latency >= 0);
    table->selectRow(3);
    table->sortByColumn(latency, Qt::DescendingOrder);
    // What does not exist comes first in that order; the marked row moved along.
    QCOMPARE(model->index(0, latency).data().toString(), QStringLiteral("–"));
    // The 123 of the saturated point is told by nobody.
    QCOMPARE(model->index(1, latency).data().toString(), QStringLiteral("–"));
    QVERIFY(model->index(2, latency).data().toString().startsWith(QStringLiteral("122")));
    QVERIFY(table->currentIndex().siblingAtColumn(latency).data().toString().startsWith(
        QStringLiteral("103")));
    table->sortByColumn(latency, Qt::AscendingOrder);
    QVERIFY(model->index(0, latency).data().toString().startsWith(QStringLiteral("100")));
  }
};

HOPSCOPE_TEST(StudyDrawingsTest)
#include "study_drawings_test.moc"
