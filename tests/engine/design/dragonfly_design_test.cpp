// SPDX-License-Identifier: GPL-3.0-or-later
// Dragonfly routing as a document says it: slot orders as lists, virtual channels that follow.
#include <QTest>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

ParsedDesign parse(const std::string& routing, const std::string& more = {}) {
  return parseDesign(R"({"schema": "hopscope.design/1", "topology": {"kind": "dragonfly"}, )" +
                     more + R"("routing": )" + routing + "}");
}

Compiled compiled(const std::string& routing, const std::string& more = {}) {
  const ParsedDesign parsed = parse(routing, more);
  if (hasErrors(parsed.issues)) qFatal("%s", describe(parsed.issues.front()).c_str());
  return compile(parsed.design);
}

}  // namespace

class DragonflyDesignTest : public QObject {
  Q_OBJECT

 private slots:
  void slotsAsListOrText();
  void otherListsAreRefused();
  void virtualChannelsFollow_data();
  void virtualChannelsFollow();
  void tooFewAreNamed();
  void badSlotsAreNamed();
};

void DragonflyDesignTest::slotsAsListOrText() {
  for (const char* order : {R"(["L0", "G0", "L1", "L2", "G1", "L3"])", R"("L0 G0 L1 L2 G1 L3")"}) {
    const std::string routing =
        R"({"algorithm": "piggyback", "phase_a": "lgl", "vc_slots": )" + std::string(order) + "}";
    const ParsedDesign parsed = parse(routing);
    QVERIFY(parsed.issues.empty());
    QCOMPARE(textAt(parsed.design.settings, "routing.vc_slots"), std::string("L0 G0 L1 L2 G1 L3"));
    const Compiled result = compile(parsed.design);
    QVERIFY(result.setup.has_value());
    QCOMPARE(result.setup->virtualChannels, (VcCounts{4, 2}));
  }
}

void DragonflyDesignTest::otherListsAreRefused() {
  for (const char* order : {"[1, 2]", "{}", "3", "[\"L0\", 1]"}) {
    const ParsedDesign parsed =
        parse(R"({"algorithm": "valiant", "vc_slots": )" + std::string(order) + "}");
    QVERIFY2(hasErrors(parsed.issues), order);
    QCOMPARE(QString::fromStdString(parsed.issues.front().path), QString("routing.vc_slots"));
  }
}

void DragonflyDesignTest::virtualChannelsFollow_data() {
  QTest::addColumn<QString>("routing");
  QTest::addColumn<unsigned>("local");
  QTest::addColumn<unsigned>("global");
  QTest::newRow("minimal") << R"({"algorithm": "minimal"})" << 2u << 1u;
  QTest::newRow("lgl") << R"({"algorithm": "valiant"})" << 4u << 2u;
  QTest::newRow("lg-") << R"({"algorithm": "ugal", "phase_a": "lg-"})" << 3u << 2u;
  QTest::newRow("-g-") << R"({"algorithm": "piggyback", "phase_a": "-g-"})" << 3u << 2u;
  QTest::newRow("own order")
      << R"({"algorithm": "ugal", "phase_a": "-g-", "vc_slots": ["G0", "L0", "G1", "L1"]})" << 2u
      << 2u;
}

/// The default is what the algorithm needs, and with it the design is sound.
void DragonflyDesignTest::virtualChannelsFollow() {
  QFETCH(QString, routing);
  QFETCH(unsigned, local);
  QFETCH(unsigned, global);
  const Compiled result = compiled(routing.toStdString());
  QVERIFY2(result.setup.has_value(), result.setup ? "" : describe(result.issues.front()).c_str());
  QCOMPARE(result.setup->virtualChannels, (VcCounts{local, global}));
}

void DragonflyDesignTest::tooFewAreNamed() {
  const Compiled result =
      compiled(R"({"algorithm": "valiant"})",
               R"("switch": {"virtual_channels": {"local": 3, "global": 2}}, )");
  QVERIFY(!result.setup.has_value());
  QCOMPARE(QString::fromStdString(result.issues.front().path),
           QString("switch.virtual_channels.local"));
  QCOMPARE(QString::fromStdString(result.issues.front().text),
           QString("Valiant routing on a Dragonfly needs 4 virtual channels on local links; it has "
                   "3."));
}

void DragonflyDesignTest::badSlotsAreNamed() {
  const Compiled result = compiled(R"({"algorithm": "valiant", "vc_slots": "L0 G0 L1"})");
  QVERIFY(!result.setup.has_value());
  QCOMPARE(QString::fromStdString(result.issues.front().path), QString("routing.vc_slots"));
}

}  // namespace hopscope

using hopscope::DragonflyDesignTest;
HOPSCOPE_TEST(DragonflyDesignTest)
#include "dragonfly_design_test.moc"
