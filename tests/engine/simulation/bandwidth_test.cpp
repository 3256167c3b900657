// SPDX-License-Identifier: GPL-3.0-or-later
// Channels that carry less than a flit a cycle: when the k-th flit arrives, to the cycle, what a
// network of them takes in, and that nothing else depends on them.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/simulation/make_network.h"
#include "engine/simulation/parts_table.h"
#include "engine/simulation/run_workload.h"
#include "engine/simulation/saturation_bound.h"
#include "engine/simulation/simulation.h"
#include "tests/support/test_main.h"
#include "tests/support/wormhole.h"

namespace hopscope {
namespace {

constexpr TerminalId kFrom = 0, kTo = 1;

/// Terminal 0 sends so many packets to terminal 1 as fast as it can; when each had arrived.
class Stream final : public Workload {
 public:
  Stream(std::uint32_t packets, std::uint32_t flits) : packets_(packets), flits_(flits) {}

  std::unique_ptr<TrafficSource> source(TerminalId first, std::uint32_t count) override {
    return std::make_unique<Ends>(*this, first, count);
  }
  bool finished() const override { return arrived_.size() == packets_; }
  const std::vector<Cycle>& arrived() const { return arrived_; }

 private:
  class Ends final : public TrafficSource {
   public:
    Ends(Stream& whole, TerminalId first, std::uint32_t count)
        : whole_(whole), sends_(first <= kFrom && kFrom - first < count) {}
    void offer(Cycle now, SourceQueues& queues) override {
      if (!sends_ || sent_ == whole_.packets_) return;
      sent_ += queues.enter(now, {kFrom, kTo, whole_.flits_, false, 0, 1}, routing_);
    }
    void hear(const Delivery& delivery) override { whole_.arrived_.push_back(delivery.at); }
    Cycle nextOffer(Cycle now) const override {
      return sends_ && sent_ < whole_.packets_ ? now : kNoCycle;
    }

   private:
    Stream& whole_;
    bool sends_;
    std::uint32_t sent_ = 0;
    Rng routing_{1, 0, RandomPurpose::choice};
  };

