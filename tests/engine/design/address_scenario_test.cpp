// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/address_scenario.h"

#include <QObject>
#include <QTest>
#include <algorithm>

#include "engine/design/addressing.h"
#include "engine/design/compile.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Four hosts at two switches, and their first minutes.
Design fourHosts(const char* model = "vct") {
  Design design;
  design.settings = {{"topology.kind", std::string("complete")},
                     {"topology.routers", std::int64_t{2}},
                     {"topology.terminals_per_router", std::int64_t{2}},
                     {"switch.model", std::string(model)},
                     {"forwarding.scenario.kind", std::string("dmp")},
                     {"forwarding.scenario.boot_spread", std::string("1 us")},
                     {"forwarding.scenario.retry", std::string("10 us")}};
  return design;
}

ScenarioOutcome played(const Design& design) {
  Compiled compiled = compile(design);
  if (!compiled.setup) throw std::runtime_error(describe(compiled.issues.front()));
  auto outcome = playScenario(design, *compiled.setup);
  return *std::get<std::optional<ScenarioOutcome>>(outcome);
}

std::uint64_t count(const ScenarioOutcome& outcome, ScenarioStep step) {
  return static_cast<std::uint64_t>(
      std::count_if(outcome.events.begin(), outcome.events.end(),
                    [step](const ScenarioEvent& event) { return event.step == step; }));
}

}  // namespace

class AddressScenarioTest : public QObject {
  Q_OBJECT

 private slots:
  void addressesOnRequest_data();
  void addressesOnRequest();
  void rewritingBreaksAnnouncements();
  void headersMendThem();
  void requestsBeforeTheController();
  void sequenceOfTwoHosts();
  void dragonfly();
  void partsAndThreadsDoNotMatter();
  void secondsAreSkipped();
  void refusals();
};

void AddressScenarioTest::addressesOnRequest_data() {
  QTest::addColumn<QString>("model");
  QTest::newRow("virtual cut-through") << "vct";
  QTest::newRow("wormhole") << "wormhole";
}

void AddressScenarioTest::addressesOnRequest() {
  QFETCH(QString, model);
  const ScenarioOutcome outcome = played(fourHosts(model.toUtf8()));
  QCOMPARE(outcome.pairs, std::uint64_t{12});
  QCOMPARE(outcome.reached, std::uint64_t{12});
  QCOMPARE(outcome.configured, std::uint64_t{4});
  QCOMPARE(outcome.requests, std::uint64_t{4});
  QCOMPARE(outcome.dropped, std::uint64_t{0});
  QCOMPARE(outcome.addedRules, std::uint64_t{2});
  QCOMPARE(count(outcome, ScenarioStep::lost), std::uint64_t{0});
  QVERIFY(outcome == played(fourHosts(model.toUtf8())));
}

/// Benito, Vallejo & Beivide 2015, section IV: peers are announced by addresses that no switch
/// forwards to.
void AddressScenarioTest::rewritingBreaksAnnouncements() {
  Design design = fourHosts();
  design.settings["forwarding.scenario.rewrite"] = true;
  const ScenarioOutcome outcome = played(design);
  QCOMPARE(outcome.reached, std::uint64_t{0});
  QCOMPARE(outcome.requests, std::uint64_t{0});
  QCOMPARE(outcome.addedRules, std::uint64_t{0});
  QCOMPARE(count(outcome, ScenarioStep::heard), std::uint64_t{12});
  QCOMPARE(count(outcome, ScenarioStep::lost), std::uint64_t{12});
}

void AddressScenarioTest::headersMendThem() {
  Design design = fourHosts();
  design.settings["forwarding.scenario.rewrite"] = true;
  design.settings["forwarding.scenario.announce_source"] = std::string("header");
  const ScenarioOutcome outcome = played(design);
  QCOMPARE(outcome.reached, std::uint64_t{12});
  QCOMPARE(count(outcome, ScenarioStep::lost), std::uint64_t{0});
}

