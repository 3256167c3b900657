// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/run_labels.h"

#include <QSet>
#include <QTest>

#include "projects/stored_run.h"
#include "tests/support/test_main.h"

namespace hopscope {

namespace {

StoredRun runOf(const std::string& routing, double load, const std::string& name = "Dragonfly") {
  Design design;
  design.name = name;
  design.settings = {{"topology.kind", std::string("dragonfly")},
                     {"topology.h", std::int64_t{2}},
                     {"traffic.pattern", std::string("adversarial")},
                     {"routing.algorithm", routing},
                     {"traffic.load", load}};
  return makeRun(design, {}, 1);
}

RunList listOf(const std::vector<StoredRun>& runs) {
  return RunList(runs);
}

QStringList runLabels(const RunList& runs) {
  const RunNames names(runs);
  QStringList labels;
  for (const RunHead& run : runs) labels << names.of(run);
  return labels;
}

}  // namespace

class RunLabelsTest : public QObject {
  Q_OBJECT

 private slots:
  void whatDiffersComesFirst() {
    const std::vector<StoredRun> runs{runOf("minimal", 0.1), runOf("minimal", 0.2),
                                      runOf("valiant", 0.2)};
    QCOMPARE(runLabels(listOf(runs)),
             (QStringList{"Dragonfly minimal, load 0.1", "Dragonfly minimal, load 0.2",
                          "Valiant, load 0.2"}));
  }

  void onlyWhatDiffers() {
    QCOMPARE(runLabels(listOf({runOf("valiant", 0.1), runOf("valiant", 0.2)})),
             (QStringList{"load 0.1", "load 0.2"}));
    QCOMPARE(runLabels(listOf({runOf("valiant", 0.1, "A"), runOf("valiant", 0.1, "B")})),
             (QStringList{"A", "B"}));
  }

  /// The load of the beginning is not what all of a run was offered.
  void phasesAreNamed() {
    const StoredRun even = runOf("minimal", 0.1);
    Design design = even.design;
    Phase phase;
    phase.at = std::int64_t{7000};
    phase.set["traffic.load"] = 0.2;
    design.phases = {phase};
    const StoredRun once = makeRun(design, {}, 1);
    design.phases.push_back(phase);
    Phase failure;
    failure.fail.channels = {1};
    design.phases.push_back(failure);
    const StoredRun twice = makeRun(design, {}, 1);
    QCOMPARE(once.name, even.name + ", 1 phase");
    QCOMPARE(twice.name, even.name + ", 2 phases");
    design.settings["traffic.load"] = 0.3;
    StoredRun more = makeRun(design, {}, 1);
    const QStringList told{"load 0.1", "load 0.3, 2\u00a0phases"};
    QCOMPARE(runLabels(listOf({even, more})), told);
    // Earlier versions named no phases: nobody chose such a name.
    more.name.resize(more.name.find(", 2 phases"));
    QCOMPARE(runLabels(listOf({even, more})), told);
    more.name = "0.30";
    QCOMPARE(runLabels(listOf({even, more})).back(), QStringLiteral("0.30"));
    // Where nothing else differs, they are what tells the runs apart.
    QCOMPARE(runLabels(listOf({even, once, twice})),
             (QStringList{"no phases", "1\u00a0phase", "2\u00a0phases"}));
  }

  void loadsAreInTheReadersNumbers() {
    const RunList one = listOf({runOf("minimal", 0.05)});
    const RunList two = listOf({runOf("minimal", 0.05), runOf("minimal", 0.1)});
    QLocale::setDefault(QLocale(QLocale::German));
    const QString alone = runLabels(one).front(), named = RunNames().of(one[0]);
    const QStringList apart = runLabels(two);
    QLocale::setDefault(QLocale::C);
    QVERIFY2(alone.endsWith(QStringLiteral(", 0,05")), qPrintable(alone));
    QCOMPARE(named, alone);
    QCOMPARE(apart, (QStringList{"load 0,05", "load 0,1"}));
  }

  /// What two of many differ in is said of these two.
  void fewAmongManyAreToldApart() {
    std::vector<StoredRun> runs;
    for (const double load : {0.1, 0.2, 0.3})
      for (const char* routing : {"minimal", "valiant"}) runs.push_back(runOf(routing, load));
    Design larger = runs.front().design;
    larger.settings["switch.buffers.local"] = std::int64_t{64};
    runs.push_back(makeRun(larger, {}, 1));
    larger.settings["topology.h"] = std::int64_t{3};
    runs.push_back(makeRun(larger, {}, 1));
    const QStringList labels = runLabels(listOf(runs));
    QCOMPARE(QSet<QString>(labels.begin(), labels.end()).size(), labels.size());
    QVERIFY2(labels[1].startsWith(QStringLiteral("Valiant, load 0.1")), qPrintable(labels[1]));
    QVERIFY2(labels[6].contains(QStringLiteral("64")), qPrintable(labels[6]));
  }

  void valuesThatAreNoWordsHaveNumbers() {
    Design mix = runOf("minimal", 0.1).design;
    mix.settings["traffic.pattern"] = std::string("mix");
    mix.settings["traffic.parts"] =
        std::string("everywhere = 0.8 uniform; to the other side = 0.2 transpose");
    Design other = mix;
    other.settings["traffic.parts"] =
        std::string("everywhere = 0.5 uniform; to the other side = 0.5 transpose");
    QCOMPARE(runLabels(listOf({makeRun(mix, {}, 1), makeRun(other, {}, 1)})),
             (QStringList{"Classes (1)", "Classes (2)"}));
  }

  /// Equal in all, within one minute: the one that was stopped says where, the others which.
  void equalRunsAreToldApart() {
    std::vector<StoredRun> runs(4, runOf("minimal", 0.1));
    for (std::size_t n = 0; n < runs.size(); ++n) {
      runs[n].id = static_cast<RowId>(n + 1);
      runs[n].results.complete = n != 1;
      runs[n].results.cycles = 12'500;
    }
    runs[3] = runOf("valiant", 0.1);
    runs[3].id = 4;
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const QStringList labels = runLabels(listOf(runs));
    QLocale::setDefault(QLocale::C);
    QCOMPARE(labels,
             (QStringList{"Dragonfly minimal, run 1", "Dragonfly minimal, stopped at 12,500",
                          "Dragonfly minimal, run 2", "Valiant"}));
  }

  void ownNamesStay() {
    std::vector<StoredRun> runs{runOf("minimal", 0.1), runOf("valiant", 0.1),
                                runOf("valiant", 0.1)};
    runs[1].name = "for the paper";
    QCOMPARE(runLabels(listOf(runs)),
             (QStringList{"Dragonfly minimal", "for the paper", "Valiant"}));
    QCOMPARE(runLabels(listOf({runOf("minimal", 0.1)})).front(),
             QString::fromStdString(runOf("minimal", 0.1).name));
  }
};

HOPSCOPE_TEST(RunLabelsTest)

}  // namespace hopscope

#include "run_labels_test.moc"
