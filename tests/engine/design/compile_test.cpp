// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/compile.h"

#include <QTest>

#include "engine/design/catalogue.h"
#include "engine/design/design_json.h"
#include "engine/design/network_traits.h"
#include "engine/design/vct_parameters.h"
#include "engine/routing/family_routings.h"
#include "engine/routing/fault_detour.h"
#include "engine/topology/generator.h"
#include "tests/support/test_main.h"

namespace hopscope {

namespace {

Design designOf(const std::string& json) {
  ParsedDesign parsed = parseDesign(json);
  for (const Issue& issue : parsed.issues) qWarning("%s", describe(issue).c_str());
  if (hasErrors(parsed.issues)) qFatal("the test's own document has errors");
  return parsed.design;
}

/// A document with these members beside the schema.
Design with(const std::string& members) {
  return designOf(R"({"schema": "hopscope.design/1", )" + members + "}");
}

const VctSwitches& vctOf(const Setup& setup) {
  return std::get<VctSwitches>(setup.switches);
}

Setup setupOf(const Design& design) {
  Compiled compiled = compile(design);
  for (const Issue& issue : compiled.issues) qWarning("%s", describe(issue).c_str());
  if (!compiled.setup) qFatal("the test's own design has errors");
  return std::move(*compiled.setup);
}

/// The id of a channel between two routers.
std::uint32_t channelBetween(const Topology& topology, RouterId a, RouterId b) {
  for (PortIndex p = 0; p < topology.radix(a); ++p)
    if (const Port& port = topology.port(a, p); !port.peer.isTerminal && port.peer.node == b)
      return topology.linkIds[port.link];
  return kNone;
}

/// Of 64 x 64 routers: 64 MB for each of the tables of its detours.
Design largeTorus() {
  Design design;
  design.settings = {{"topology.kind", std::string("torus")},
                     {"topology.dimensions", std::vector<std::int64_t>{64, 64}},
                     {"routing.algorithm", std::string("minimal_adaptive")}};
  return design;
}

/// One phase more.
void add(Design& design, const PartIds& fail, const PartIds& restore) {
  Phase phase;
  phase.at = static_cast<std::int64_t>(1000 + design.phases.size());
  phase.fail = fail;
  phase.restore = restore;
  design.phases.push_back(phase);
}

Design ofKind(const std::string& kind) {
  Design design;
  design.settings["topology.kind"] = kind;
  return design;
}

}  // namespace

class CompileTest : public QObject {
  Q_OBJECT

 private slots:
  void whatHasNoEffectIsTold_data();
  void whatHasNoEffectIsTold();
  void everyFamilyRunsByDefault_data();
  void everyFamilyRunsByDefault();
  void everyRoutingOfAFamilyFits();
  void defaultVirtualChannelsAreWhatRoutingNeeds();
  void defaultsAreDocumented();
  void unitsBecomeCyclesAndFlits();
  void lookupTimesStayFinerThanACycle();
  void everyLookupTechnologyIsRead();
  void profilesAreDefaults();
  void familyClassesFallBackToTheirKind();
  void overridesReachTheirRouters();
  void laterOverridesWin();
  void cableLatenciesAreOverridden();
  void drawnNetworksKeepIdsAndLatencies();
  void unfinishedDrawingsHaveATopology();
  void builtTopologyGivesTheSame();
  void roundingsWarn();
  void speedupsAreExactFractions();
  void equalDesignsGiveEqualSetups();
  void manyDifferentFaultsAreRefused();
  void tablesOfDetoursAreCounted();
  void routingsShareTheTablesOfDetours();
  void thresholdsChangeWithoutLoad();
};

void CompileTest::whatHasNoEffectIsTold_data() {
  QTest::addColumn<QString>("settings");
  QTest::addColumn<QString>("idle");  // the path of the one that is told; empty: none
  const auto row = [](const char* name, const char* settings, const char* idle) {
    QTest::newRow(name) << QString(settings) << QString(idle);
  };
  row("table", R"("forwarding": {"cam": {"latency": "9 ns"}})", "forwarding.cam.latency");
  row("table of some", R"("forwarding": {"cam": {"latency": "9 ns"}},
      "overrides": [{"routers": [0], "forwarding": {"lookup": "bcam"}}])",
      "");
  row("profile", R"("forwarding": {"profile": "app"})", "");
  row("pauses", R"("switch": {"pause": {"xon": 9}})", "switch.pause.xon");
  row("iterations", R"("switch": {"allocator": {"kind": "wavefront", "iterations": 2}})",
      "switch.allocator.iterations");
  row("arbiter", R"("switch": {"allocator": {"kind": "islip", "arbiter": "age"}})",
      "switch.allocator.arbiter");
  row("rounds", R"("switch": {"allocator": {"kind": "islip", "iterations": 2}})", "");
  row("channels", R"("switch": {"virtual_channels": {"global": 3}})",
      "switch.virtual_channels.global");
  row("buffers", R"("switch": {"buffers": {"global": 99}})", "switch.buffers.global");
  row("defaults", R"("switch": {"buffers": {"global": 64}, "virtual_channels": {"global": 1},
      "allocator": {"kind": "wavefront", "iterations": 1}}, "forwarding": {"cache": {"ways": 4}})",
      "");
}

