// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/comparison_names.h"

#include <QLocale>
#include <QTest>

#include "tests/support/test_main.h"

using namespace hopscope;

namespace {

Design dragonfly(const char* routing, double load) {
  Design design;
  design.name = "Dragonfly";
  design.settings["topology.kind"] = std::string("dragonfly");
  design.settings["routing.algorithm"] = std::string(routing);
  design.settings["traffic.load"] = load;
  return design;
}

QStringList namesOf(const std::vector<Design>& designs) {
  std::vector<Compared> all;
  all.reserve(designs.size());
  for (const Design& design : designs) all.push_back({&design, nullptr});
  return shortNames(all);
}

}  // namespace

/// What runs are called beside each other.
class RunNamesTest : public QObject {
  Q_OBJECT

 private slots:
  void designsOfOtherNames() {
    Design a = dragonfly("minimal", 0.1), b = a;
    a.name = "Before";
    b.name = "After";
    QCOMPARE(namesOf({a, b}), QStringList({QStringLiteral("Before"), QStringLiteral("After")}));
  }

  /// Valiant needs more virtual channels than minimal routing; nobody thinks of a run by those.
  void whatPeopleThinkInComesFirst() {
    QCOMPARE(namesOf({dragonfly("minimal", 0.1), dragonfly("valiant", 0.2)}),
             QStringList({QStringLiteral("Dragonfly minimal"), QStringLiteral("Valiant")}));
    QCOMPARE(namesOf({dragonfly("valiant", 0.1), dragonfly("valiant", 0.2)}),
             QStringList({QStringLiteral("load 0.1"), QStringLiteral("load 0.2")}));
  }

  void numbersAreTheReaders() {
    QLocale::setDefault(QLocale(QLocale::German));
    const QStringList names = namesOf({dragonfly("valiant", 0.1), dragonfly("valiant", 0.25)});
    QLocale::setDefault(QLocale::C);
    QCOMPARE(names, QStringList({QStringLiteral("load 0,1"), QStringLiteral("load 0,25")}));
  }

  void twoSettingsWhereNoneTellsAllApart() {
    QCOMPARE(
        namesOf({dragonfly("minimal", 0.1), dragonfly("minimal", 0.2), dragonfly("minimal", 0.3),
                 dragonfly("minimal", 0.4), dragonfly("valiant", 0.2), dragonfly("valiant", 0.3)}),
        QStringList(
            {QStringLiteral("Dragonfly minimal, 0.1"), QStringLiteral("Dragonfly minimal, 0.2"),
             QStringLiteral("Dragonfly minimal, 0.3"), QStringLiteral("Dragonfly minimal, 0.4"),
             QStringLiteral("Valiant, 0.2"), QStringLiteral("Valiant, 0.3")}));
  }

  /// As they stand in the table of differences.
  void longNumbersHaveTheirGroups() {
    Design a = dragonfly("minimal", 0.1), b = a;
    a.settings["run.measure"] = std::int64_t{20'000};
    b.settings["run.measure"] = std::int64_t{3'000'000};
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const QStringList names = namesOf({a, b});
    QLocale::setDefault(QLocale::C);
    QVERIFY2(names[0].endsWith(QStringLiteral("20,000")), qPrintable(names[0]));
    QVERIFY2(names[1].endsWith(QStringLiteral("3,000,000")), qPrintable(names[1]));
  }

  void numbersAreToldOfWhat() {
    std::vector<Design> designs;
    for (const std::int64_t buffer : {32, 64})
      for (const double load : {0.1, 0.2}) {
        designs.push_back(dragonfly("minimal", load));
        designs.back().settings["switch.buffers.local"] = buffer;
      }
    QCOMPARE(namesOf(designs).first(), QStringLiteral("load 0.1, local buffer 32"));
  }

  /// Seeds tell all apart, but say nothing.
  void seedsOnlyWhereNothingElseDoes() {
    std::vector<Design> designs{dragonfly("minimal", 0.1), dragonfly("minimal", 0.2),
                                dragonfly("valiant", 0.1)};
    for (std::size_t n = 0; n < designs.size(); ++n)
      designs[n].settings["run.seed"] = static_cast<std::int64_t>(n + 5);
    QCOMPARE(namesOf(designs).last(), QStringLiteral("Valiant, 0.1"));
    designs[0].settings["traffic.load"] = designs[1].settings["traffic.load"] = 0.1;
    designs[2].settings["routing.algorithm"] = std::string("minimal");
    QCOMPARE(namesOf(designs).last(), QStringLiteral("seed 7"));
  }

  void equalRunsAreNumbered() {
    const Design a = dragonfly("minimal", 0.1), b = dragonfly("valiant", 0.1);
    QCOMPARE(namesOf({a, b, a}),
             QStringList({QStringLiteral("Dragonfly minimal, run 1"), QStringLiteral("Valiant"),
                          QStringLiteral("Dragonfly minimal, run 2")}));
    QCOMPARE(namesOf({a, a}).last(), QStringLiteral("Dragonfly, run 2"));
  }
};

HOPSCOPE_TEST(RunNamesTest)
#include "comparison_names_test.moc"
