// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/rule_table.h"

#include <rapidcheck.h>
#include <QTest>

#include "tests/support/test_main.h"

namespace hopscope {
namespace {

Rule ruleOf(std::uint16_t priority, Ternary destination, PortIndex port) {
  Rule rule;
  rule.priority = priority;
  rule.match.destination = destination;
  rule.actions = {{ActionKind::output, port}};
  return rule;
}

FrameHeader frameTo(MacAddress destination) {
  FrameHeader frame;
  frame.inPort = 0;
  frame.destination = destination;
  return frame;
}

std::string firstIssue(std::vector<Rule> rules, PortIndex radix = 4) {
  const auto table = RuleTable::make(std::move(rules), radix);
  if (const auto* issues = std::get_if<Issues>(&table)) return describe(issues->front());
  return {};
}

}  // namespace

class RuleTableTest : public QObject {
  Q_OBJECT

 private slots:
  void highestPriorityWins();
  void agreesWithALinearSearch();
  void brokenRules();
  void actionsInOrder();
};

void RuleTableTest::highestPriorityWins() {
  const auto made = RuleTable::make(
      {ruleOf(1, {0, 0}, 3), ruleOf(3, {0x12, 0xff}, 1), ruleOf(2, {0x10, 0xf0}, 2)}, 4);
  const RuleTable& table = std::get<RuleTable>(made);
  QCOMPARE(table.find(0, frameTo(0x12)), 1u);
  QCOMPARE(table.find(0, frameTo(0x13)), 2u);
  QCOMPARE(table.find(0, frameTo(0x23)), 0u);
  QCOMPARE(table.find(1, frameTo(0x12)), kNone);
  QVERIFY(applyRules(RuleTable({ruleOf(1, {0x12, 0xff}, 1)}), frameTo(3)).ports.empty());
}

void RuleTableTest::agreesWithALinearSearch() {
  QVERIFY(rc::check("tuple space search finds what a list in order finds", [] {
    std::vector<Rule> rules;
    const auto count = *rc::gen::inRange<std::size_t>(0, 60);
    const auto ternary = [] {
      const auto mask = *rc::gen::element<std::uint64_t>(0, 0xf, 0xf0, 0xff, 0x3, 0xf1);
      return Ternary{*rc::gen::inRange<std::uint64_t>(0, 256) & mask, mask};
    };
    for (std::size_t i = 0; i < count; ++i) {
      Rule rule = ruleOf(*rc::gen::inRange<std::uint16_t>(0, 6), ternary(), 1);
      rule.table = *rc::gen::inRange<std::uint8_t>(0, 2);
      if (*rc::gen::arbitrary<bool>()) rule.match.source = ternary();
      if (*rc::gen::inRange(0, 4) == 0) rule.match.inPort = *rc::gen::inRange<PortIndex>(0, 3);
      if (*rc::gen::inRange(0, 4) == 0) rule.match.etherType = kDynamicMacType;
      if (*rc::gen::inRange(0, 4) == 0) rule.match.tunnel = *rc::gen::inRange(1u, 3u);
      rules.push_back(rule);
    }
    const RuleTable table(rules);
    for (int i = 0; i < 50; ++i) {
      FrameHeader frame;
      frame.destination = *rc::gen::inRange<std::uint64_t>(0, 256);
      frame.source = *rc::gen::inRange<std::uint64_t>(0, 256);
      frame.inPort = *rc::gen::inRange<PortIndex>(0, 3);
      frame.etherType = *rc::gen::element<std::uint16_t>(0x0800, kDynamicMacType);
      frame.tunnel = *rc::gen::inRange(0u, 3u);
      const auto in = *rc::gen::inRange<std::uint8_t>(0, 2);
      std::uint32_t best = kNone;
      for (std::uint32_t r = 0; r < rules.size(); ++r)
        if (rules[r].table == in && rules[r].match.matches(frame) &&
            (best == kNone || rules[r].priority > rules[best].priority))
          best = r;
      RC_ASSERT(table.find(in, frame) == best);
    }
  }));
}

void RuleTableTest::brokenRules() {
  QCOMPARE(firstIssue({ruleOf(1, {0x10, 0xf0}, 3)}), std::string());
  QVERIFY(firstIssue({ruleOf(1, {0x11, 0xf0}, 3)}).find("rules[0].destination: The value") == 0);
  QVERIFY(firstIssue({ruleOf(1, {0, std::uint64_t{1} << 48}, 3)}).find("wider") !=
          std::string::npos);
  QVERIFY(firstIssue({ruleOf(1, {0, 0}, 4)}).find("There is no port 4.") != std::string::npos);
  QVERIFY(firstIssue({ruleOf(7, {0x10, 0xf0}, 1), ruleOf(7, {0x01, 0x0f}, 2)})
              .find("Rules 0 and 1 have priority 7") != std::string::npos);
  QVERIFY(firstIssue({ruleOf(7, {0x10, 0xff}, 1), ruleOf(7, {0x10, 0xff}, 2)}).find("rules[1]") ==
          0);
  QCOMPARE(firstIssue({ruleOf(7, {0x10, 0xf0}, 1), ruleOf(7, {0x01, 0x0f}, 1)}), std::string());
  QCOMPARE(firstIssue({ruleOf(7, {0x10, 0xf0}, 1), ruleOf(7, {0x20, 0xff}, 2)}), std::string());
  Rule rule = ruleOf(1, {}, 1);
  rule.actions = {{ActionKind::goTo, 0}};
  QVERIFY(firstIssue({rule}).find("Table 0 leads to table 0") != std::string::npos);
  rule.actions = {{ActionKind::setSource, ~0ull}, {ActionKind::output, 1}};
  QVERIFY(firstIssue({rule}).find("is no MAC address") != std::string::npos);
  rule.actions = {{ActionKind::encapsulate, 0}, {ActionKind::goTo, 0}};
  QVERIFY(firstIssue({rule}).find("names no switch") != std::string::npos);
  rule.actions.clear();
  rule.match.inPort = 9;
  QVERIFY(firstIssue({rule}).find("rules[0].in_port") == 0);
  // Many mistakes are told in part.
  const std::vector<Rule> many(100, ruleOf(1, {0, 0}, 9));
  QCOMPARE(std::get<Issues>(RuleTable::make(many, 4)).size(), std::size_t{20});
}

void RuleTableTest::actionsInOrder() {
  Rule first;
  first.actions = {{ActionKind::setSource, 5}, {ActionKind::goTo, 1}};
  Rule second;
  second.table = 1;
  second.actions = {{ActionKind::setDestination, 7},
                    {ActionKind::output, 0},
                    {ActionKind::output, 2},
                    {ActionKind::outputToInPort, 0}};
  std::vector<std::uint32_t> found;
  const SwitchOutcome outcome = applyRules(RuleTable({first, second}), frameTo(1), &found);
  QCOMPARE(found, (std::vector<std::uint32_t>{0, 1}));
  // Port 0 is where the frame came from: only the action that says so sends it back.
  QCOMPARE(outcome.ports, (std::vector<PortIndex>{2, 0}));
  QCOMPARE(outcome.frame.source, MacAddress{5});
  QCOMPARE(outcome.frame.destination, MacAddress{7});
}

}  // namespace hopscope

using hopscope::RuleTableTest;
HOPSCOPE_TEST(RuleTableTest)
#include "rule_table_test.moc"