  std::uint32_t packets_, flits_;
  std::vector<Cycle> arrived_;
};

std::vector<Cycle> arrivals(const Setup& setup, std::uint32_t packets) {
  const auto stream = std::make_shared<Stream>(packets, setup.packetFlits);
  const auto network = makeNetwork(setup, stream);
  runToEnd(*network, *stream, 100'000);
  return stream->arrived();
}

/// Two routers with a terminal each.
Setup pair(test::Model model, std::uint32_t flits) {
  const Values line{{"dimensions", std::vector<std::int64_t>{2}}};
  Setup setup =
      model == test::Model::vct ? test::makeSetup("mesh", line) : test::wormholeSetup("mesh", line);
  setup.packetFlits = flits;
  setup.load = 0;
  return setup;
}

enum class Where : std::uint8_t { injection, between, ejection, all };

void slowDown(Setup& setup, Where where, LinkRate rate) {
  const Topology& t = *setup.topology;
  setup.linkRates.assign(t.linkCount(), LinkRate{});
  for (LinkId link = 0; link < t.linkCount(); ++link) {
    const bool terminal = t.links[link].a.isTerminal;
    const bool from = link == t.terminals[kFrom].link, to = link == t.terminals[kTo].link;
    if (where == Where::all || (where == Where::between && !terminal) ||
        (where == Where::injection && from) || (where == Where::ejection && to))
      setup.linkRates[link] = rate;
  }
}

const std::vector<LinkRate> kRates{{1, 2}, {2, 3}, {3, 10}, {1, 1}, {999, 1000}, {7, 100}};

/// Each link its own rate.
void mixRates(Setup& setup) {
  for (LinkId link = 0; link < setup.topology->linkCount(); ++link)
    setup.linkRates.push_back(kRates[(link * 5 + link / 3) % kRates.size()]);
}

Setup withModel(test::Model model, const std::string& kind, const Values& parameters,
                const std::string& routing = {}) {
  Setup setup = model == test::Model::vct ? test::makeSetup(kind, parameters, routing)
                                          : test::wormholeSetup(kind, parameters, routing);
  setup.run = {500, 1500, 40'000, 100, 5};
  return setup;
}

const Values kGrid{{"dimensions", std::vector<std::int64_t>{4, 4}}};
const Values kDragonfly{{"p", std::int64_t{2}}, {"a", std::int64_t{4}}, {"h", std::int64_t{2}}};

/// Networks in both models, through every path of theirs.
std::vector<std::pair<std::string, Setup>> slowNetworks() {
  using test::Model;
  std::vector<std::pair<std::string, Setup>> all;
  const auto add = [&](const char* name, Setup setup, double load) -> Setup& {
    setup.load = load;
    mixRates(setup);
    return all.emplace_back(name, std::move(setup)).second;
  };
  add("vct mesh", withModel(Model::vct, "mesh", kGrid), 0.02);
  add("vct mesh, saturated", withModel(Model::vct, "mesh", kGrid), 0.5);
  Setup& queueless = add("vct without output queues", withModel(Model::vct, "torus", kGrid), 0.03);
  test::vct(queueless).kinds.front().speedupNumerator = 1;
  test::vct(queueless).kinds.front().outputBuffer = 0;
  Setup& consumer = add("vct, several lengths", withModel(Model::vct, "mesh", kGrid), 0.03);
  consumer.packetFlits = 9;
  consumer.packetSizes = {{1, 0.5}, {9, 0.5}};
  test::vct(consumer).kinds.front().ejection = EjectionRule::consumer;
  add("vct dragonfly", withModel(Model::vct, "dragonfly", kDragonfly), 0.02);
  add("vct adaptive", withModel(Model::vct, "mesh", kGrid, "minimal_adaptive"), 0.03);
  Setup& notices = add("vct, notices", test::thesisDragonfly(2), 0.5);
  notices.virtualChannels = {4, 3};
  test::setRouting(notices, "qcn_switch", {{"sampled_every", std::int64_t{10}}});
  test::setPattern(notices, "adversarial");
  notices.run = {3000, 3000, 60'000, 100, 5};
  add("wormhole mesh", withModel(Model::wormhole, "mesh", kGrid), 0.02);
  add("wormhole, saturated", withModel(Model::wormhole, "mesh", kGrid), 0.5);
  add("wormhole packets", withModel(Model::wormhole, "mesh", kGrid), 0.03).packetFlits = 5;
  add("wormhole dragonfly", withModel(Model::wormhole, "dragonfly", kDragonfly), 0.02);
  Setup& stages = add("wormhole stages", withModel(Model::wormhole, "mesh", kGrid), 0.03);
  stages.packetFlits = 4;
  test::wormhole(stages).outputSpeedup = 2;
  test::wormhole(stages).inputSpeedup = 2;
  test::wormhole(stages).delays.traversal = 2;
  test::wormhole(stages).delays.switchAllocation = 2;
  Setup& holds = add("wormhole that holds", withModel(Model::wormhole, "mesh", kGrid), 0.03);
  holds.packetFlits = 4;
  test::wormhole(holds).holdSwitch = true;
  Setup& speculates = add("wormhole, speculating", withModel(Model::wormhole, "mesh", kGrid), 0.03);
  test::wormhole(speculates).speculative = true;
  test::wormhole(speculates).reallocate = VcReuse::empty;
  return all;
}

struct Outcome {
  Results results;
  std::vector<std::string> violations;
};

Outcome outcomeOf(Setup setup, unsigned threads, std::uint32_t portsAPart, Cycle step) {
  setup.execution.threads = threads;
  setup.execution.portsAPart = portsAPart;
  Simulation simulation(std::move(setup));
  Outcome outcome;
  while (!simulation.done()) {
    simulation.advance(step);
    if (outcome.violations.empty()) outcome.violations = simulation.violations();
  }
  outcome.results = simulation.results();
  return outcome;
}

const std::string kTorus =
    R"({"schema": "hopscope.design/1", "topology": {"kind": "torus", "dimensions": [4, 4]})";

Design smallDesign(const std::string& more) {
  return parseDesign(kTorus + more + "}").design;
}

const Issue* errorAt(const Issues& issues, const std::string& path) {
  for (const Issue& issue : issues)
    if (issue.severity == Severity::error && issue.path == path) return &issue;
  return nullptr;
}

}  // namespace

class BandwidthTest : public QObject {
  Q_OBJECT

 private slots:
  void pace();
  void packetsCutThroughInTime_data();
  void packetsCutThroughInTime();
  void flitsArriveInTime_data();
  void flitsArriveInTime();
  void alternatingChannels();
  void nothingIsLost();
  void partsAndThreadsChangeNothing();
  void saturatesAtItsBound_data();
  void saturatesAtItsBound();
  void fullIsFull();
  void applicationsKnow_data();
  void applicationsKnow();
  void designSaysIt();
  void refusals_data();
  void refusals();
};

void BandwidthTest::pace() {
  for (const LinkRate& rate : kRates) {
    LinkPace channel(rate);
    std::uint64_t at = 0;
    for (std::uint64_t k = 1; k <= 5000; ++k) {
      at += channel.take(1, k > 1);
      QCOMPARE(at, (k * rate.cycles + rate.flits - 1) / rate.flits);
    }
    // After a rest it begins anew.
    QCOMPARE(Cycle{channel.take(3, false)}, rate.span(3));
  }
}

void BandwidthTest::packetsCutThroughInTime_data() {
  QTest::addColumn<int>("where");
  QTest::addColumn<int>("rate");
  for (const Where where : {Where::injection, Where::between, Where::ejection, Where::all})
    for (std::size_t rate = 0; rate < kRates.size(); ++rate)
      QTest::addRow("%d, %u/%u", static_cast<int>(where), kRates[rate].flits, kRates[rate].cycles)
          << static_cast<int>(where) << static_cast<int>(rate);
}

/// Two routers of 5 cycles, three channels of 1, and the packet: 13 + S at full rates. Behind a
/// slow channel a head waits until the rest of its packet comes in time for a fast one.
void BandwidthTest::packetsCutThroughInTime() {
  QFETCH(int, where);
  QFETCH(int, rate);
  constexpr std::uint32_t kFlits = 4, kPackets = 40;
  Setup setup = pair(test::Model::vct, kFlits);
  const LinkRate slow = kRates[static_cast<std::size_t>(rate)];
  slowDown(setup, static_cast<Where>(where), slow);
  const std::vector<Cycle> got = arrivals(setup, kPackets);
  QCOMPARE(got.size(), std::size_t{kPackets});
  const bool paysAtTheEnd = where == static_cast<int>(Where::ejection) ||
                            where == static_cast<int>(Where::all) || slow.full();
  for (std::uint32_t k = 0; k < kPackets; ++k)
    QCOMPARE(got[k], 13 + (paysAtTheEnd ? slow.span((k + 1) * kFlits)
                                        : slow.span(k * kFlits) + slow.span(kFlits)));
}

void BandwidthTest::flitsArriveInTime_data() {
  QTest::addColumn<int>("where");
  QTest::addColumn<int>("rate");
  QTest::addColumn<bool>("words");
  for (const Where where : {Where::injection, Where::between, Where::ejection, Where::all})
    for (std::size_t rate = 0; rate < kRates.size(); ++rate)
      for (const bool words : {true, false})
        QTest::addRow("%d, %u/%u, %s", static_cast<int>(where), kRates[rate].flits,
                      kRates[rate].cycles, words ? "words" : "allocators")
            << static_cast<int>(where) << static_cast<int>(rate) << words;
}

/// The k-th flit of a stream, and the last one of a lone packet.
void BandwidthTest::flitsArriveInTime() {
  QFETCH(int, where);
  QFETCH(int, rate);
  QFETCH(bool, words);
  const LinkRate slow = kRates[static_cast<std::size_t>(rate)];
  const auto setupOf = [&](std::uint32_t flits) {
    Setup setup = pair(test::Model::wormhole, flits);
    if (!words) test::wormhole(setup).vcAllocator.kind = AllocatorKind::separableInputFirst;
    slowDown(setup, static_cast<Where>(where), slow);
    return setup;
  };
  const std::vector<Cycle> got = arrivals(setupOf(1), 100);
  QCOMPARE(got.size(), std::size_t{100});
  for (std::uint32_t k = 0; k < got.size(); ++k) QCOMPARE(got[k] - got[0], slow.span(k));
  // Flits behind a head need no virtual channel: with a gap before them, each router behind the
  // slow channel brings them a cycle nearer to it.
  const Cycle routers = where == static_cast<int>(Where::injection) ? 2
                        : where == static_cast<int>(Where::between) ? 1
                                                                    : 0;
  for (const std::uint32_t flits : {2U, 7U, 30U}) {
    Cycle behind = 0;
    for (std::uint32_t i = 1; i < flits; ++i) behind = std::max(behind + 1, slow.span(i) - routers);
    QCOMPARE(arrivals(setupOf(flits), 1).front() - got[0], behind);
  }
}

/// Slow, fast and slow again: a flit never leaves before it has come, in either model.
void BandwidthTest::alternatingChannels() {
  constexpr std::uint32_t kFlits = 6;
  for (const test::Model model : {test::Model::vct, test::Model::wormhole}) {
    Setup setup = pair(model, kFlits);
    slowDown(setup, Where::injection, {1, 3});
    setup.linkRates[setup.topology->terminals[kTo].link] = {1, 3};
    const Cycle slowEnds = arrivals(setup, 1).front();
    slowDown(setup, Where::all, {1, 3});
    const Cycle slowAll = arrivals(setup, 1).front();
    slowDown(setup, Where::all, {1, 1});
    const Cycle fast = arrivals(setup, 1).front();
    // Virtual cut-through gathers the packet once, which a slow channel between would save.
    QCOMPARE(slowEnds - slowAll, model == test::Model::vct ? Cycle{3 * kFlits - kFlits} : Cycle{0});
    QCOMPARE(slowAll - fast,
             model == test::Model::vct ? Cycle{2 * kFlits} : Cycle{2 * (kFlits - 1)});
  }
}

void BandwidthTest::nothingIsLost() {
  for (const auto& [name, setup] : slowNetworks()) {
    const Outcome outcome = outcomeOf(setup, 1, 0, 37);
    QVERIFY2(
        outcome.violations.empty(),
        (name + ": " + (outcome.violations.empty() ? "" : outcome.violations.front())).c_str());
    const Results& results = outcome.results;
    QVERIFY2(!isStuck(results.verdict), name.c_str());
    if (results.verdict == Verdict::saturated) continue;
    QVERIFY2(results.packetsMeasured > 0, name.c_str());
    QCOMPARE(results.packetsLost, 0u);
    double sum = 0;
    for (const LatencyPartEntry& each : kLatencyParts) sum += results.split.*each.part;
    QVERIFY2(std::abs(sum - results.latency.mean) < 1e-6 * sum,
             qPrintable(QStringLiteral("%1: %2 of %3")
                            .arg(QString::fromStdString(name))
                            .arg(sum)
                            .arg(results.latency.mean)));
    for (const double use : results.channelUtilization) QVERIFY(use >= 0 && use <= 1);
  }
}

void BandwidthTest::partsAndThreadsChangeNothing() {
  for (const auto& [name, setup] : slowNetworks()) {
    const Outcome one = outcomeOf(setup, 1, 100'000, 100'000);
    for (const auto& [threads, ports, step] :
         {std::tuple{1U, 12U, Cycle{61}}, std::tuple{2U, 20U, Cycle{500}}}) {
      const Outcome other = outcomeOf(setup, threads, ports, step);
      QVERIFY2(other.violations.empty(), name.c_str());
      QCOMPARE(other.results.cycles, one.results.cycles);
      QCOMPARE(other.results.flitHops, one.results.flitHops);
      QCOMPARE(other.results.latency.mean, one.results.latency.mean);
      QCOMPARE(other.results.latency.maximum, one.results.latency.maximum);
      QCOMPARE(other.results.channelUtilization, one.results.channelUtilization);
      for (const LatencyPartEntry& each : kLatencyParts)
        QCOMPARE(other.results.split.*each.part, one.results.split.*each.part);
    }
  }
}

void BandwidthTest::saturatesAtItsBound_data() {
  QTest::addColumn<int>("model");
  QTest::addColumn<QString>("kind");
  QTest::addColumn<double>("busiest");
  QTest::addColumn<double>("reaches");
  for (const int model : {0, 1}) {
    const auto row = [model](const char* kind, double busiest, double reaches) {
      QTest::addRow("%d, %s", model, kind) << model << kind << busiest << reaches;
    };
    // Of four routers with four terminals each, a channel has what four send to four of 15 others;
    // of a tree, a link upwards has 12 of what a terminal sends to 15; a ring jams beyond its
    // bound, slow or not: those that are under way keep others out.
    row("complete", 4.0 * 4 / 15, 0.85);
    row("k_ary_n_tree", 12.0 / 15, 0.75);
    row("ring", 0, 0.3);
  }
}

/// Channels between routers at a third of the rate: the bound is what it is by hand, a run below is
/// stable, and one above accepts about as much as that.
void BandwidthTest::saturatesAtItsBound() {
  QFETCH(int, model);
  QFETCH(QString, kind);
  QFETCH(double, busiest);
  QFETCH(double, reaches);
  const Values parameters =
      kind == "ring" ? Values{{"routers", std::int64_t{8}}}
      : kind == "complete"
          ? Values{{"routers", std::int64_t{4}}, {"terminals_per_router", std::int64_t{4}}}
          : Values{{"n", std::int64_t{2}}, {"k", std::int64_t{4}}};
  Setup setup = withModel(static_cast<test::Model>(model), kind.toStdString(), parameters);
  const double full = saturationBound(setup).load;
  slowDown(setup, Where::between, {1, 3});
  const SaturationBound bound = saturationBound(setup);
  QVERIFY2(std::abs(3 * bound.load - (busiest > 0 ? 1 / busiest : full)) < 1e-9,
           qPrintable(QString::number(bound.load)));
  QVERIFY(bound.at == Bottleneck::channel);
  if (model == 0)
    for (SwitchSettings& each : test::vct(setup).kinds)
      each.localBuffer = each.injectionBuffer = 256;
  setup.run = {4000, 12'000, 200'000, 1000, 3};
  setup.load = 0.7 * bound.load;
  QVERIFY(test::finished(setup).verdict == Verdict::stable);
  setup.load = 1.15 * bound.load;
  const Results above = test::finished(setup);
  QVERIFY(above.verdict == Verdict::saturated);
  QVERIFY2(above.acceptedLoad > reaches * bound.load && above.acceptedLoad < 1.02 * bound.load,
           qPrintable(QStringLiteral("%1 of %2").arg(above.acceptedLoad).arg(bound.load)));
}

/// Rates that are all 1 give what a network without any gives.
void BandwidthTest::fullIsFull() {
  for (const test::Model model : {test::Model::vct, test::Model::wormhole}) {
    Setup setup = withModel(model, "mesh", kGrid);
    setup.load = 0.3;
    const Results without = test::finished(setup);
    slowDown(setup, Where::all, {1, 1});
    const Results with = test::finished(setup);
    QCOMPARE(with.latency.mean, without.latency.mean);
    QCOMPARE(with.flitHops, without.flitHops);
    QCOMPARE(with.channelUtilization, without.channelUtilization);
  }
}

void BandwidthTest::applicationsKnow_data() {
  QTest::addColumn<QString>("model");
  QTest::addColumn<QString>("channels");
  for (const char* model : {"vct", "wormhole"})
    for (const char* channels :
         {R"("terminal": {"bandwidth": 0.5})", R"("local": {"bandwidth": 0.3})",
          R"("local": {"bandwidth": 0.25}, "terminal": {"bandwidth": 0.5})"})
      QTest::addRow("%s, %s", model, channels) << model << channels;
}

/// Two ranks that nobody disturbs take the time of the ideal run.
void BandwidthTest::applicationsKnow() {
  QFETCH(QString, model);
  QFETCH(QString, channels);
  const Design design = smallDesign(
      R"(, "channels": {)" + channels.toStdString() + R"(}, "switch": {"model": ")" +
      model.toStdString() +
      R"("}, "traffic": {"packet_flits": 8}, "applications": [{"kind": "ping_pong", "bytes": 6000}])");
  Compiled compiled = compile(design);
  QVERIFY2(compiled.setup.has_value(),
           compiled.issues.empty() ? "" : describe(compiled.issues.front()).c_str());
  const Results results = test::runOf(std::move(*compiled.setup));
  QCOMPARE(results.applications.size(), std::size_t{1});
  QCOMPARE(results.applications.front().slowdown, 1.0);
}

void BandwidthTest::designSaysIt() {
  const Design design = smallDesign(
      R"(, "channels": {"local": {"bandwidth": 0.5}, "dimension_1": {"bandwidth": 0.666667}},
          "overrides": [{"channels": [20], "bandwidth": 0.3}])");
  const Compiled compiled = compile(design);
  QVERIFY(compiled.setup.has_value());
  const Setup& setup = *compiled.setup;
  const Topology& t = *setup.topology;
  QCOMPARE(setup.linkRates.size(), std::size_t{t.linkCount()});
  for (LinkId link = 0; link < t.linkCount(); ++link) {
    const LinkRate expected = t.linkIds[link] == 20                   ? LinkRate{3, 10}
                              : t.links[link].a.isTerminal            ? LinkRate{1, 1}
                              : t.classOf(link).name == "dimension_1" ? LinkRate{2, 3}
                                                                      : LinkRate{1, 2};
    QVERIFY(setup.linkRates[link] == expected);
  }
  const ParsedDesign again = parseDesign(writeDesign(design));
  QVERIFY(!hasErrors(again.issues));
  QVERIFY(again.design == design);
  QVERIFY(compile(smallDesign("")).setup->linkRates.empty());
  // A drawn link has its own.
  const ParsedDesign drawn = parseDesign(R"({"schema": "hopscope.design/1", "topology": {
      "kind": "custom", "routers": [{"id": 0}, {"id": 1}],
      "terminals": [{"id": 0, "router": 0}, {"id": 1, "router": 1}],
      "channels": [{"id": 0, "from": 0, "to": 1, "class": "local", "bandwidth": 0.25}]}})");
  QVERIFY2(!hasErrors(drawn.issues),
           drawn.issues.empty() ? "" : describe(drawn.issues.front()).c_str());
  QVERIFY(parseDesign(writeDesign(drawn.design)).design == drawn.design);
  const Compiled compiledDrawn = compile(drawn.design);
  QVERIFY(compiledDrawn.setup.has_value());
  QVERIFY((compiledDrawn.setup->linkRates.back() == LinkRate{1, 4}));
}

