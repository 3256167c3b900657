// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/network_exchange.h"

#include <QTest>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/design/link_bandwidths.h"
#include "engine/design/part_name_rules.h"
#include "engine/simulation/energy_meter.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// Networks on their way between designs and files of other programs.
class NetworkExchangeTest : public QObject {
  Q_OBJECT

 private slots:
  void importedKindBecomesDrawn();
  void importedKindIsRefusedInWords_data();
  void importedKindIsRefusedInWords();
  void commonLatenciesBelongToTheClass();
  void terminalsShareOneLatency();
  void latenciesInForceAreExported();
  void exportAndImportKeepTheNetwork();
  void exportAndImportKeepWhatCablesCarry();
  void exportAndImportKeepTheEnergy();
  void namesTravel();
  void otherProgramsLabelsBecomeNames();
  void theLongestLatencyIsTheSettings();
};

static ParsedDesign parsedTopology(const std::string& topology, const std::string& rest = "") {
  return parseDesign(R"({"schema": "hopscope.design/1", "topology": )" + topology + rest + "}");
}

void NetworkExchangeTest::importedKindBecomesDrawn() {
  const ParsedDesign parsed = parsedTopology(
      R"({"kind": "import", "format": "anynet", "text": "router 0 node 0 3 router 5 9\nnode 1 router 5 3\nrouter 5 router 0 9"})",
      R"(, "layout": {"positions": {"5": [1, 2]}}, "channels": {"terminal": {"latency": 8}})");
  QVERIFY2(parsed.issues.empty(),
           parsed.issues.empty() ? "" : parsed.issues[0].text.english().c_str());
  const Design& design = parsed.design;
  QVERIFY(design.settings.at("topology.kind") == Value(std::string("custom")));
  QCOMPARE(design.drawn.routers.size(), std::size_t{2});
  QCOMPARE(design.drawn.routers[1].id, 5u);
  QVERIFY(design.settings.at("channels.local.latency") == Value(std::int64_t{9}));
  // What the design says itself wins.
  QVERIFY(design.settings.at("channels.terminal.latency") == Value(std::int64_t{8}));
  QVERIFY(design.layout.routers.at(5) == (Point{1, 2}));
  QVERIFY(parseDesign(writeDesign(design)).design == design);
  QVERIFY(compile(design).setup.has_value());

  const ParsedDesign guessed =
      parsedTopology(R"({"kind": "import", "text": "graph { a [x=3 y=4 kind=router] }"})");
  QCOMPARE(guessed.design.drawn.routers.size(), std::size_t{1});
  QVERIFY(guessed.design.layout.routers.at(0) == (Point{3, 4}));
}

void NetworkExchangeTest::importedKindIsRefusedInWords_data() {
  QTest::addColumn<QString>("topology");
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("says");
  const auto row = [](const char* name, const char* members, const char* path, const char* says) {
    QTest::newRow(name) << QStringLiteral("{\"kind\": \"import\"%1}").arg(QString(members))
                        << QString(path) << QString(says);
  };
  row("no text", "", "topology", "\"text\" is missing");
  row("text is a number", ", \"text\": 5", "topology.text", "Text is needed");
  row("format", ", \"text\": \"\", \"format\": \"dott\"", "topology.format", "no format \"dott\"");
  row("unknown key", ", \"text\": \"\", \"h\": 2", "topology.h", "no \"h\" here");
  row("no format", ", \"text\": \"hello\"", "topology.format", "none of the formats");
  row("broken", R"(, "text": "graph {\n a -> b }")", "topology.text, line 2", "has no \"->\"");
}

void NetworkExchangeTest::importedKindIsRefusedInWords() {
  QFETCH(QString, topology);
  QFETCH(QString, path);
  QFETCH(QString, says);
  const ParsedDesign parsed = parsedTopology(topology.toStdString());
  QVERIFY(hasErrors(parsed.issues));
  QCOMPARE(QString::fromStdString(parsed.issues[0].path), path);
  QVERIFY2(QString::fromStdString(parsed.issues[0].text).contains(says),
           parsed.issues[0].text.english().c_str());
}

