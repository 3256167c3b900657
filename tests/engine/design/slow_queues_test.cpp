// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/slow_queues.h"

#include <QRegularExpression>
#include <QTest>

#include "engine/design/compile.h"
#include "engine/fabric/fabric.h"
#include "engine/simulation/packet_lengths.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"

namespace hopscope {
namespace {

/// A mesh with these buffers and channels.
std::string queueMesh(const std::string& buffers, const std::string& channels) {
  return R"("topology": {"kind": "mesh", "dimensions": [4, 4]}, "traffic": {"load": 0.0005},
            "switch": {"model": "vct", "buffers": {)" +
         buffers + "}}, \"channels\": {" + channels + "}";
}

Horizons horizonsIn(const std::string& sections) {
  const Setup setup = test::setupOf(test::writtenDesign(sections));
  const auto& switches = std::get<VctSwitches>(setup.switches);
  return Fabric({setup.topology, setup.linkLatency, setup.virtualChannels, switches.kinds,
                 switches.kindOf, packetLengths(setup), setup.linkRates, false})
      .horizons;
}

}  // namespace

/// What is planned ahead for queues before slow channels.
class SlowQueuesTest : public QObject {
  Q_OBJECT

 private slots:
  void whatTakesTooLongIsRefused_data();
  void whatTakesTooLongIsRefused();
  void eachQueueCountsAtItsOwnRate();
};

void SlowQueuesTest::whatTakesTooLongIsRefused_data() {
  QTest::addColumn<QString>("queue");
  QTest::addColumn<QString>("channel");
  QTest::addRow("before terminals' channels") << "injection"
                                              << "terminal";
  QTest::addRow("before channels between switches") << "output"
                                                    << "local";
}

/// And what is told to do about it helps.
void SlowQueuesTest::whatTakesTooLongIsRefused() {
  QFETCH(QString, queue);
  QFETCH(QString, channel);
  const auto issuesOf = [&](const QString& flits) {
    const QString buffers = QStringLiteral("\"%1\": %2").arg(queue, flits);
    const QString channels = QStringLiteral("\"%1\": {\"bandwidth\": 0.001}").arg(channel);
    Issues errors;
    for (Issue& issue :
         compile(test::writtenDesign(queueMesh(buffers.toStdString(), channels.toStdString())))
             .issues)
      if (issue.severity == Severity::error) errors.push_back(std::move(issue));
    return errors;
  };
  const Issues refused = issuesOf(QStringLiteral("100000"));
  QCOMPARE(refused.size(), std::size_t{1});
  QCOMPARE(QString::fromStdString(refused.front().path),
           QStringLiteral("switch.buffers.%1").arg(queue));
  const QString remedy = QString::fromStdString(refused.front().remedy.english());
  const auto number = QRegularExpression(QStringLiteral("^Set it to (\\d+) flits")).match(remedy);
  QVERIFY2(number.hasMatch(), qPrintable(remedy));
  QVERIFY(issuesOf(number.captured(1)).empty());
  QVERIFY(!issuesOf(QString::number(number.captured(1).toInt() + 1)).empty());
}

/// A deep queue somewhere and a slow channel elsewhere do not pay for the worst of both.
void SlowQueuesTest::eachQueueCountsAtItsOwnRate() {
  const Horizons deep = horizonsIn(
      queueMesh(R"("injection": 100000, "output": 64)", R"("local": {"bandwidth": 0.1})"));
  QVERIFY(deep.arrivals > 640 && deep.arrivals < 2'000);
  QVERIFY(deep.credits < 10 && deep.deliveries < 200);
  const Horizons slow = horizonsIn(
      queueMesh(R"("injection": 4000, "output": 64)", R"("terminal": {"bandwidth": 0.01})"));
  QVERIFY(slow.arrivals > 400'000 && slow.arrivals < 500'000);
  QVERIFY(slow.deliveries < 20'000);
}

HOPSCOPE_TEST(SlowQueuesTest)

}  // namespace hopscope

#include "slow_queues_test.moc"