void BandwidthTest::refusals_data() {
  QTest::addColumn<QString>("more");
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("says");
  const auto row = [](const char* name, const char* more, const char* path, const char* says) {
    QTest::newRow(name) << more << path << says;
  };
  row("nothing", R"(, "channels": {"local": {"bandwidth": 0}})", "channels.local.bandwidth",
      "0.001 to 1");
  row("too much", R"(, "channels": {"local": {"bandwidth": 2}})", "channels.local.bandwidth",
      "0.001 to 1");
  row("no number", R"(, "channels": {"local": {"bandwidth": "NaN"}})", "channels.local.bandwidth",
      "");
  row("override", R"(, "overrides": [{"channels": [20], "bandwidth": 1.5}])",
      "overrides[0].bandwidth", "0.001 to 1");
  row("of no channel", R"(, "overrides": [{"routers": [1], "bandwidth": 0.5}])",
      "overrides[0].bandwidth", "List their ids");
  row("slots", R"(, "switch": {"model": "slotted"}, "channels": {"local": {"bandwidth": 0.5}})",
      "channels.dimension_0.bandwidth", "vct");
}

void BandwidthTest::refusals() {
  QFETCH(QString, more);
  QFETCH(QString, path);
  QFETCH(QString, says);
  const ParsedDesign read = parseDesign(kTorus + more.toStdString() + "}");
  Issues issues = read.issues;
  if (!hasErrors(issues)) issues = validate(read.design);
  const Issue* const error = errorAt(issues, path.toStdString());
  QVERIFY2(error != nullptr, issues.empty() ? "no issue" : describe(issues.front()).c_str());
  QVERIFY2(error->remedy.english().find(says.toStdString()) != std::string::npos,
           error->remedy.english().c_str());
}

}  // namespace hopscope

using hopscope::BandwidthTest;
HOPSCOPE_TEST(BandwidthTest)
#include "bandwidth_test.moc"
