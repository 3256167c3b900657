// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/design_json.h"

#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/core/fingerprint.h"
#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/sections.h"
#include "engine/design/switch_models.h"
#include "tests/support/test_main.h"

namespace hopscope {

namespace {

Design read(const std::string& members) {
  const ParsedDesign parsed = parseDesign(R"({"schema": "hopscope.design/1", )" + members + "}");
  for (const Issue& issue : parsed.issues) qWarning("%s", describe(issue).c_str());
  if (hasErrors(parsed.issues)) qFatal("the test's own document has errors");
  return parsed.design;
}

Value text(const char* value) {
  return std::string(value);
}
Value whole(std::int64_t value) {
  return value;
}

}  // namespace

class DesignJsonTest : public QObject {
  Q_OBJECT

 private slots:
  void readsEverySection();
  void choicesAreNamesOrObjects();
  void wholeNumbersMayHaveAPoint();
  void classesWithoutChannelsWarn();
  void drawnPartsMayBeShort();
  void collapsedGroupsRoundTrip();
  void notesAndBendsRoundTrip();
  void writesWhatIsExplicit();
  void writesWhatIsInForce();
  void undeclaredSettingsAreNotLost();
  void hashIgnoresNameAndLayout();
  void hashOfADrawingIsThatOfItsDocument();
  void hashSeesWhatMatters();
  void hashSurvivesTheFile();
  void textsSetInAnyOrder();
  void textSetsNaturally();
  void textDropsWhatBelongedElsewhere();
  void textIsChecked();
  void everySettingIsDescribed();
};

void DesignJsonTest::readsEverySection() {
  const Design design = read(R"("name": "Dragonfly h=6",
    "topology": {"kind": "dragonfly", "p": 6, "a": 12, "h": 6, "arrangement": "palmtree"},
    "clock": {"frequency_ghz": 1.0, "flit_bytes": 25},
    "channels": {"terminal": {"latency": 1}, "local": {"latency": 15}, "global": {"latency": 150}},
    "switch": {"model": "vct", "latency": "90 ns", "speedup": 1.5,
               "virtual_channels": {"local": 4, "global": 2},
               "buffers": {"injection": 5040, "local": 720, "global": 1800, "output": 630},
               "allocator": {"kind": "islip", "arbiter": "round_robin", "iterations": 3}},
    "forwarding": {"lookup": "algorithm"},
    "routing": {"algorithm": "minimal"},
    "traffic": {"pattern": "uniform", "load": 0.5, "packet_flits": 10, "include_self": true,
                "process": "bernoulli"},
    "run": {"warmup": 60000, "measure": 60000, "seed": 1},
    "overrides": [{"routers": [3, 4], "switch": {"latency": 7}, "forwarding": {}},
                  {"channels": [17], "latency": 30}],
    "phases": [],
    "layout": {"positions": {"3": [10, 20.5]}, "bends": {}, "notes": [], "collapsed": []})");
  QCOMPARE(design.name, std::string("Dragonfly h=6"));
  const auto& s = design.settings;
  QVERIFY(s.at("topology.kind") == text("dragonfly"));
  QVERIFY(s.at("topology.h") == whole(6));
  QVERIFY(s.at("clock.frequency_ghz") == Value{1.0});
  QVERIFY(s.at("channels.global.latency") == whole(150));
  QVERIFY(s.at("switch.latency") == text("90 ns"));
  QVERIFY(s.at("switch.speedup") == Value{1.5});
  QVERIFY(s.at("switch.virtual_channels.local") == whole(4));
  QVERIFY(s.at("switch.buffers.output") == whole(630));
  QVERIFY(s.at("switch.allocator.kind") == text("islip"));
  QVERIFY(s.at("switch.allocator.iterations") == whole(3));
  QVERIFY(s.at("traffic.load") == Value{0.5});
  QVERIFY(s.at("traffic.include_self") == Value{true});
  QVERIFY(s.at("run.seed") == whole(1));
  QCOMPARE(design.overrides.size(), std::size_t{2});
  QVERIFY((design.overrides[0].routers == std::vector<std::uint32_t>{3, 4}));
  QVERIFY((design.overrides[0].values == Values{{"switch.latency", whole(7)}}));
  QVERIFY((design.overrides[1].channels == std::vector<std::uint32_t>{17}));
  QVERIFY((design.overrides[1].values == Values{{"latency", whole(30)}}));
  QVERIFY(design.layout.routers.at(3) == (Point{10, 20.5}));
  QVERIFY(validate(design).empty());
}

void DesignJsonTest::choicesAreNamesOrObjects() {
  const char* forms[] = {
      R"("traffic": {"pattern": "adversarial", "offset": 2}, "switch": {"allocator": "islip"})",
      R"("traffic": {"pattern": {"kind": "adversarial", "offset": 2}},
         "switch": {"allocator": {"kind": "islip"}})"};
  for (const char* form : forms) {
    const Design design = read(std::string(R"("topology": {"kind": "dragonfly"}, )") + form);
    QVERIFY(design.settings.at("traffic.pattern") == text("adversarial"));
    QVERIFY(design.settings.at("traffic.offset") == whole(2));
    QVERIFY(design.settings.at("switch.allocator.kind") == text("islip"));
    QCOMPARE(design.settings.size(), std::size_t{4});
  }
  const Design routed = read(R"("topology": {"kind": {"kind": "mesh"}},
    "routing": {"algorithm": {"kind": "dimension_order"}})");
  QVERIFY(routed.settings.at("topology.kind") == text("mesh"));
  QVERIFY(routed.settings.at("routing.algorithm") == text("dimension_order"));
}

void DesignJsonTest::wholeNumbersMayHaveAPoint() {
  const Design design = read(R"("topology": {"kind": "mesh", "dimensions": [4.0, 8]},
    "run": {"measure": 1e4})");
  QVERIFY(design.settings.at("run.measure") == whole(10'000));
  QVERIFY((design.settings.at("topology.dimensions") == Value{std::vector<std::int64_t>{4, 8}}));
}

void DesignJsonTest::classesWithoutChannelsWarn() {
  const Design design =
      read(R"("topology": {"kind": "mesh"}, "channels": {"global": {"latency": 9}})");
  const Issues issues = validate(design);
  QCOMPARE(issues.size(), std::size_t{1});
  QVERIFY(issues[0].severity == Severity::warning);
  QCOMPARE(issues[0].path, std::string("channels.global.latency"));
}

void DesignJsonTest::drawnPartsMayBeShort() {
  const Design design = read(R"("topology": {"routers": [4, {"id": 5, "label": "Core"}],
    "terminals": [{"router": 4}, {"router": 5, "label": "db"}], "channels": [{"from": 4, "to": 5}]})");
  QVERIFY((design.drawn.routers == std::vector<DrawnRouter>{{4, ""}, {5, "Core"}}));
  QVERIFY((design.drawn.terminals == std::vector<DrawnTerminal>{{0, 4}, {1, 5, "db"}}));
  QVERIFY((design.drawn.links == std::vector<DrawnLink>{{0, 4, 5, "local", {}}}));
  QVERIFY(validate(design).empty());
  QVERIFY(parseDesign(writeDesign(design)).design == design);
}

void DesignJsonTest::collapsedGroupsRoundTrip() {
  const Design design =
      read(R"("topology": {"kind": "dragonfly"}, "layout": {"collapsed": [4, 0]})");
  QVERIFY((design.layout.collapsed == std::set<std::int32_t>{0, 4}));
  const ParsedDesign again = parseDesign(writeDesign(design));
  QVERIFY(again.issues.empty());
  QVERIFY(again.design == design);
}

void DesignJsonTest::notesAndBendsRoundTrip() {
  const Design design =
      read(R"("topology": {"kind": "mesh"}, "layout": {"bends": {"3": [[10, 20.5], [30, 20.5]]},
    "notes": [{"at": [-5, 8], "text": "Core\nof the \"campus\""}]})");
  QVERIFY((design.layout.bends.at(3) == std::vector<Point>{{10, 20.5}, {30, 20.5}}));
  QVERIFY((design.layout.notes == std::vector<CanvasNote>{{{-5, 8}, "Core\nof the \"campus\""}}));
  QVERIFY(parseDesign(writeDesign(design)).design == design);
}

void DesignJsonTest::writesWhatIsExplicit() {
  Design design;
  design.name = "Small";
  design.settings = {{"topology.kind", text("mesh")},
                     {"traffic.load", 0.25},
                     {"switch.buffers.local", text("1 KB")}};
  QCOMPARE(QByteArray::fromStdString(writeDesign(design)), QByteArray(R"({
  "schema": "hopscope.design/1",
  "name": "Small",
  "topology": {
    "kind": "mesh"
  },
  "switch": {
    "buffers": {
      "local": "1 KB"
    }
  },
  "traffic": {
    "load": 0.25
  }
}
)"));
}

void DesignJsonTest::writesWhatIsInForce() {
  Design design;
  design.settings = {{"topology.kind", text("dragonfly")}, {"traffic.load", 0.25}};
  const ParsedDesign whole = parseDesign(writeDesign(design, true));
  QVERIFY(whole.issues.empty());
  // The place for one more application is no setting of the document.
  Values inForce = effectiveSettings(design);
  inForce.erase("applications.0.kind");
  QVERIFY(whole.design.settings == inForce);
  QVERIFY(whole.design.settings.count("switch.virtual_channels.global") == 1);
  QCOMPARE(designHash(whole.design), designHash(design));
}

void DesignJsonTest::undeclaredSettingsAreNotLost() {
  Design design;
  design.settings = {{"topology.kind", text("mesh")}, {"future.thing", whole(3)}};
  const std::string json = writeDesign(design);
  QVERIFY(json.find("\"thing\": 3") != std::string::npos);
  const Issues issues = parseDesign(json).issues;
  QCOMPARE(issues.size(), std::size_t{1});
  QCOMPARE(issues[0].path, std::string("future"));
}

void DesignJsonTest::hashIgnoresNameAndLayout() {
  Design design;
  design.settings = {{"topology.kind", text("mesh")}};
  const std::string hash = designHash(design);
  QCOMPARE(hash.size(), std::size_t{16});
  design.name = "Another";
  design.layout.routers[3] = {1, 2};
  QCOMPARE(designHash(design), hash);
  design.settings["traffic.load"] = 0.3;  // the default, said aloud
  QCOMPARE(designHash(design), hash);
  design.settings["clock.frequency_ghz"] = whole(1);
  QCOMPARE(designHash(design), hash);

  // Nor what people call the parts of a drawing.
  Design drawn;
  drawn.drawn.routers = {{4, ""}, {5, ""}};
  drawn.drawn.terminals = {{0, 4}, {1, 5}};
  const std::string unnamed = designHash(drawn);
  drawn.drawn.routers[1].label = "rack 12";
  drawn.drawn.terminals[0].label = "db server";
  QCOMPARE(designHash(drawn), unnamed);
  drawn.drawn.routers[1].id = 6;
  drawn.drawn.terminals[1].router = 6;
  QVERIFY(designHash(drawn) != unnamed);
}

/// The hash writes the parts of a drawing by itself: of the same text that the document has.
void DesignJsonTest::hashOfADrawingIsThatOfItsDocument() {
  Design drawn;
  drawn.drawn.routers = {{4, ""}, {5, ""}, {9, ""}};
  drawn.drawn.terminals = {{0, 4}, {1, 5}};
  drawn.drawn.links = {{2, 4, 5, "local", {}}, {7, 5, 4, "global", 3}, {8, 5, 9, "so \"so\"", 0}};
  const auto ofDocument = [](Design design) {
    for (const Section& section : sections(design))
      for (const Parameter& parameter : section.parameters) {
        const Value value = effectiveValue(design, parameter.name);
        const auto* integer = std::get_if<std::int64_t>(&value);
        if (parameter.type == ParameterType::real && integer != nullptr)
          design.settings[parameter.name] = static_cast<double>(*integer);
      }
    auto document = nlohmann::ordered_json::parse(writeDesign(design, true));
    document.erase("schema");
    document.erase("name");
    document["overrides"] = nlohmann::ordered_json::array();
    return fingerprint(document.dump());
  };
  QCOMPARE(designHash(drawn), ofDocument(drawn));
  drawn.drawn.links.pop_back();
  QCOMPARE(designHash(drawn), ofDocument(drawn));
  drawn.drawn = {};
  QCOMPARE(designHash(drawn), ofDocument(drawn));
}

void DesignJsonTest::hashSeesWhatMatters() {
  Design design;
  design.settings = {{"topology.kind", text("mesh")}};
  std::vector<std::string> hashes = {designHash(design)};
  design.settings["traffic.load"] = 0.31;
  hashes.push_back(designHash(design));
  design.settings["run.seed"] = whole(2);
  hashes.push_back(designHash(design));
  design.overrides = {{{3}, {}, {{"switch.latency", whole(7)}}}};
  hashes.push_back(designHash(design));
  design.settings = {{"topology.kind", text("custom")}};
  hashes.push_back(designHash(design));
  design.drawn.routers = {{0, ""}};
  hashes.push_back(designHash(design));
  std::sort(hashes.begin(), hashes.end());
  QVERIFY(std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end());
}

void DesignJsonTest::hashSurvivesTheFile() {
  Design a, b;
  a.settings = {{"topology.kind", text("mesh")}, {"traffic.load", 0.5}};
  b.settings = {{"traffic.load", 0.5}, {"topology.kind", text("mesh")}};
  QCOMPARE(designHash(a), designHash(b));
  QCOMPARE(designHash(a), designHash(parseDesign(writeDesign(a)).design));
}

/// What decides which settings there are comes first, wherever it stands; a later value holds.
void DesignJsonTest::textsSetInAnyOrder() {
  Design design;
  QVERIFY(setFromTexts(design, {{"traffic.offset", "1"},
                                {"topology.h", "2"},
                                {"switch.flow_control", "pause"},
                                {"traffic.pattern", "adversarial"},
                                {"switch.model", "wormhole"},
                                {"topology.kind", "dragonfly"},
                                {"switch.model", "vct"}})
              .empty());
  QVERIFY(design.settings.at("topology.h") == Value(std::int64_t{2}));
  QVERIFY(design.settings.at("traffic.offset") == Value(std::int64_t{1}));
  QVERIFY(design.settings.at("switch.flow_control") == Value(std::string("pause")));
  // By their short names, too; and applications one after the other.
  Design named;
  QVERIFY(setFromTexts(named, {{"routing.algorithm", "piggyback"},
                               {"applications.1.mapping", "random"},
                               {"applications.0.mapping", "random"},
                               {"applications.1", "ping_pong"},
                               {"applications.0", "halo"},
                               {"topology", "dragonfly"}})
              .empty());
  QCOMPARE(named.settings.size(), std::size_t{6});
  QCOMPARE(
      setFromTexts(design, {{"switch.flow_control", "pause"}, {"switch.model", "wormhole"}}).size(),
      std::size_t{1});
}

void DesignJsonTest::textSetsNaturally() {
  Design design;
  QVERIFY(setFromText(design, "topology.kind", "dragonfly").empty());
  QVERIFY(setFromText(design, "topology.h", "2").empty());
  QVERIFY(setFromText(design, "traffic.pattern", "adversarial").empty());
  QVERIFY(setFromText(design, "traffic.offset", "1").empty());
  QVERIFY(setFromText(design, "traffic.load", "0.45").empty());
  QVERIFY(setFromText(design, "switch.latency", "90 ns").empty());
  QVERIFY(setFromText(design, "switch.allocator", "islip").empty());
  QVERIFY(setFromText(design, "channels.global.latency", "150").empty());
  QVERIFY(setFromText(design, "switch.buffers.local", "720").empty());
  QVERIFY(setFromText(design, "switch.buffers.global", "45 KB").empty());
  QVERIFY(setFromText(design, "switch.buffers.output", "630").empty());
  QVERIFY(setFromText(design, "name", "By hand").empty());
  QCOMPARE(design.name, std::string("By hand"));
  QVERIFY((design.settings == Values{{"topology.kind", text("dragonfly")},
                                     {"topology.h", whole(2)},
                                     {"traffic.pattern", text("adversarial")},
                                     {"traffic.offset", whole(1)},
                                     {"traffic.load", 0.45},
                                     {"switch.latency", text("90 ns")},
                                     {"switch.allocator.kind", text("islip")},
                                     {"channels.global.latency", whole(150)},
                                     {"switch.buffers.local", whole(720)},
                                     {"switch.buffers.global", text("45 KB")},
                                     {"switch.buffers.output", whole(630)}}));
  QVERIFY(validate(design).empty());
}

void DesignJsonTest::textDropsWhatBelongedElsewhere() {
  Design design = read(R"("topology": {"kind": "dragonfly", "p": 2, "a": 4, "h": 2},
    "traffic": {"pattern": "adversarial", "offset": 1, "load": 0.1})");
  QVERIFY(setFromText(design, "topology.kind", "mesh").empty());
  QVERIFY(setFromText(design, "traffic.pattern", "uniform").empty());
  QVERIFY((design.settings == Values{{"topology.kind", text("mesh")},
                                     {"traffic.pattern", text("uniform")},
                                     {"traffic.load", 0.1}}));
  QVERIFY(validate(design).empty());
}

void DesignJsonTest::textIsChecked() {
  Design design;
  design.settings = {{"topology.kind", text("mesh")}};
  const Design before = design;
  const struct {
    const char *path, *value, *says;
  } table[] = {{"traffic.laod", "0.5", "Did you mean \"traffic.load\"?"},
               {"traffic.load", "much", "Allowed: 0 to 1."},
               {"traffic.load", "1.2", "Allowed: 0 to 1."},
               {"topology.kind", "mash", "Did you mean \"mesh\"?"},
               {"topology.dimensions", "4x", "a list of whole numbers"},
               {"load", "0.5", "Did you mean \"traffic.load\"?"},
               {"switch", "5", "section"},
               {"", "5", ""}};
  for (const auto& row : table) {
    const Issues issues = setFromText(design, row.path, row.value);
    QCOMPARE(issues.size(), std::size_t{1});
    QVERIFY2(
        (issues[0].text.english() + issues[0].remedy.english()).find(row.says) != std::string::npos,
        describe(issues[0]).c_str());
    QVERIFY(design == before);
  }
}

void DesignJsonTest::everySettingIsDescribed() {
  std::set<std::string> ofTraffic;
  for (const CatalogueGroup& group : catalogue())
    for (const CatalogueGroup::Item& item : group.items) {
      QVERIFY2(!item.label.empty() && !item.help.empty(), item.name.c_str());
      for (const Parameter& parameter : item.parameters) {
        const std::string name = group.name + "." + item.name + "." + parameter.name;
        QVERIFY2(!parameter.label.empty() && !parameter.help.empty(), name.c_str());
        QVERIFY2(!check(parameter, parameter.fallback, name), name.c_str());
        if (group.name == "traffic") ofTraffic.insert(parameter.name);
      }
    }
  // Those too that only some switches understand.
  for (const SwitchModel& model : switchModels()) {
    if (model.ofTraffic == nullptr) continue;
    for (const Parameter& parameter : model.ofTraffic())
      QVERIFY2(ofTraffic.count(parameter.name.substr(std::string("traffic.").size())) == 1,
               parameter.name.c_str());
  }
}

}  // namespace hopscope

using hopscope::DesignJsonTest;
HOPSCOPE_TEST(DesignJsonTest)
#include "design_json_test.moc"
