// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTest>

#include "engine/design/compile.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"

namespace hopscope {

/// What is told to do about buffers that are too small for what still comes after a pause.
class PauseHeadroomTest : public QObject {
  Q_OBJECT

 private slots:
  void smallerQueuesAreOfferedWhereTheyHelp();
};

void PauseHeadroomTest::smallerQueuesAreOfferedWhereTheyHelp() {
  const auto remedyFor = [](int flits) {
    const Design design = test::writtenDesign(
        R"("topology": {"kind": "dragonfly", "p": 2, "a": 4, "h": 2},
           "channels": {"local": {"latency": 100}},
           "switch": {"model": "vct", "flow_control": "pause", "virtual_channels": {"local": 3, "global": 2},
                      "buffers": {"global": 2048, "output": 32, "local": )" +
        std::to_string(flits) + "}}, \"traffic\": {\"load\": 0.1, \"packet_flits\": 8}");
    const Issues issues = compile(design).issues;
    return issues.empty() ? QString() : QString::fromStdString(issues.front().remedy.english());
  };
  const QString far = remedyFor(64);
  const auto number = QRegularExpression(QStringLiteral("^Set it to (\\d+) flits")).match(far);
  QVERIFY2(number.hasMatch(), qPrintable(far));
  QVERIFY2(!far.contains(QStringLiteral("switch.buffers.output")), qPrintable(far));
  const int enough = number.captured(1).toInt();
  const QString near = remedyFor(enough - 8);
  QVERIFY2(near.contains(QStringLiteral("switch.buffers.output smaller")), qPrintable(near));
  QVERIFY2(remedyFor(enough).isEmpty(), qPrintable(remedyFor(enough)));
}

}  // namespace hopscope

using hopscope::PauseHeadroomTest;
HOPSCOPE_TEST(PauseHeadroomTest)
#include "pause_headroom_test.moc"
