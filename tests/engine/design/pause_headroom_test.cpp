// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QStringList>
#include <QTest>
#include <cstdint>
#include <string>

#include "engine/design/compile.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"

namespace hopscope {

/// What is told to do about buffers that are too small for what still comes after a pause.
class PauseHeadroomTest : public QObject {
  Q_OBJECT

 private slots:
  void smallerQueuesAreOfferedWhereTheyHelp();
  void enoughIsEnoughForAllKindsOfLink();
  void eachBufferTooSmallIsNamed();
  void overridesAreToldApart();
};

namespace {

/// What is said of a Dragonfly whose global channels take longer than its local ones. `own`: what
/// its router 1 has of its own.
Issues said(const std::string& switches, const Values& own = {}) {
  Design design = test::writtenDesign(
      R"("topology": {"kind": "dragonfly", "p": 2, "a": 4, "h": 2},
           "channels": {"local": {"latency": 10}, "global": {"latency": 100}},
           "switch": {"model": "vct", "flow_control": "pause",
                      "virtual_channels": {"local": 3, "global": 2}, )" +
      switches + "}, \"traffic\": {\"load\": 0.1, \"packet_flits\": 8}");
  if (!own.empty()) design.overrides.push_back({{1}, {}, own});
  return compile(design).issues;
}

/// The number that the remedy names.
std::int64_t numberIn(const Issue& issue, const QString& pattern) {
  const QString remedy = QString::fromStdString(issue.remedy.english());
  const auto number = QRegularExpression(pattern).match(remedy);
  return number.hasMatch() ? number.captured(1).toLongLong() : -1;
}

}  // namespace

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

void PauseHeadroomTest::enoughIsEnoughForAllKindsOfLink() {
  const auto withXoff = [](int xoff) {
    return said(R"("buffers": {"local": 2048, "global": 2048, "output": 32}, "pause": {"xoff": )" +
                std::to_string(xoff) + "}");
  };
  const Issues early = withXoff(8);
  QCOMPARE(early.size(), std::size_t{1});
  const QString remedy = QString::fromStdString(early.front().remedy.english());
  const auto number = QRegularExpression(QStringLiteral("to 0 or to (\\d+) or more")).match(remedy);
  QVERIFY2(number.hasMatch(), qPrintable(remedy));
  const int enough = number.captured(1).toInt();
  QVERIFY(withXoff(enough).empty());
  QVERIFY(!withXoff(enough - 1).empty());
}

void PauseHeadroomTest::eachBufferTooSmallIsNamed() {
  const auto withBuffers = [](const QString& local, const QString& global) {
    return said("\"buffers\": {\"local\": " + local.toStdString() +
                ", \"global\": " + global.toStdString() + ", \"output\": 32}");
  };
  const Issues both = withBuffers("64", "64");
  QCOMPARE(both.size(), std::size_t{2});
  QStringList enough;
  for (const Issue& issue : both) {
    const QString remedy = QString::fromStdString(issue.remedy.english());
    enough +=
        QRegularExpression(QStringLiteral("^Set it to (\\d+) flits")).match(remedy).captured(1);
  }
  QVERIFY(withBuffers(enough[0], enough[1]).empty());
}

/// No setting changes what an override sets.
void PauseHeadroomTest::overridesAreToldApart() {
  const auto with = [](const char* path, std::int64_t value) {
    return said(R"("buffers": {"local": 2048, "global": 2048, "output": 32})", {{path, value}});
  };
  const char *const buffer = "switch.buffers.local", *const xoff = "switch.pause.xoff";
  const Issues size = with(buffer, 64);
  QCOMPARE(size.size(), std::size_t{1});
  QCOMPARE(size.front().path, std::string("overrides"));
  QVERIFY(size.front().text.english().find("local buffer of router 1 of 64") != std::string::npos);
  const auto room = numberIn(size.front(), "switch.buffers.local to (\\d+) flits");
  QVERIFY(with(buffer, room).empty());
  QVERIFY(!with(buffer, room - 1).empty());
  const Issues early = with(xoff, 8);
  QCOMPARE(early.size(), std::size_t{1});
  QCOMPARE(early.front().path, std::string("overrides"));
  const auto free = numberIn(early.front(), "to 0 or to (\\d+) or more there");
  QVERIFY(with(xoff, free).empty());
  QVERIFY(!with(xoff, free - 1).empty());
}

}  // namespace hopscope

using hopscope::PauseHeadroomTest;
HOPSCOPE_TEST(PauseHeadroomTest)
#include "pause_headroom_test.moc"
