// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/known_steps.h"

#include <QTest>

#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

Setup fourRouters() {
  return test::makeSetup("mesh", {{"dimensions", std::vector<std::int64_t>{2, 2}}});
}

}  // namespace

class KnownStepsTest : public QObject {
  Q_OBJECT

 private slots:
  void eachStateHasItsStep();
  void noMoreKindsThanAByteTells();
};

void KnownStepsTest::eachStateHasItsStep() {
  const Setup setup = fourRouters();
  KnownSteps steps(*setup.routing, *setup.topology, 0, 4);
  QCOMPARE(steps.find(1, 2, 0).port, kNoPort);
  const KnownStep first{3, 0b101, 1}, second{2, 0b010, 1};
  steps.remember(1, {2, 0}, first);
  steps.remember(1, {2, 1}, second);
  QVERIFY(steps.find(1, 2, 0) == first);
  QVERIFY(steps.find(1, 2, 1) == second);
  QCOMPARE(steps.find(2, 1, 0).port, kNoPort);
  // A state that needs more than is kept is worked out whenever it comes.
  steps.remember(1, {2, 1'000'000}, first);
  QCOMPARE(steps.find(1, 2, 1'000'000).port, kNoPort);
}

void KnownStepsTest::noMoreKindsThanAByteTells() {
  const Setup setup = fourRouters();
  KnownSteps steps(*setup.routing, *setup.topology, 0, 4);
  std::uint32_t kinds = 0, known = 0;
  for (RouterId router = 0; router < 4; ++router)
    for (TerminalId terminal = 0; terminal < 4; ++terminal)
      for (std::uint32_t detail = 0; detail < 16; ++detail) {
        const KnownStep step{1, 1, kinds++};
        steps.remember(router, {terminal, detail}, step);
        known += steps.find(router, terminal, detail) == step;
      }
  QCOMPARE(kinds, 256u);
  QCOMPARE(known, 255u);
  // One that is there already still has its place.
  steps.remember(3, {3, 15}, {1, 1, 7});
  QVERIFY((steps.find(3, 3, 15) == KnownStep{1, 1, 7}));
}

HOPSCOPE_TEST(KnownStepsTest)

}  // namespace hopscope

#include "known_steps_test.moc"