void CompileTest::whatHasNoEffectIsTold() {
  QFETCH(QString, settings);
  QFETCH(QString, idle);
  Issues issues = validate(
      with(R"("topology": {"kind": "mesh", "dimensions": [4, 4]}, )" + settings.toStdString()));
  std::erase_if(issues, [](const Issue& issue) {
    return issue.text.english().find("no effect") == std::string::npos;
  });
  QCOMPARE(issues.size(), idle.isEmpty() ? std::size_t{0} : std::size_t{1});
  if (idle.isEmpty()) return;
  QCOMPARE(issues.front().severity, Severity::warning);
  QCOMPARE(issues.front().path, idle.toStdString());
}

void CompileTest::everyFamilyRunsByDefault_data() {
  QTest::addColumn<QByteArray>("kind");
  for (const Generator& generator : generators())
    QTest::newRow(generator.name.c_str()) << QByteArray::fromStdString(generator.name);
}

void CompileTest::everyFamilyRunsByDefault() {
  QFETCH(QByteArray, kind);
  const Compiled compiled = compile(ofKind(kind.toStdString()));
  QVERIFY2(compiled.issues.empty(),
           compiled.issues.empty() ? "" : describe(compiled.issues[0]).c_str());
  QVERIFY(compiled.setup.has_value());
  const Setup& setup = *compiled.setup;
  QCOMPARE(setup.linkLatency.size(), std::size_t{setup.topology->linkCount()});
  QCOMPARE(vctOf(setup).kindOf.size(), std::size_t{setup.topology->routerCount()});
  QCOMPARE(setup.lookupOf.size(), std::size_t{setup.topology->routerCount()});
  QVERIFY(setup.routing != nullptr);
  QVERIFY(setup.traffic != nullptr);
}

void CompileTest::everyRoutingOfAFamilyFits() {
  for (const Generator& generator : generators()) {
    const auto parameter = findParameter(ofKind(generator.name), "routing.algorithm");
    QVERIFY(parameter.has_value());
    const std::vector<std::string> names = routingsOf(generator.name);
    QCOMPARE(parameter->choices.size(), names.size());
    QCOMPARE(toText(parameter->fallback), names.front());
    for (const std::string& name : names) {
      Design design = ofKind(generator.name);
      design.settings["routing.algorithm"] = name;
      const Issues issues = validate(design);
      QVERIFY2(issues.empty(), issues.empty() ? "" : describe(issues[0]).c_str());
    }
  }
}

