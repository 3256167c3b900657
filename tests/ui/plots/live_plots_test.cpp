// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/live_plots.h"

#include <QAbstractButton>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "engine/design/compile.h"
#include "tests/support/test_main.h"

using namespace hopscope;

namespace {

/// A run of a small mesh as the panel gets it: ten windows, the first five of them warm-up.
struct Shown {
  Results results;
  NetworkHeat heat;
  RunView view;
  PlotTimes times;

  Shown() {
    Design design;
    design.settings["topology.kind"] = std::string("mesh");
    design.settings["topology.dimensions"] = std::vector<std::int64_t>{2, 2};
    Issues issues;
    view.topology = buildTopology(design, issues);
    for (int i = 1; i <= 10; ++i) {
      WindowSample window;
      window.end = 100 * i;
      window.length = 100;
      window.latencyMean = 10 * i;
      window.latencyP50 = 8 * i;
      window.latencyP95 = 50 * i;
      window.latencyP99 = 100 * i;
      window.acceptedLoad = 0.2;
      window.hitRate = window.nonminimal = std::nan("");
      const double known = i <= 5 ? std::nan("") : 1;
      window.split = {0.25 * known, 0,           0.05 * known, 0.1 * known,
                      0.1 * known,  0.1 * known, 0.4 * known};
      results.windows.push_back(window);
    }
    results.histogram = {{10, 11, 30}, {11, 12, 50}, {20, 24, 20}};
    heat.channelUtilization.assign(view.topology->channelCount(), 0.125F);
    heat.channelUtilization[2 * view.topology->terminals[1].link] = 0.5F;
    heat.channelUtilization[7] = 0.9F;
    view.heat = &heat;
    view.results = &results;
    times.now = times.planned = 1000;
    times.offeredLoad = 0.2;
  }
};

void key(QWidget* widget, Qt::Key key) {
  QTest::keyClick(widget, key);
}

}  // namespace

class LivePlotsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

 private slots:
  void init() {
    QVERIFY(folder_.isValid());
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.path());
    QSettings().clear();
  }

  void causesStandOnEachOther() {
    const Shown run;
    const PlotPicture split = runPlots(run.results.windows, 0.2, {}, {})["split"];
    QCOMPARE(split.curves.size(), std::size_t{6});  // there was no lookup
    QVERIFY(split.curves.front().filled && split.curves.back().stacked);
    for (std::size_t i = 0; i < 5; ++i) QVERIFY(std::isnan(split.curves.back().y[i]));
    for (std::size_t i = 5; i < 10; ++i) {
      QCOMPARE(split.curves.back().y[i], 100.0);
      QCOMPARE(split.curves.front().y[i], 25.0);
    }
  }

  void histogramAndDistribution() {
    const Shown run;
    const PlotCurve bars = histogramPlot(run.results.histogram).curves.at(0);
    QCOMPARE(bars.x, (std::vector<double>{10, 11, 12, 20, 24}));
    QCOMPARE(bars.y, (std::vector<double>{30, 50, 0, 5, 0}));
    const PlotCurve share = cumulativePlot(run.results.histogram).curves.at(0);
    QCOMPARE(share.y.front(), 0.0);
    QCOMPARE(share.y.at(3), 80.0);
    QCOMPARE(share.y.back(), 100.0);
    QVERIFY(histogramPlot({}).curves.empty());
    QVERIFY(cumulativePlot({{1, 2, 0}}).curves.empty());
  }

  void sentPerRouter() {
    const Shown run;
    const PlotCurve sent =
        fairnessPlot(*run.view.topology, run.heat.channelUtilization).curves.at(0);
    QCOMPARE(sent.x.size(), std::size_t{4});
    const RouterId router = run.view.topology->terminals[1].router;
    for (std::size_t i = 0; i < 4; ++i)
      QCOMPARE(sent.y[i], sent.x[i] == static_cast<double>(router) ? 0.5 : 0.125);
  }

  /// A plot has no title of what this network has not, before the first window either.
  void beforeTheFirstWindowTheDesignSaysWhatIsShown() {
    LivePlots panel;
    auto* title = panel.slot(2).findChild<QAbstractButton*>(QStringLiteral("plotTitle"));
    QCOMPARE(title->text(), QStringLiteral("Hottest links"));  // before a run
    Shown run;
    Snapshot first;
    run.view.results = nullptr;
    run.view.snapshot = &first;
    Design design;
    run.view.design = &design;
    panel.show(run.view, run.times);
    QCOMPARE(title->text(), QStringLiteral("Hottest links"));
    panel.clear();
    design.settings["forwarding.lookup"] = std::string("cache");
    panel.show(run.view, run.times);
    QCOMPARE(title->text(), QStringLiteral("Forwarding-cache hits"));
    panel.clear();
    design.settings.clear();
    design.overrides.push_back({{0}, {}, {{"forwarding.lookup", std::string("cache")}}});
    panel.show(run.view, run.times);
    QCOMPARE(title->text(), QStringLiteral("Forwarding-cache hits"));
  }

  void theTitleIsAMenu() {
    LivePlots panel;
    panel.resize(304, 700);
    panel.setVisible(true);
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    const Shown run;
    panel.show(run.view, run.times);
    // Nothing lies over them, where a click would end.
    for (int i = 0; i < 3; ++i) {
      auto* button = panel.slot(i).findChild<QWidget*>(QStringLiteral("plotTitle"));
      const QPoint middle = button->mapTo(&panel, button->rect().center());
      QVERIFY2(panel.childAt(middle) == button, qPrintable(QString::number(i)));
    }
    PlotSlot& slot = panel.slot(2);
    auto* title = slot.findChild<QAbstractButton*>(QStringLiteral("plotTitle"));
    QVERIFY(slot.plot() == RunPlot::automatic);  // neither caches nor detours
    QCOMPARE(title->text(), QStringLiteral("Hottest links"));
    slot.choose(RunPlot::hits);
    panel.show(run.view, run.times);
    QCOMPARE(title->text(), QStringLiteral("Forwarding-cache hits"));
    connect(&panel, &LivePlots::choiceChanged, &panel, [&] { panel.show(run.view, run.times); });
    QSignalSpy changed(&panel, &LivePlots::choiceChanged);
    title->setFocus();
    key(title, Qt::Key_Space);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    for (QAction* action : menu->actions())
      if (action->text() == QStringLiteral("Hottest links")) menu->setActiveAction(action);
    key(menu, Qt::Key_Return);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(title->text(), QStringLiteral("Hottest links"));
    auto* bars = slot.findChild<BarList*>();
    QVERIFY(bars->isVisible());
    QCOMPARE(bars->bars().front().channel, ChannelId{7});
    QCOMPARE(bars->bars().front().utilization, 0.9F);
    QSignalSpy clicked(&panel, &LivePlots::channelClicked);
    QTest::mouseClick(bars, Qt::LeftButton, {}, {40, bars->rowHeight() / 2});
    QCOMPARE(clicked.size(), 1);
    QCOMPARE(clicked.front().front().value<ChannelId>(), ChannelId{7});
    bars->setFocus();
    key(bars, Qt::Key_Down);
    key(bars, Qt::Key_Return);
    QCOMPARE(clicked.back().front().value<ChannelId>(),
             ChannelId{2 * run.view.topology->terminals[1].link});
    // The next window of the program shows the same.
    QVERIFY(LivePlots().slot(2).plot() == RunPlot::hottest);
    // The mouse opens it as well.
    QTest::mouseClick(title, Qt::LeftButton);
    QVERIFY(qobject_cast<QMenu*>(QApplication::activePopupWidget()) != nullptr);
    key(QApplication::activePopupWidget(), Qt::Key_Escape);
  }

  /// Where links were not counted, nothing is said of what they carried.
  void anEmptyListOfLinksSaysWhy() {
    LivePlots panel;
    Shown run;
    PlotSlot& slot = panel.slot(0);
    slot.choose(RunPlot::hottest);
    panel.resize(300, 700);
    panel.QWidget::show();
    const auto said = [&slot] {
      const auto labels = slot.widget().findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text() == QStringLiteral("No link carried anything.");
      });
    };
    const auto links = run.heat.channelUtilization.size();
    run.heat.channelUtilization.assign(links, 0.0F);
    panel.show(run.view, run.times);
    QVERIFY(said());
    run.heat.channelUtilization.clear();
    ++run.times.now;
    panel.show(run.view, run.times);
    QVERIFY(!said());
  }

  /// Of a run that is over, and of which nothing is known, it is said why, whatever is chosen; but
  /// not of what this network has not at all.
  void anUnknownRunSaysWhy() {
    LivePlots panel;
    Shown run;
    run.results.histogram.clear();
    run.results.verdict = Verdict::unknown;
    run.results.cycles = 1000;
    run.heat.channelUtilization.assign(run.heat.channelUtilization.size(), std::nanf(""));
    panel.slot(0).choose(RunPlot::histogram);
    panel.slot(1).choose(RunPlot::hottest);
    panel.slot(2).choose(RunPlot::hits);
    panel.resize(300, 700);
    panel.QWidget::show();
    const auto said = [&](int slot) {
      QStringList words;
      for (const QLabel* label : panel.slot(slot).widget().findChildren<QLabel*>())
        if (label->isVisible()) words << label->text();
      return words.join(QLatin1Char(' '));
    };
    const auto showAs = [&](bool complete, Cycle measured) {
      run.results.complete = complete;
      run.results.measuredCycles = measured;
      ++run.times.now;
      panel.show(run.view, run.times);
    };
    showAs(true, 500);
    const QString noCaches = said(2);
    for (const int slot : {0, 1})
      QVERIFY2(said(slot).startsWith(QStringLiteral("No packet arrived before the run gave up")),
               qPrintable(said(slot)));
    QVERIFY2(!noCaches.isEmpty() && !noCaches.contains(QStringLiteral("longer")),
             qPrintable(noCaches));
    showAs(false, 0);
    for (const int slot : {0, 1})
      QCOMPARE(said(slot), QStringLiteral("The run was stopped before anything was measured."));
    showAs(true, 0);
    for (const int slot : {0, 1})
      QCOMPARE(said(slot),
               QStringLiteral("The run ended within its warm-up: nothing was measured."));
    QCOMPARE(said(2), noCaches);
  }

  void aLogarithmicAxisAndAPinnedCurve() {
    LivePlots panel;
    const Shown run;
    panel.show(run.view, run.times);
    connect(&panel, &LivePlots::choiceChanged, &panel, [&] { panel.show(run.view, run.times); });
    PlotSlot& slot = panel.slot(0);
    const auto trigger = [&](QMenu* menu, const QString& text) {
      for (QAction* action : menu->actions())
        if (action->text() == text) return action->trigger();
      QFAIL("no such entry");
    };
    QMenu* menu = slot.findChild<QMenu*>();
    QVERIFY(!slot.widget().picture().yLog);
    trigger(menu, QStringLiteral("Logarithmic axis"));
    QVERIFY(slot.widget().picture().yLog);
    // Latencies themselves stand on an axis where they are distributed over it.
    trigger(menu, QStringLiteral("Logarithmic latency axis"));  // can't be chosen here
    QVERIFY(!slot.widget().picture().xLog);
    slot.choose(RunPlot::cumulative);
    QVERIFY(!slot.widget().picture().xLog);
    trigger(menu, QStringLiteral("Logarithmic latency axis"));
    QVERIFY(slot.widget().picture().xLog && !slot.widget().picture().yLog);
    slot.choose(RunPlot::latency);
    QVERIFY(!slot.widget().picture().xLog && slot.widget().picture().yLog);

    QMenu* compare = menu->actions().back()->menu();
    QVERIFY(compare != nullptr);
    emit compare->aboutToShow();
    QCOMPARE(slot.widget().picture().curves.size(), std::size_t{2});
    trigger(compare, QStringLiteral("This run up to now (pin)"));
    const PlotPicture pinned = slot.widget().picture();
    QCOMPARE(pinned.curves.size(), std::size_t{4});
    QVERIFY(pinned.curves[2].faded && pinned.curves[3].faded);
    QCOMPARE(pinned.curves[2].y, pinned.curves[0].y);

    const auto first = [window = run.results.windows.front()] { return std::vector{window}; };
    panel.setComparable({{7, QStringLiteral("Uniform, 0.30"), first}});
    emit compare->aboutToShow();
    trigger(compare, QStringLiteral("Uniform, 0.30"));
    QCOMPARE(slot.widget().picture().curves[2].x, (std::vector<double>{100}));
    // It is told from others by something else than before, and still the one compared.
    panel.setComparable(
        {{8, QStringLiteral("Uniform, 0.30"), first}, {7, QStringLiteral("load 0.3"), first}});
    panel.show(run.view, run.times);
    QCOMPARE(slot.widget().picture().curves[2].name, QStringLiteral("load 0.3"));
    emit compare->aboutToShow();
    QStringList ticked;
    for (const QAction* action : compare->actions())
      if (action->isChecked()) ticked << action->text();
    QCOMPARE(ticked, QStringList{QStringLiteral("load 0.3")});
    emit compare->aboutToShow();
    trigger(compare, QStringLiteral("Nothing"));
    QCOMPARE(slot.widget().picture().curves.size(), std::size_t{2});
  }

  void latenciesAreAskedForOnlyWhereTheyAreShown() {
    LivePlots panel;
    QVERIFY(!panel.wantsLatencies());
    panel.slot(1).choose(RunPlot::cumulative);
    QVERIFY(panel.wantsLatencies());
    const Shown run;
    panel.show(run.view, run.times);
    QCOMPARE(panel.slot(1).widget().picture().curves.at(0).y.back(), 100.0);
    QSignalSpy seek(&panel, &LivePlots::seekRequested);
    emit panel.slot(1).widget().clickedAt(12);  // no time
    QCOMPARE(seek.size(), 0);
    emit panel.slot(0).widget().clickedAt(412);
    QCOMPARE(seek.size(), 1);
  }

  void theLegendSpeaksOfThePointersPlace() {
    LivePlots panel;
    panel.resize(400, 800);
    panel.setVisible(true);
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    const Shown run;
    panel.show(run.view, run.times);
    PlotWidget& plot = panel.slot(0).widget();
    QWidget* area = plot.findChild<QWidget*>(QStringLiteral("plotArea"));
    QVERIFY(!plot.hovered());
    QTest::mouseMove(area, {area->width() / 2, area->height() / 2});
    QTRY_VERIFY(plot.hovered().has_value());
    QVERIFY(*plot.hovered() > 200 && *plot.hovered() < 800);
    QTest::mouseMove(area, {2, 2});
    QTRY_VERIFY(!plot.hovered().has_value());
  }
};

HOPSCOPE_TEST(LivePlotsTest)
#include "live_plots_test.moc"