void NetworkExchangeTest::commonLatenciesBelongToTheClass() {
  NetworkFile file;
  for (std::uint32_t r = 0; r < 4; ++r) file.routers.push_back({r, {}, {}});
  file.links = {
      {10, 0, 1, false, 5}, {11, 1, 2, false, 5}, {12, 2, 3, false, {}}, {13, 3, 0, true, 100}};
  Issues issues;
  const Design design = importedDesign(file, issues);
  QVERIFY(issues.empty());
  QVERIFY(design.settings.at("channels.local.latency") == Value(std::int64_t{5}));
  QVERIFY(design.settings.at("channels.global.latency") == Value(std::int64_t{100}));
  QVERIFY(!design.drawn.links[0].latency.has_value());
  QCOMPARE(design.drawn.links[2].latency.value(), std::int64_t{1});  // absent means 1
  QVERIFY(!design.drawn.links[3].latency.has_value());
  QCOMPARE(design.drawn.links[3].linkClass, std::string("global"));
}

void NetworkExchangeTest::terminalsShareOneLatency() {
  NetworkFile file;
  file.routers = {{0, {}, {}}};
  file.terminals = {{0, 0, 2, {}}, {1, 0, 2, {}}, {2, 0, 9, {}}};
  Issues issues;
  const Design design = importedDesign(file, issues);
  QVERIFY(design.settings.at("channels.terminal.latency") == Value(std::int64_t{2}));
  QCOMPARE(issues.size(), std::size_t{1});
  QVERIFY(issues[0].severity == Severity::warning);
  QVERIFY(issues[0].remedy.english().find("2 cycles") != std::string::npos);
}

/// Of a class, in other units, of a drawn link, of an override.
void NetworkExchangeTest::latenciesInForceAreExported() {
  Design design;
  design.settings["topology.kind"] = std::string("dragonfly");
  design.settings["channels.global.latency"] = std::string("150 ns");
  design.settings["channels.terminal.latency"] = std::int64_t{3};
  design.settings["clock.frequency_ghz"] = 2.0;
  Issues issues;
  auto topology = buildTopology(design, issues);
  NetworkFile file = exportedNetwork(design, *topology, {});
  QCOMPARE(file.terminals[0].latency.value(), std::int64_t{3});
  for (const auto& link : file.links)
    QCOMPARE(link.latency.value(), std::int64_t{link.global ? 300 : 1});
  QVERIFY(!file.routers[0].place.has_value());

  design = {};
  design.drawn.routers = {{1, "a"}, {2, ""}};
  design.drawn.terminals = {{1, 1}, {2, 2}};
  design.drawn.links = {{7, 1, 2, "local", 6}, {8, 1, 2, "local", {}}, {9, 1, 2, "local", 6}};
  design.overrides.push_back({{}, {9}, {{"latency", std::int64_t{20}}}});
  topology = buildTopology(design, issues);
  file = exportedNetwork(design, *topology, place(*topology));
  QCOMPARE(file.links[0].latency.value(), std::int64_t{6});
  QCOMPARE(file.links[1].latency.value(), std::int64_t{1});
  QCOMPARE(file.links[2].latency.value(), std::int64_t{20});
  QCOMPARE(file.routers[0].label, std::string("a"));
  QVERIFY(file.routers[0].place.has_value());
  QVERIFY(issues.empty());
}

void NetworkExchangeTest::namesTravel() {
  Design design;
  design.drawn.routers = {{1, "rack 12"}, {2, ""}};
  design.drawn.terminals = {{1, 1}, {2, 2, "db “main”"}};
  design.drawn.links = {{7, 1, 2, "local", {}}};
  Issues issues;
  const auto topology = buildTopology(design, issues);
  const NetworkFile file = exportedNetwork(design, *topology, place(*topology));
  for (const NetworkFormat format : {NetworkFormat::graphml, NetworkFormat::dot}) {
    const ReadNetwork read = readNetwork(writeNetwork(file, format).text, format);
    const Design imported = importedDesign(read.network, issues);
    QVERIFY(imported.drawn.routers == design.drawn.routers);
    QVERIFY(imported.drawn.terminals == design.drawn.terminals);
  }
  QVERIFY(issues.empty());
}

