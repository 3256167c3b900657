// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/cell_array.h"

#include <QTest>
#include <vector>

#include "engine/core/rng.h"
#include "tests/support/test_main.h"

namespace hopscope {

class CellArrayTest : public QObject {
  Q_OBJECT

 private slots:
  void isTheSchedulersPass();
  void laterSlotsSeeWhatEarlierOnesTook();
  void signalsOfCells();
};

/// For random requests, registers, corners and both ways of choosing slots: the cells that toggle
/// are the changes of the scheduler's step, in their order.
void CellArrayTest::isTheSchedulersPass() {
  Rng rng(7, 0, RandomPurpose::pattern);
  std::size_t compared = 0;
  for (int round = 0; round < 300; ++round) {
    const std::uint32_t ports = 1 + rng.below(round % 10 == 0 ? 90 : 16);
    const std::uint32_t slotCount = 1 + rng.below(4);
    CircuitRegisters registers(ports, slotCount);
    if (slotCount > 1 && round % 3 == 0) registers.preload(rng.below(slotCount), {{0, ports - 1}});
    const SlotChoice choice = round % 2 == 0 ? SlotChoice::roundRobin : SlotChoice::firstFit;
    GreedyScheduler scheduler(registers, choice, CellRotation::random, 5);
    for (int each = 0; each < 8; ++each) {
      GreedyStep step;
      step.requests = BitMatrix(ports, ports);
      for (std::uint32_t u = 0; u < ports; ++u)
        for (std::uint32_t v = 0; v < ports; ++v)
          if (rng.below(100) < 30) step.requests.set(u, v);
      step.before = registers;
      const std::vector<CircuitChange> changes = scheduler.step(step.requests);
      step.corner = scheduler.corner();
      step.slot = scheduler.slot();
      QCOMPARE(step.slot == kNone, choice == SlotChoice::firstFit);
      std::vector<CircuitChange> toggled;
      for (const std::uint32_t slot : slotsOf(step)) {
        const CellArray cells(step, slot);
        QCOMPARE(cells.slot(), slot);
        for (const auto& [input, output] : cells.asking()) {
          const ArrayCell& cell = cells.at(input, output);
          QVERIFY(cell.asks);
          QCOMPARE(cell.toggles,
                   cell.action == CellAction::establish || cell.action == CellAction::release);
          if (cell.toggles)
            toggled.push_back({slot, input, output, cell.action == CellAction::establish});
        }
      }
      QVERIFY(toggled == changes);
      compared += changes.size();
    }
  }
  QVERIFY(compared > 5000);
}

void CellArrayTest::laterSlotsSeeWhatEarlierOnesTook() {
  GreedyStep step;
  step.before = CircuitRegisters(2, 2);
  step.requests = BitMatrix(2, 2);
  step.requests.set(0, 0), step.requests.set(0, 1);
  const CellArray first(step, 0), second(step, 1);
  QCOMPARE(first.at(0, 0).action, CellAction::establish);
  QCOMPARE(first.at(0, 1).action, CellAction::blocked);
  QCOMPARE(second.at(0, 0).action, CellAction::none);
  QVERIFY(second.at(0, 0).established);
  QCOMPARE(second.at(0, 1).action, CellAction::establish);
}

/// Table 5.2: what is released frees both ports for the cells behind.
void CellArrayTest::signalsOfCells() {
  GreedyStep step;
  step.before = CircuitRegisters(2, 1);
  step.before.establish(0, 0, 0);
  step.requests = BitMatrix(2, 2);
  step.requests.set(0, 1), step.requests.set(1, 0);
  step.slot = 0;
  const CellArray cells(step, 0);
  const ArrayCell& released = cells.at(0, 0);
  QVERIFY(released.asks && released.inputBusy && released.outputBusy && released.toggles);
  QCOMPARE(released.action, CellAction::release);
  for (const ArrayCell& made : {cells.at(0, 1), cells.at(1, 0)}) {
    QVERIFY(made.asks && !made.inputBusy && !made.outputBusy && made.toggles);
    QCOMPARE(made.action, CellAction::establish);
  }
  QVERIFY(!cells.at(1, 1).asks);
  QVERIFY(cells.at(1, 1).inputBusy && cells.at(1, 1).outputBusy);
  // From another corner the circuit is in the way of what comes before it.
  step.corner = {0, 1};
  QCOMPARE(CellArray(step, 0).at(0, 1).action, CellAction::blocked);
}

}  // namespace hopscope

using hopscope::CellArrayTest;
HOPSCOPE_TEST(CellArrayTest)
#include "cell_array_test.moc"