/// A request that comes too early is dropped and repeated, after 10, 20, 40 … us.
void AddressScenarioTest::requestsBeforeTheController() {
  Design design = fourHosts();
  design.settings["forwarding.scenario.controller_ready"] = std::string("100 us");
  const ScenarioOutcome outcome = played(design);
  QCOMPARE(outcome.reached, std::uint64_t{12});
  // Sent at about 0, 10, 30 and 70 us, then at 150.
  QCOMPARE(outcome.requests, std::uint64_t{4 * 5});
  QCOMPARE(outcome.dropped, std::uint64_t{4 * 4});
  for (const ScenarioEvent& event : outcome.events)
    if (event.step == ScenarioStep::configured) QVERIFY(event.at >= 150'000);
  std::vector<Cycle> requests;
  for (const ScenarioEvent& event : outcome.events)
    if (event.step == ScenarioStep::request && event.terminal == 0) requests.push_back(event.at);
  QCOMPARE(requests.size(), std::size_t{5});
  for (std::size_t i = 1; i < requests.size(); ++i)
    QCOMPARE(requests[i] - requests[i - 1], Cycle{10'000} << (i - 1));
}

/// Fig. 7: request, reply with the address of the place, announcement, unicast.
void AddressScenarioTest::sequenceOfTwoHosts() {
  Design design = fourHosts();
  design.settings["topology.terminals_per_router"] = std::int64_t{1};
  const ScenarioOutcome outcome = played(design);
  QCOMPARE(outcome.reached, std::uint64_t{2});
  for (const TerminalId host : {0u, 1u}) {
    std::vector<ScenarioStep> steps;
    for (const ScenarioEvent& event : outcome.events)
      if (event.terminal == host) steps.push_back(event.step);
    using Step = ScenarioStep;
    const std::vector<Step> order{Step::boot, Step::request, Step::configured, Step::announce};
    QVERIFY(steps.size() >= 7);
    QVERIFY(std::equal(order.begin(), order.end(), steps.begin()));
    const auto at = [&](Step step) { return std::find(steps.begin(), steps.end(), step); };
    QVERIFY(at(Step::heard) < at(Step::unicast));
    QVERIFY(at(Step::arrived) != steps.end());
  }
  for (const ScenarioEvent& event : outcome.events) {
    const bool own = event.step == ScenarioStep::configured;
    if (own) QCOMPARE(event.address, MacAddress{0x0200'0000'0000} + event.terminal);
    if (event.step == ScenarioStep::request) QCOMPARE(event.address, factoryMac(event.terminal));
  }
  // Terminal channel 1, switch 5 and its own packet, 4 flits, and the channel back.
  const auto find = [&](ScenarioStep step) {
    return std::find_if(outcome.events.begin(), outcome.events.end(),
                        [step](const ScenarioEvent& event) { return event.step == step; })
        ->at;
  };
  const Cycle wait = find(ScenarioStep::configured) - find(ScenarioStep::request);
  QVERIFY2(wait >= 11 && wait <= 12, qPrintable(QString::number(wait)));
}

void AddressScenarioTest::dragonfly() {
  Design design = fourHosts();
  design.settings["topology.kind"] = std::string("dragonfly");
  design.settings.erase("topology.routers");
  design.settings.erase("topology.terminals_per_router");
  design.settings["forwarding.addressing.scheme"] = std::string("group");
  design.settings["forwarding.addressing.compact"] = true;
  const ScenarioOutcome outcome = played(design);
  QCOMPARE(outcome.pairs, std::uint64_t{72 * 71});
  QCOMPARE(outcome.reached, outcome.pairs);
  QCOMPARE(outcome.addedRules, std::uint64_t{2});
}

void AddressScenarioTest::partsAndThreadsDoNotMatter() {
  Design design = fourHosts();
  design.settings["topology.kind"] = std::string("dragonfly");
  design.settings.erase("topology.routers");
  design.settings.erase("topology.terminals_per_router");
  const ScenarioOutcome whole = played(design);
  Setup setup = *compile(design).setup;
  setup.execution.threads = 3;
  setup.execution.portsAPart = 16;
  const auto parts = playScenario(design, setup);
  QVERIFY(*std::get<std::optional<ScenarioOutcome>>(parts) == whole);
}

void AddressScenarioTest::secondsAreSkipped() {
  Design design = fourHosts();
  design.settings.erase("forwarding.scenario.retry");  // 1 s
  design.settings["forwarding.scenario.controller_ready"] = std::string("2 s");
  const ScenarioOutcome outcome = played(design);
  QCOMPARE(outcome.reached, std::uint64_t{12});
  QVERIFY(outcome.finished > 3'000'000'000);
}

void AddressScenarioTest::refusals() {
  Design design = fourHosts();
  design.settings["topology.routers"] = std::int64_t{600};
  Compiled compiled = compile(design);
  const auto outcome = playScenario(design, *compiled.setup);
  QVERIFY(std::holds_alternative<Issues>(outcome));
  design.settings["forwarding.scenario.kind"] = std::string("none");
  const auto nothing = playScenario(design, *compiled.setup);
  QVERIFY(!std::get<std::optional<ScenarioOutcome>>(nothing));
  design.settings["forwarding.scenario.retry"] = std::string("0 us");
  QVERIFY(hasErrors(validate(design)));
}

}  // namespace hopscope

using hopscope::AddressScenarioTest;
HOPSCOPE_TEST(AddressScenarioTest)
#include "address_scenario_test.moc"