void NetworkExchangeTest::otherProgramsLabelsBecomeNames() {
  NetworkFile file;
  file.routers = {{0, "two\nlines", {}}, {1, std::string(90, 'x'), {}}, {2, "fine", {}}};
  file.terminals = {{0, 0, {}, {}, " spaces "}};
  Issues issues;
  const Design design = importedDesign(file, issues);
  QCOMPARE(design.drawn.routers[0].label, std::string("two lines"));
  QCOMPARE(design.drawn.routers[1].label, std::string(80, 'x'));
  QCOMPARE(design.drawn.routers[2].label, std::string("fine"));
  QCOMPARE(design.drawn.terminals[0].label, std::string("spaces"));
  QCOMPARE(issues.size(), std::size_t{1});
  QVERIFY(issues[0].severity == Severity::warning);
  QVERIFY(issues[0].text.english().rfind("3 labels", 0) == 0);
  QVERIFY(checkNames(design.drawn).empty());
}

void NetworkExchangeTest::exportAndImportKeepTheNetwork() {
  Design design;
  design.name = "Torus";
  design.settings["topology.kind"] = std::string("torus");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{4, 3};
  design.settings["channels.dimension_1.latency"] = std::int64_t{30};
  Issues issues;
  const auto topology = buildTopology(design, issues);
  const NetworkFile file = exportedNetwork(design, *topology, place(*topology));
  const Design imported = importedDesign(file, issues);
  const auto again = buildTopology(imported, issues);
  QVERIFY(issues.empty());
  QVERIFY(exportedNetwork(imported, *again, place(*topology)) == file);
}

/// Of a class, of an override, of a drawn link; anynet has no words for it, and says so.
void NetworkExchangeTest::exportAndImportKeepWhatCablesCarry() {
  Design design;
  design.settings["topology.kind"] = std::string("dragonfly");
  design.settings["channels.global.bandwidth"] = 1.0 / 3;
  design.settings["channels.terminal.bandwidth"] = 0.5;
  Issues issues;
  auto topology = buildTopology(design, issues);
  LinkId local = 0;
  while (topology->links[local].a.isTerminal || topology->kindOf(local) == LinkKind::global)
    ++local;
  design.overrides.push_back({{}, {topology->linkIds[local]}, {{"bandwidth", 0.25}}});
  const std::vector<LinkRate> rates = bandwidthsOf(design, *topology);
  const NetworkFile file = exportedNetwork(design, *topology, place(*topology));
  for (const NetworkFormat format : {NetworkFormat::graphml, NetworkFormat::dot}) {
    const WrittenNetwork written = writeNetwork(file, format);
    QVERIFY(written.issues.empty());
    const Design imported = importedDesign(readNetwork(written.text, format).network, issues);
    const auto again = buildTopology(imported, issues);
    QVERIFY(bandwidthsOf(imported, *again) == rates);
    QVERIFY(imported.settings.at("channels.global.bandwidth") == Value(1.0 / 3));
    QVERIFY(compile(imported).setup.has_value());
    QVERIFY(exportedNetwork(imported, *again, place(*topology)).links == file.links);
  }
  QVERIFY(issues.empty());
  const WrittenNetwork anynet = writeNetwork(file, NetworkFormat::anynet);
  QVERIFY(!anynet.issues.empty());
  QVERIFY(anynet.issues.back().text.english().find("cables carry less") != std::string::npos);
}

/// What a port takes depends on the links there are, not on the classes that one could draw.
void NetworkExchangeTest::exportAndImportKeepTheEnergy() {
  Design design;
  design.settings["topology.kind"] = std::string("torus");
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{4, 4};
  Issues issues;
  const auto topology = buildTopology(design, issues);
  const Design imported = importedDesign(exportedNetwork(design, *topology, {}), issues);
  const auto portsEnergy = [](const Design& of) {
    return EnergyMeter(*compile(of).setup).of(0, 0, 0, 0, 1000).links;
  };
  QVERIFY(portsEnergy(design) > 0);
  QCOMPARE(portsEnergy(imported), portsEnergy(design));
}

/// A file may say what a setting may.
void NetworkExchangeTest::theLongestLatencyIsTheSettings() {
  QCOMPARE(findParameter(Design{}, "channels.local.latency")->maximum,
           static_cast<double>(kMaxFileLatency));
}

}  // namespace hopscope

using hopscope::NetworkExchangeTest;
HOPSCOPE_TEST(NetworkExchangeTest)
#include "network_exchange_test.moc"
