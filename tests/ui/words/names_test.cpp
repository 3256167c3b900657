// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/part_names.h"

#include <QTest>

#include "engine/design/compile.h"
#include "tests/support/test_main.h"
#include "ui/words/lookup_words.h"
#include "ui/words/setting_words.h"

namespace hopscope {

/// What parts, settings and lookups are called.
class NamesTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void partsHaveTheirIdsOfFiles();
  void givenNamesFollowTheId();
  void placesAreThoseOfTheFamily();
  void valuesHaveTheirUnits();
  void everyOutcomeHasItsWord();

 private:
  Topology mesh_;
};

void NamesTest::initTestCase() {
  Design design;
  design.settings = {{"topology.kind", std::string("mesh")}};
  Issues issues;
  mesh_ = *buildTopology(design, issues);
}

void NamesTest::partsHaveTheirIdsOfFiles() {
  Topology topology = mesh_;
  QCOMPARE(routerName(topology, 3), QStringLiteral("router 3"));
  topology.routerIds[3] = 21;
  QCOMPARE(routerName(topology, 3), QStringLiteral("router 21"));
  QCOMPARE(terminalName(topology, 5), QStringLiteral("terminal 5"));
  QCOMPARE(endName(topology, {5, 0, true}), QStringLiteral("terminal 5"));
  const QString ends = endName(topology, topology.from(0)) + QStringLiteral(" → ") +
                       endName(topology, topology.to(0));
  QCOMPARE(channelName(topology, 0), ends);
  QCOMPARE(asTitle(routerName(topology, 3)), QStringLiteral("Router 21"));
}

void NamesTest::givenNamesFollowTheId() {
  Topology topology = mesh_;
  topology.routerNames.assign(topology.routerCount(), {});
  topology.routerNames[2] = "rack 12";
  QCOMPARE(routerName(topology, 1), QStringLiteral("router 1"));
  QCOMPARE(routerName(topology, 2), QStringLiteral("router 2 “rack 12”"));
}

void NamesTest::placesAreThoseOfTheFamily() {
  QCOMPARE(groupName(mesh_, 5), QStringLiteral("Row 5"));
  QCOMPARE(routerPlace(mesh_, 1), QStringLiteral("Row 0, column 1"));
  Topology drawn = mesh_;
  drawn.group.clear();
  QCOMPARE(routerPlace(drawn, 1), QString());
}

void NamesTest::valuesHaveTheirUnits() {
  Parameter length;
  length.name = "length";
  length.unit = "cycles";
  QCOMPARE(settingText(length, std::int64_t{1}), QStringLiteral("1\u00a0cycle"));
  QCOMPARE(settingText(length, std::int64_t{4}), QStringLiteral("4\u00a0cycles"));
  QCOMPARE(settingText(length, true), QStringLiteral("yes"));
  QCOMPARE(settingLabel(length), QStringLiteral("length"));
  length.label = "Length";
  QCOMPARE(settingLabel(length), QStringLiteral("Length"));
}

void NamesTest::everyOutcomeHasItsWord() {
  QStringList words;
  for (const LookupOutcome outcome :
       {LookupOutcome::hit, LookupOutcome::merged, LookupOutcome::compulsory,
        LookupOutcome::capacity, LookupOutcome::conflict, LookupOutcome::unclassified})
    words << outcomeWord(outcome);
  QCOMPARE(words.removeDuplicates(), 0);
  QVERIFY(!words.contains(QString()));
}

}  // namespace hopscope

using hopscope::NamesTest;
HOPSCOPE_TEST(NamesTest)
#include "names_test.moc"
