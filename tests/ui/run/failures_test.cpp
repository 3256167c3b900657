// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/failures.h"

#include <QTest>

#include "engine/design/compile.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"
#include "ui/run/run_session.h"
#include "ui/run/run_view.h"

using namespace hopscope;

namespace {

/// A link fails while the network runs empty for another routing: it does so only then.
Design behindADrain() {
  return test::writtenDesign(
      R"("topology": {"kind": "mesh", "dimensions": [4, 4]}, "traffic": {"load": 0.8},
         "routing": {"algorithm": "valiant"},
         "phases": [{"at": 1000, "set": {"routing": {"algorithm": "dimension_order"}}},
                    {"at": 1020, "fail": {"channels": [20]}}],
         "run": {"warmup": 500, "measure": 1500, "window": 250})");
}

const std::vector<std::uint32_t> kFailed{20};

}  // namespace

class FailuresTest : public QObject {
  Q_OBJECT

 private slots:
  void aRunThatGoes();
  void aRunThatIsKept();
};

void FailuresTest::aRunThatGoes() {
  RunSession session;
  QVERIFY(!hasErrors(session.prepare(behindADrain())));
  session.runUntil(1030);
  QTRY_COMPARE(session.snapshot().cycle, Cycle{1030});
  QVERIFY(session.failedAt(1030).empty());
  RunView view;
  view.design = &session.design();
  view.snapshot = &session.snapshot();
  QCOMPARE(phasesBegun(view), std::size_t{0});
  session.setSpeed(0);
  session.run();
  QTRY_VERIFY_WITH_TIMEOUT(session.results(), 20'000);
  const Cycle inForce = session.results()->events.at(1).inForce;
  QVERIFY(inForce > 1030);
  QVERIFY(session.failedAt(inForce - 1).empty());
  QCOMPARE(session.failedAt(inForce).channels, kFailed);
  QCOMPARE(phasesBegun(view), std::size_t{2});
  view.past = RecordedSpan{1000, 1040};
  QCOMPARE(phasesBegun(view), std::size_t{0});
}

void FailuresTest::aRunThatIsKept() {
  const Design design = behindADrain();
  Issues issues;
  const auto topology = buildTopology(design, issues);
  const auto failedAt = [&](const std::vector<RunEvent>& events, Cycle at) {
    NetworkHeat heat;
    markFailed(heat, design, events, *topology, at);
    return heat.failedLinks.size();
  };
  const std::vector<RunEvent> events{{1000, 1088, {}}, {1020, 1088, {}}};
  QCOMPARE(failedAt(events, 1087), std::size_t{0});
  QCOMPARE(failedAt(events, 1088), std::size_t{1});
  // An older Hopscope did not keep when: as planned.
  QCOMPARE(failedAt({}, 1019), std::size_t{0});
  QCOMPARE(failedAt({}, 1020), std::size_t{1});
}

HOPSCOPE_TEST(FailuresTest)
#include "failures_test.moc"