void CompileTest::defaultVirtualChannelsAreWhatRoutingNeeds() {
  const auto vcs = [](const char* kind) { return setupOf(ofKind(kind)).virtualChannels; };
  QCOMPARE(vcs("mesh").local, 1u);
  QCOMPARE(vcs("torus").local, 2u);      // a dateline per ring
  QCOMPARE(vcs("dragonfly").local, 2u);  // before and after the global channel
  QCOMPARE(vcs("dragonfly").global, 1u);
  QVERIFY(effectiveValue(ofKind("torus"), "switch.virtual_channels.local") ==
          Value{std::int64_t{2}});
}

void CompileTest::defaultsAreDocumented() {
  const Setup setup = setupOf(ofKind("mesh"));
  QCOMPARE(setup.packetFlits, 4u);
  QCOMPARE(setup.load, 0.3);
  QCOMPARE(setup.picosecondsPerCycle, 1000.0);
  QCOMPARE(setup.run.warmup, Cycle{2000});
  QCOMPARE(setup.run.measure, Cycle{10'000});
  QCOMPARE(setup.run.window, Cycle{500});
  QCOMPARE(setup.run.seed, std::uint64_t{1});
  QCOMPARE(setup.run.maxCycles, Cycle{2000 + 3 * 10'000 + 20'000});
  for (const Cycle latency : setup.linkLatency) QCOMPARE(latency, Cycle{1});
  QCOMPARE(vctOf(setup).kinds.size(), std::size_t{1});
  const SwitchSettings& settings = vctOf(setup).kinds[0];
  QCOMPARE(settings.latency, Cycle{5});
  QCOMPARE(settings.speedupNumerator, 2u);
  QCOMPARE(settings.speedupDenominator, 1u);
  QCOMPARE(settings.injectionBuffer, 256u);
  QCOMPARE(settings.localBuffer, 32u);
  QCOMPARE(settings.globalBuffer, 64u);
  QCOMPARE(settings.outputBuffer, 32u);
  QVERIFY(settings.allocator.kind == AllocatorKind::separableInputFirst);
  QCOMPARE(setup.lookups.size(), std::size_t{1});
  QVERIFY(setup.lookups[0] == LookupSettings{});
}

void CompileTest::unitsBecomeCyclesAndFlits() {
  // The same switch in cycles and flits, and in the units of Benito 2020, table 5-2: 1 GHz, 25 B.
  const Setup inUnits = setupOf(with(R"("topology": {"kind": "dragonfly"},
    "clock": {"frequency_ghz": 1.0, "flit_bytes": 25},
    "channels": {"local": {"latency": "15 ns"}, "global": {"latency": "0.15 us"}},
    "switch": {"latency": "90 ns", "buffers": {"injection": "126 KB", "local": "18 KB",
               "global": "45 KB", "output": "15750 B"}},
    "traffic": {"packet_flits": "250 B"}, "run": {"warmup": "60 us"})"));
  QCOMPARE(vctOf(inUnits).kinds[0].latency, Cycle{90});
  QCOMPARE(vctOf(inUnits).kinds[0].injectionBuffer, 5040u);
  QCOMPARE(vctOf(inUnits).kinds[0].localBuffer, 720u);
  QCOMPARE(vctOf(inUnits).kinds[0].globalBuffer, 1800u);
  QCOMPARE(vctOf(inUnits).kinds[0].outputBuffer, 630u);
  QCOMPARE(inUnits.packetFlits, 10u);
  QCOMPARE(inUnits.run.warmup, Cycle{60'000});
  const Topology& topology = *inUnits.topology;
  for (LinkId link = 0; link < topology.linkCount(); ++link)
    QCOMPARE(inUnits.linkLatency[link], Cycle{topology.kindOf(link) == LinkKind::terminal ? 1
                                              : topology.kindOf(link) == LinkKind::local  ? 15
                                                                                          : 150});
  const Setup faster = setupOf(with(R"("topology": {"kind": "mesh"},
    "clock": {"frequency_ghz": 2}, "switch": {"latency": "90 ns"})"));
  QCOMPARE(vctOf(faster).kinds[0].latency, Cycle{180});
  QCOMPARE(faster.picosecondsPerCycle, 500.0);
}

void CompileTest::lookupTimesStayFinerThanACycle() {
  const Setup setup = setupOf(with(R"("topology": {"kind": "mesh"},
    "forwarding": {"lookup": "cache", "cam": {"latency": "25.5 ns", "scope": "port"},
      "cache": {"entries": 64, "ways": 8, "replacement": "random", "hash": {"kind": "modulo"},
                "latency": "0.41 ns", "interval": 2, "mshr": 7}})"));
  const LookupSettings& lookup = setup.lookups[0];
  QVERIFY(lookup.kind == LookupKind::cache);
  QCOMPARE(lookup.camLatency, Picoseconds{25'500});
  QCOMPARE(lookup.camInterval, Picoseconds{25'500});  // as the latency, where it isn't given
  QVERIFY(lookup.camPerPort);
  QCOMPARE(lookup.cache.entries, 64u);
  QCOMPARE(lookup.cache.ways, 8u);
  QVERIFY(lookup.cache.replacement == Replacement::random);
  QVERIFY(lookup.cache.hash == HashKind::modulo);
  QCOMPARE(lookup.cache.latency, Picoseconds{410});
  QCOMPARE(lookup.cache.interval, Picoseconds{2000});
  QCOMPARE(lookup.cache.mshr, 7u);
  for (const char* kind : {"bcam", "tcam"}) {
    Design design = ofKind("mesh");
    design.settings["forwarding.lookup"] = std::string(kind);
    QVERIFY(setupOf(design).lookups[0].kind == LookupKind::cam);
  }
}

void CompileTest::everyLookupTechnologyIsRead() {
  const LookupSettings lookup = setupOf(with(R"("topology": {"kind": "mesh"},
    "forwarding": {"lookup": "cache", "warmup": "alltoall",
      "cam": {"banks": 6, "energy_nj": 40, "static_mw": 30},
      "cache": {"replacement": "lfu", "hash": "crc32", "lanes": 4, "energy_nj": 0.05},
      "l2": {"entries": 4096, "latency": "2 ns", "static_mw": 60}})"))
                                    .lookups[0];
  QVERIFY(lookup.kind == LookupKind::cache);
  QVERIFY(lookup.warmUp);
  QCOMPARE(lookup.camBanks, 6u);
  QCOMPARE(lookup.cache.lanes, 4u);
  QVERIFY(lookup.cache.replacement == Replacement::lfu);
  QVERIFY(lookup.cache.hash == HashKind::crc32);
  QCOMPARE(lookup.shared.entries, 4096u);
  QCOMPARE(lookup.shared.ways, 8u);
  QCOMPARE(lookup.shared.latency, Picoseconds{2000});
  QCOMPARE(lookup.shared.interval, Picoseconds{2000});  // as the latency
  QCOMPARE(lookup.energy.cam, 40.0);
  QCOMPARE(lookup.energy.camStatic, 30.0);
  QCOMPARE(lookup.energy.cache, 0.05);
  QCOMPARE(lookup.energy.sharedStatic, 60.0);
  const LookupSettings dram = setupOf(with(R"("topology": {"kind": "mesh"},
    "forwarding": {"lookup": "dram", "dram": {"read": "60 ns"}})"))
                                  .lookups[0];
  QVERIFY(dram.kind == LookupKind::dram);
  QCOMPARE(dram.dramRead, Picoseconds{60'000});
  // A binary CAM takes half as much, also where an override makes it one.
  QCOMPARE(setupOf(with(R"("topology": {"kind": "mesh"}, "forwarding": {"lookup": "bcam"})"))
               .lookups[0]
               .energy.cam,
           21.0);
  const Setup mixed = setupOf(with(R"("topology": {"kind": "mesh"},
    "forwarding": {"lookup": "tcam"},
    "overrides": [{"routers": [5], "forwarding": {"lookup": "bcam"}}])"));
  QCOMPARE(mixed.lookups[mixed.lookupOf[4]].energy.cam, 42.0);
  QCOMPARE(mixed.lookups[mixed.lookupOf[5]].energy.cam, 21.0);
  QCOMPARE(compile(with(R"("topology": {"kind": "mesh", "dimensions": [4, 4]},
    "forwarding": {"lookup": "tcam", "cam": {"entries": 15}})"))
               .issues.front()
               .path,
           std::string("forwarding.cam.entries"));
}

/// Hirasawa 2022: conventional, hit and miss of each study; what a design says itself wins.
void CompileTest::profilesAreDefaults() {
  struct Expected {
    const char* name;
    Picoseconds conventional, hit;
    Cycle other;
  };
  for (const Expected& e : {Expected{"none", 25'000, 1'000, 5},
                            {"app", 10'000, 1'000, 50},
                            {"offchip", 25'000, 1'000, 5},
                            {"real", 25'000, 400, 5},
                            {"zeroload", 25'000, 2'000, 75}}) {
    Design design = ofKind("mesh");
    design.settings["forwarding.profile"] = std::string(e.name);
    const Setup setup = setupOf(design);
    const LookupSettings& lookup = setup.lookups[0];
    QCOMPARE(lookup.camLatency, e.conventional);
    QCOMPARE(lookup.camInterval, e.conventional);
    QCOMPARE(lookup.cache.latency, e.hit);
    QCOMPARE(vctOf(setup).kinds[0].latency, e.other);
    QCOMPARE(lookup.cache.entries, std::string(e.name) == "real" ? 512u : 2048u);
    QCOMPARE(lookup.shared.entries, std::string(e.name) == "real" ? 8192u : 0u);
    design.settings["forwarding.cam.latency"] = std::string("7 ns");
    design.settings["switch.latency"] = std::int64_t{9};
    QCOMPARE(setupOf(design).lookups[0].camLatency, Picoseconds{7'000});
    QCOMPARE(setupOf(design).lookups[0].camInterval, Picoseconds{7'000});
    QCOMPARE(vctOf(setupOf(design)).kinds[0].latency, Cycle{9});
  }
}

void CompileTest::familyClassesFallBackToTheirKind() {
  const Setup setup = setupOf(with(R"("topology": {"kind": "mesh", "dimensions": [3, 3]},
    "channels": {"local": {"latency": 7}, "dimension_1": {"latency": 9}})"));
  const Topology& topology = *setup.topology;
  int seen = 0;
  for (LinkId link = 0; link < topology.linkCount(); ++link) {
    const std::string& name = topology.classOf(link).name;
    QCOMPARE(setup.linkLatency[link], Cycle{name == "terminal"      ? 1
                                            : name == "dimension_0" ? 7
                                                                    : 9});
    seen |= name == "dimension_0" ? 1 : name == "dimension_1" ? 2 : 0;
  }
  QCOMPARE(seen, 3);
}

void CompileTest::overridesReachTheirRouters() {
  const Setup setup = setupOf(with(R"("topology": {"kind": "mesh", "dimensions": [4, 4]},
    "overrides": [
      {"routers": [3, 5], "switch": {"buffers": {"local": 64}, "allocator": "islip"}},
      {"routers": [5], "forwarding": {"lookup": "bcam", "cam": {"latency": "10 ns"}}}])"));
  QCOMPARE(vctOf(setup).kinds.size(), std::size_t{2});
  QCOMPARE(setup.lookups.size(), std::size_t{2});
  for (RouterId router = 0; router < 16; ++router) {
    const SwitchSettings& settings = vctOf(setup).of(router);
    const bool special = router == 3 || router == 5;
    QCOMPARE(settings.localBuffer, special ? 64u : 32u);
    QVERIFY(settings.allocator.kind ==
            (special ? AllocatorKind::islip : AllocatorKind::separableInputFirst));
    QCOMPARE(settings.injectionBuffer, 256u);
    const LookupSettings& lookup = setup.lookups[setup.lookupOf[router]];
    QVERIFY(lookup.kind == (router == 5 ? LookupKind::cam : LookupKind::algorithm));
    QCOMPARE(lookup.camLatency, Picoseconds{router == 5 ? 10'000 : 25'000});
    QCOMPARE(lookup.camInterval, Picoseconds{router == 5 ? 10'000 : 25'000});
  }
}

void CompileTest::laterOverridesWin() {
  const Setup setup = setupOf(with(R"("topology": {"kind": "mesh", "dimensions": [4, 4]},
    "overrides": [{"routers": [1, 2], "switch": {"latency": 7}},
                  {"routers": [2, 3], "switch": {"latency": 9}}])"));
  const auto latency = [&](RouterId router) { return vctOf(setup).of(router).latency; };
  QCOMPARE(latency(0), Cycle{5});
  QCOMPARE(latency(1), Cycle{7});
  QCOMPARE(latency(2), Cycle{9});
  QCOMPARE(latency(3), Cycle{9});
  QCOMPARE(vctOf(setup).kindOf[2], vctOf(setup).kindOf[3]);  // equal overrides share their settings
}

void CompileTest::cableLatenciesAreOverridden() {
  const Setup setup = setupOf(with(R"("topology": {"kind": "mesh", "dimensions": [4, 4]},
    "overrides": [{"channels": [17, 20], "latency": "30 ns"}, {"channels": [0], "latency": 0}])"));
  for (LinkId link = 0; link < setup.linkLatency.size(); ++link)
    QCOMPARE(setup.linkLatency[link], Cycle{link == 17 || link == 20 ? 30 : link == 0 ? 0 : 1});
}

void CompileTest::drawnNetworksKeepIdsAndLatencies() {
  const Setup setup = setupOf(with(R"("topology": {"kind": "custom",
      "routers": [{"id": 30, "label": "A"}, 10, 20],
      "terminals": [{"id": 5, "router": 10}, {"id": 9, "router": 20}, {"id": 7, "router": 30}],
      "channels": [{"id": 100, "from": 30, "to": 10, "latency": 12},
                   {"id": 40, "from": 10, "to": 20, "class": "global"}]},
    "channels": {"local": {"latency": 3}, "global": {"latency": 50}},
    "overrides": [{"channels": [40], "latency": 60}, {"routers": [20], "switch": {"latency": 8}}])"));
  const Topology& topology = *setup.topology;
  QVERIFY((topology.routerIds == std::vector<std::uint32_t>{30, 10, 20}));
  QVERIFY((topology.terminalIds == std::vector<std::uint32_t>{5, 9, 7}));
  QVERIFY((topology.linkIds == std::vector<std::uint32_t>{kNone, kNone, kNone, 100, 40}));
  QCOMPARE(topology.terminals[0].router, RouterId{1});
  QCOMPARE(topology.terminals[2].router, RouterId{0});
  QVERIFY(topology.kindOf(3) == LinkKind::local);
  QVERIFY(topology.kindOf(4) == LinkKind::global);
  QVERIFY((setup.linkLatency == std::vector<Cycle>{1, 1, 1, 12, 60}));
  QCOMPARE(vctOf(setup).of(2).latency, Cycle{8});
  QCOMPARE(vctOf(setup).of(0).latency, Cycle{5});
}

void CompileTest::unfinishedDrawingsHaveATopology() {
  Design design;  // as the canvas starts: drawn, nothing there
  Issues issues;
  QVERIFY(buildTopology(design, issues) != nullptr);
  QVERIFY(issues.empty());
  QVERIFY(hasErrors(validate(design)));
  design.drawn.routers = {{1, ""}, {2, ""}};
  design.drawn.terminals = {{1, 1}, {2, 2}};
  QVERIFY(buildTopology(design, issues) != nullptr);
  QVERIFY(issues.empty());
  QVERIFY(hasErrors(validate(design)));  // not connected
  QVERIFY(!compile(design).setup.has_value());
  design.drawn.links.push_back({0, 1, 2, "local", {}});
  QVERIFY(validate(design).empty());
}

void CompileTest::builtTopologyGivesTheSame() {
  for (const Generator& generator : generators()) {
    Design design = ofKind(generator.name);
    design.settings["run.max_cycles"] = std::int64_t{1};  // one error
    Issues issues;
    const auto topology = buildTopology(design, issues);
    QVERIFY(topology != nullptr);
    QVERIFY(validate(design) == validate(design, topology));
    QVERIFY(hasErrors(validate(design)));
    design.settings.erase("run.max_cycles");
    const Compiled compiled = compile(design, topology);
    QVERIFY(compiled.setup.has_value());
    QVERIFY(compiled.setup->topology == topology);
  }
}

void CompileTest::roundingsWarn() {
  const Compiled compiled =
      compile(with(R"("topology": {"kind": "mesh"}, "switch": {"latency": "2.5 ns"})"));
  QVERIFY(compiled.setup.has_value());
  QCOMPARE(vctOf(*compiled.setup).kinds[0].latency, Cycle{3});
  QCOMPARE(compiled.issues.size(), std::size_t{1});
  QVERIFY(compiled.issues[0].severity == Severity::warning);
  QCOMPARE(compiled.issues[0].path, std::string("switch.latency"));
}

void CompileTest::speedupsAreExactFractions() {
  using Fraction = std::pair<std::uint32_t, std::uint32_t>;
  QVERIFY((asFraction(1) == Fraction{1, 1}));
  QVERIFY((asFraction(1.5) == Fraction{3, 2}));
  QVERIFY((asFraction(2) == Fraction{2, 1}));
  QVERIFY((asFraction(1.25) == Fraction{5, 4}));
  QVERIFY((asFraction(4.0 / 3) == Fraction{4, 3}));
  QVERIFY((asFraction(1 + 1.0 / 64) == Fraction{65, 64}));
}

void CompileTest::equalDesignsGiveEqualSetups() {
  const Design design = with(R"("topology": {"kind": "dragonfly"},
    "overrides": [{"routers": [3, 5], "switch": {"latency": 7}}])");
  const Setup a = setupOf(design);
  const Setup b = setupOf(design);
  QVERIFY(a.linkLatency == b.linkLatency);
  QVERIFY(a.switches == b.switches);
  QVERIFY(a.lookupOf == b.lookupOf);
  QVERIFY(a.topology->links == b.topology->links);
}

/// Each set of faults has tables of its own, and not all fit into a machine's memory.
void CompileTest::manyDifferentFaultsAreRefused() {
  Design design = largeTorus();
  Issues none;
  const auto topology = buildTopology(design, none);
  const auto channel = [&](RouterId i) {
    return channelBetween(*topology, 650 + 64 * i, 651 + 64 * i);
  };
  for (std::uint32_t i = 0; i < 17; ++i) add(design, {{channel(i)}, {}}, {});
  const Issues issues = validate(design);
  QVERIFY(hasErrors(issues));
  QCOMPARE(issues.front().path, std::string("phases[16]"));
  design.phases.pop_back();
  QVERIFY(!hasErrors(validate(design)));
  // The same parts again have the same tables.
  const PartIds last = {{channel(15)}, {}};
  for (int i = 0; i < 2; ++i) {
    add(design, {}, last);
    add(design, last, {});
  }
  QVERIFY(!hasErrors(validate(design)));
}

/// Packets on detours keep to an order of the routers; the same faults in another order have tables
/// of their own, another routing has not.
void CompileTest::tablesOfDetoursAreCounted() {
  Design design = largeTorus();
  Issues none;
  const auto topology = buildTopology(design, none);
  const auto channels = [&](std::initializer_list<std::pair<RouterId, RouterId>> ends) {
    PartIds parts;
    for (const auto& [a, b] : ends) parts.channels.push_back(channelBetween(*topology, a, b));
    return parts;
  };
  const auto eightInTurn = [&] {
    for (RouterId r = 650; r < 658; ++r) {
      add(design, channels({{r, r + 1}}), {});
      add(design, {}, channels({{r, r + 1}}));
    }
  };
  // Eight sets of faults, and none: nine tables.
  eightInTurn();
  QVERIFY(!hasErrors(validate(design)));
  for (std::int64_t i = 0; i < 20; ++i) {
    Phase phase;
    phase.at = 2000 + i;
    phase.set["routing.algorithm"] =
        std::string(i % 2 == 0 ? "dimension_order" : "minimal_adaptive");
    design.phases.push_back(phase);
  }
  QVERIFY(!hasErrors(validate(design)));
  design.phases.resize(16);
  // A router without its ways up has the order changed: all of them once more.
  add(design, channels({{65, 1}, {65, 64}}), {});
  add(design, {}, channels({{65, 1}, {65, 64}}));
  QVERIFY(!hasErrors(validate(design)));
  eightInTurn();
  const Issues issues = validate(design);
  QVERIFY(hasErrors(issues));
  QCOMPARE(issues.front().path, std::string("phases[28]"));
}

/// A routing that adapts gets other thresholds where nothing is sent, or by beginning anew.
void CompileTest::thresholdsChangeWithoutLoad() {
  const auto design = [](const char* phases) {
    return with(R"("topology": {"kind": "dragonfly", "p": 2, "a": 4, "h": 2},
      "switch": {"virtual_channels": {"local": 4, "global": 2}},
      "routing": {"algorithm": "acor"}, "phases": )" +
                std::string(phases));
  };
  const char* const allowed[] = {
      R"([{"at": 1000, "set": {"traffic.load": 0}},
          {"at": 2000, "set": {"routing.increase": [20, 500], "traffic.load": 0.2}}])",
      R"([{"at": 1000, "set": {"routing.increase": "auto"}}])",
      R"([{"at": 1000, "set": {"routing.algorithm": "pb_acor", "routing.increase": [20, 50]}}])"};
  for (const char* phases : allowed) QVERIFY2(!hasErrors(validate(design(phases))), phases);
  QVERIFY(hasErrors(validate(design(R"([{"at": 1000, "set": {"routing.increase": [20, 500]}}])"))));
  // The same algorithm named again gives up what the design says of it.
  Design given = design(R"([{"at": 1000, "set": {"routing.algorithm": "acor"}}])");
  QVERIFY(!hasErrors(validate(given)));
  given.settings["routing.increase"] = std::vector<std::int64_t>{20, 500};
  const Issues issues = validate(given);
  QVERIFY(hasErrors(issues));
  QCOMPARE(issues.front().path, std::string("phases[0].set.routing.algorithm"));
}

/// Other routings in force while parts are down find their detours in the same tables.
void CompileTest::routingsShareTheTablesOfDetours() {
  const Setup setup = setupOf(with(R"("topology": {"kind": "torus", "dimensions": [4, 4]},
    "routing": {"algorithm": "minimal_adaptive"},
    "phases": [{"at": 1000, "fail": {"channels": [20]}},
               {"at": 2000, "set": {"routing": {"algorithm": "dimension_order"}}},
               {"at": 3000, "set": {"routing": {"algorithm": "minimal_adaptive"}}}])"));
  std::vector<const routings::UpDownTables*> tables;
  for (const TrafficPhase& phase : setup.phases)
    tables.push_back(dynamic_cast<const FaultDetour&>(*phase.routing).tables());
  QVERIFY(tables[0] != nullptr);
  QVERIFY(tables[1] == tables[0] && tables[2] == tables[0]);
}

}  // namespace hopscope

using hopscope::CompileTest;
HOPSCOPE_TEST(CompileTest)
#include "compile_test.moc"
