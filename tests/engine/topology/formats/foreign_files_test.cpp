// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other programs: what they mean, and what is said of those that mean nothing.
#include <QTest>
#include <random>

#include "engine/topology/formats/network_file.h"
#include "tests/support/fuzz.h"
#include "tests/support/test_main.h"

namespace hopscope {

using File = NetworkFile;

class ForeignFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void anynetOfBookSim();
  void anynetLatencies_data();
  void anynetLatencies();
  void graphmlOfNetworkx();
  void dotOfGraphviz();
  void dotSubgraphs();
  void directedPairsAreOneCable();
  void bandwidthsOfOtherUnitsArePassedOver();
  void foreignPlacesAreScaled();
  void refusals_data();
  void refusals();
  void mutationsNeverCrash_data();
  void mutationsNeverCrash();
  void deepAndHugeFilesAreRefused();
};

/// The example that comes with BookSim's sources, in its own words.
void ForeignFilesTest::anynetOfBookSim() {
  const ReadNetwork read = readNetwork(
      "router 0 node 0 node 1 router 1 15\n"
      "router 1 node 2 5 router 2\n"
      "\n"
      "node 3 router 2 7\r\n"
      "router 2 router 1 4 router 0 15\n"
      "router 0\trouter 2 15\n",
      NetworkFormat::anynet);
  QCOMPARE(read.network.routers.size(), std::size_t{3});
  const std::vector<File::Terminal> terminals = {
      {0, 0, 1, {}}, {1, 0, 1, {}}, {2, 1, 5, {}}, {3, 2, 7, {}}};
  QVERIFY(read.network.terminals == terminals);
  const std::vector<File::Link> links = {
      {0, 0, 1, false, 15}, {1, 0, 2, false, 15}, {2, 1, 2, false, 4}};
  QVERIFY(read.network.links == links);
  // 0 to 1 and 1 to 2 have no latency for the way back: 1.
  QCOMPARE(read.issues.size(), std::size_t{1});
  QVERIFY(read.issues[0].severity == Severity::warning);
  QVERIFY(read.issues[0].text.english().find("2 cables") == 0);
}

void ForeignFilesTest::anynetLatencies_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("there");  // the longer of both ways
  QTest::addColumn<bool>("unequal");
  QTest::newRow("one way") << "router 0 router 1 15" << 15 << true;
  QTest::newRow("none") << "router 0 router 1" << 1 << false;
  QTest::newRow("both") << "router 0 router 1 15\nrouter 1 router 0 15" << 15 << false;
  QTest::newRow("both, the second without")
      << "router 0 router 1 15\nrouter 1 router 0" << 15 << true;
  QTest::newRow("named again") << "router 0 router 1 15\nrouter 0 router 1" << 1 << false;
  QTest::newRow("the way back only") << "router 0 router 1\nrouter 1 router 0 9" << 9 << true;
}

void ForeignFilesTest::anynetLatencies() {
  QFETCH(QString, text);
  QFETCH(int, there);
  QFETCH(bool, unequal);
  const ReadNetwork read = readNetwork(text.toStdString(), NetworkFormat::anynet);
  QCOMPARE(read.network.links.size(), std::size_t{1});
  QCOMPARE(read.network.links[0].latency.value(), std::int64_t{there});
  QCOMPARE(!read.issues.empty(), unequal);
}

void ForeignFilesTest::graphmlOfNetworkx() {
  const ReadNetwork read = readNetwork(R"(<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns a.xsd">
  <key id="d1" for="edge" attr.name="latency" attr.type="double"/>
  <key id="d0" for="node" attr.name="Label" attr.type="string"><default>site</default></key>
  <key id="d2" for="node" attr.name="terminals" attr.type="int"/>
  <key id="d3" for="node" yfiles.type="nodegraphics"/>
  <graph edgedefault="undirected">
    <node id="Paris"><data key="d2">2</data>
      <data key="d3"><y:Shape xmlns:y="urn:y"><y:Label>Lutetia</y:Label></y:Shape></data></node>
    <node id="Roma"><data key="d0">Rome</data></node>
    <edge source="Paris" target="Roma"><data key="d1">5.0</data></edge>
    <edge source="Wien" target="Roma"/>
    <node id="Wien"/>
  </graph>
</graphml>)",
                                       NetworkFormat::graphml);
  QVERIFY2(read.issues.empty(), read.issues.empty() ? "" : read.issues[0].text.english().c_str());
  const std::vector<File::Router> routers = {{0, "site", {}}, {1, "Rome", {}}, {2, "site", {}}};
  QVERIFY(read.network.routers == routers);
  const std::vector<File::Terminal> terminals = {{0, 0, {}, {}}, {1, 0, {}, {}}};
  QVERIFY(read.network.terminals == terminals);
  const std::vector<File::Link> links = {{0, 0, 1, false, 5}, {1, 2, 1, false, {}}};
  QVERIFY(read.network.links == links);
}

void ForeignFilesTest::dotOfGraphviz() {
  const ReadNetwork read = readNetwork(R"(# made by hand
strict graph "my net" {
  graph [overlap=false]; rankdir = LR
  node [kind=switch, shape="box"]; edge [latency=3]
  sw1 [label="Top \"of\" rack" pos="10,-20!"]
  "sw two" [label=<b>];
  sw1:p1:n -- "sw two" -- sw3 [class=global color="#ff0000"]
  sw1 -- "sw two" // known already
  h1 [kind=host]; h1 -- sw3 [latency=0]
  /* nothing
     else */
})",
                                       NetworkFormat::dot);
  QVERIFY2(read.issues.empty(), read.issues.empty() ? "" : read.issues[0].text.english().c_str());
  QCOMPARE(read.network.name, std::string("my net"));
  const std::vector<File::Router> routers = {
      {0, "Top \"of\" rack", Point{10, 20}}, {1, "b", {}}, {2, "sw3", {}}};
  QVERIFY(read.network.routers == routers);
  const std::vector<File::Terminal> terminals = {{0, 2, 0, {}, "h1"}};
  QVERIFY(read.network.terminals == terminals);
  const std::vector<File::Link> links = {{0, 0, 1, true, 3}, {1, 1, 2, true, 3}};
  QVERIFY(read.network.links == links);
}

void ForeignFilesTest::dotSubgraphs() {
  const ReadNetwork read = readNetwork(
      "graph { subgraph cluster_a { node [kind=terminal] 5; 6 } "
      "{ 0 1 } -- subgraph { 2; { 3 } } 4 -- { 0 } 5 -- 0; 6--4 }",
      NetworkFormat::dot);
  QVERIFY2(read.issues.empty(), read.issues.empty() ? "" : read.issues[0].text.english().c_str());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
  for (const auto& link : read.network.links) ends.emplace_back(link.from, link.to);
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> expected = {
      {0, 2}, {0, 3}, {1, 2}, {1, 3}, {4, 0}};
  QVERIFY(ends == expected);
  QCOMPARE(read.network.terminals.size(), std::size_t{2});
  QCOMPARE(read.network.terminals[1].router, 4u);
}

void ForeignFilesTest::directedPairsAreOneCable() {
  const ReadNetwork read = readNetwork(
      "digraph { 0 -> 1 [latency=4]; 1 -> 0 [latency=4]; 1 -> 2; 0 -> 1; 2 -> 1 [latency=9]; 0 -> "
      "1 ; t [kind=terminal]; t -> 0; 0 -> t }",
      NetworkFormat::dot);
  QVERIFY(read.issues.empty());
  const std::vector<File::Link> links = {
      {0, 0, 1, false, 4}, {1, 1, 2, false, 9}, {2, 0, 1, false, {}}, {3, 0, 1, false, {}}};
  QVERIFY(read.network.links == links);
  const ReadNetwork unequal =
      readNetwork("digraph { 0 -> 1 [latency=4] 1 -> 0 [latency=6] }", NetworkFormat::dot);
  QCOMPARE(unequal.network.links[0].latency.value(), std::int64_t{6});
  QCOMPARE(unequal.issues.size(), std::size_t{2});  // and there are no terminals
}

void ForeignFilesTest::bandwidthsOfOtherUnitsArePassedOver() {
  const ReadNetwork read = readNetwork(
      "digraph { 0 -> 1 [bandwidth=0.5]; 1 -> 0 [bandwidth=0.25]; 1 -> 2 [bandwidth=\"10Gb/s\"]; "
      "2 -> 0 [bandwidth=40]; t [kind=terminal]; t -> 0 [bandwidth=0.1] }",
      NetworkFormat::dot);
  QCOMPARE(read.network.links[0].bandwidth.value(), 0.25);
  QVERIFY(!read.network.links[1].bandwidth && !read.network.links[2].bandwidth);
  QCOMPARE(read.network.terminals[0].bandwidth.value(), 0.1);
  QCOMPARE(read.issues.size(), std::size_t{2});
  QVERIFY(read.issues[0].text.english().rfind("1 cable has another bandwidth", 0) == 0);
  QVERIFY(read.issues[1].text.english().rfind("2 edges have a bandwidth", 0) == 0);
}

void ForeignFilesTest::foreignPlacesAreScaled() {
  const ReadNetwork read = readNetwork(
      "graph { a [x=0 y=0]; b [x=0.5 y=0]; c [x=0 y=1.5]; a -- b; a -- c }", NetworkFormat::dot);
  // The mean length becomes 110 canvas units.
  QCOMPARE(read.network.routers[1].place->x, 55.0);
  QCOMPARE(read.network.routers[2].place->y, 165.0);
}

void ForeignFilesTest::refusals_data() {
  QTest::addColumn<QString>("format");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("says");
  const auto row = [](const char* format, const char* name, const QString& text, const char* path,
                      const char* says) {
    QTest::addRow("%s, %s", format, name)
        << QString(format) << text << QString(path) << QString(says);
  };
  row("anynet", "empty", " \n ", "", "empty");
  row("anynet", "other word", "router 0\nswitch 1", "line 2", "begins with \"switch\"");
  row("anynet", "no number", "router x", "line 1", "\"x\" is no number");
  row("anynet", "negative", "router -1", "line 1", "\"-1\" is no number");
  row("anynet", "too large", "router 99999999999", "line 1", "no number of a router");
  row("anynet", "cut off", "router 0 node", "line 1", "ends after \"node\"");
  row("anynet", "node to node", "node 0 node 1", "line 1", "connected to node");
  row("anynet", "node alone", "router 0\n\nnode 0", "line 3", "no router");
  row("anynet", "two routers", "node 0 router 1\nnode 0 router 2", "line 2", "router 1 and to");
  row("anynet", "itself", "router 3 router 3", "line 1", "to itself");
  row("anynet", "latency", "router 3 router 4 fast", "line 1", "\"fast\" is not possible");
  row("anynet", "latency 0", "router 3 router 4 0", "line 1", "\"0\" is not possible");
  row("anynet", "two numbers", "router 3 router 4 5 6", "line 1", "\"6\" is not expected");
  row("anynet", "number first", "router 3 4", "line 1", "\"4\" is not expected");
  const auto graphml = [](const char* inner) {
    return QStringLiteral(
               "<graphml>\n<key id=\"k\" for=\"all\" attr.name=\"kind\"/>\n<key id=\"l\" "
               "attr.name=\"latency\"/><key id=\"c\" attr.name=\"class\"/>\n"
               "<graph edgedefault=\"undirected\">\n%1\n</graph></graphml>")
        .arg(QString(inner));
  };
  row("graphml", "no xml", "router 0", "line 1", "not XML");
  row("graphml", "other xml", "<svg/>", "line 1", "begins with <svg>");
  row("graphml", "cut off", "<graphml><graph>\n<node", "line 2", "not XML");
  row("graphml", "no graph", "<graphml></graphml>", "line 1", "no <graph>");
  row("graphml", "no routers", graphml(""), "", "no routers");
  row("graphml", "no id", graphml("<node/>"), "line 5", "no id");
  row("graphml", "twice", graphml("<node id=\"a\"/>\n<node id=\"a\"/>"), "line 6", "Two nodes");
  row("graphml", "no node", graphml("<node id=\"a\"/>\n<edge source=\"a\" target=\"b\"/>"),
      "line 6", "no node of the graph");
  row("graphml", "no target", graphml("<node id=\"a\"/><edge source=\"a\"/>"), "line 5",
      "no target");
  row("graphml", "unknown key", graphml("<node id=\"a\"><data key=\"z\">1</data></node>"), "line 5",
      "\"z\" is not declared");
  row("graphml", "kind", graphml("<node id=\"a\"><data key=\"k\">cow</data></node>"), "line 5",
      "\"cow\" is no kind");
  row("graphml", "latency",
      graphml("<node id=\"a\"/><node id=\"b\"/>\n<edge source=\"a\" target=\"b\"><data "
              "key=\"l\">1.5</data></edge>"),
      "line 6", "\"1.5\" is not possible");
  row("graphml", "class",
      graphml("<node id=\"a\"/><node id=\"b\"/>\n<edge source=\"a\" target=\"b\"><data "
              "key=\"c\">far</data></edge>"),
      "line 6", "\"far\" is no class");
  row("graphml", "hyperedge", graphml("<hyperedge/>"), "line 5", "hyperedge");
  row("graphml", "nested", graphml("<node id=\"a\"><graph/></node>"), "line 5", "within another");
  row("graphml", "entities", "<!DOCTYPE g [<!ENTITY a \"b\">]><graphml/>", "line 1",
      "document type");
  row("graphml", "loose terminal",
      graphml("<node id=\"r\"/>\n<node id=\"t\"><data "
              "key=\"k\">terminal</data></node>"),
      "line 6", "no router");
  row("dot", "no dot", "hello", "line 1", "\"hello\" is not expected");
  row("dot", "cut off", "graph {\n a -- ", "line 2", "ends in the middle");
  row("dot", "arrow", "graph { a -> b }", "line 1", "A graph has no \"->\"");
  row("dot", "line", "digraph {\n\n a -- b }", "line 3", "A digraph has no \"--\"");
  row("dot", "quote", "graph { \"a }", "line 1", "does not end");
  row("dot", "comment", "graph { /* }", "line 1", "comment does not end");
  row("dot", "html", "graph { a [label=<<b>] }", "line 1", "HTML");
  row("dot", "attribute", "graph { a [=b] }", "line 1", "\"=\" is not expected");
  row("dot", "no list", "graph { node = }", "line 1", "\"=\" is not expected");
  row("dot", "two graphs", "graph { a }\ngraph { b }", "line 2", "\"graph\" is not expected");
  row("dot", "itself", "graph { a -- a }", "line 1", "connected to itself");
  row("dot", "second link", "graph { t [kind=terminal]\n a -- t -- b }", "line 2", "second link");
  row("dot", "two terminals", "graph { r node [kind=terminal]\n a -- b }", "line 2",
      "connected to each other");
  row("dot", "place", "graph { a [pos=\"1,east\"] }", "line 1", "no place that can be read");
  row("dot", "letter", "graph { a ? b }", "line 1", "\"?\" is not expected");
}

void ForeignFilesTest::refusals() {
  QFETCH(QString, format);
  QFETCH(QString, text);
  QFETCH(QString, path);
  QFETCH(QString, says);
  const ReadNetwork read =
      readNetwork(text.toStdString(), findNetworkFormat(format.toStdString())->format);
  QCOMPARE(read.issues.size(), std::size_t{1});
  QVERIFY(read.issues[0].severity == Severity::error);
  QVERIFY2(QString::fromStdString(read.issues[0].text).contains(says),
           read.issues[0].text.english().c_str());
  QCOMPARE(QString::fromStdString(read.issues[0].path), path);
}

void ForeignFilesTest::mutationsNeverCrash_data() {
  QTest::addColumn<QString>("format");
  for (const NetworkFormatEntry& entry : networkFormats())
    QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
}

/// Bytes changed, dropped, doubled, cut off: a network or one error, always.
void ForeignFilesTest::mutationsNeverCrash() {
  QFETCH(QString, format);
  const NetworkFormat kind = findNetworkFormat(format.toStdString())->format;
  File file;
  file.name = "mutant";
  file.routers = {{0, "a \"b\" <c>", Point{1, -2}}, {1, {}, {}}, {2, {}, {}}};
  file.terminals = {{0, 0, 1, {}}, {1, 2, 3, Point{4, 5}}};
  file.links = {{7, 0, 1, true, 5}, {8, 1, 2, false, {}}};
  const std::string sound = writeNetwork(file, kind).text;
  std::mt19937 random(20'26);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  static constexpr char kInteresting[] = "\0\xff<>\"{}[]\\&;=-#/\n0 9routernode";
  const std::string interesting(kInteresting, sizeof kInteresting - 1);
  int refused = 0;
  for (int round = 0; round < test::fuzzRounds(20'000); ++round) {
    std::string text = sound;
    for (std::size_t change = 0; change <= below(4); ++change) {
      const std::size_t at = below(text.size());
      switch (below(5)) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text[at] = interesting[below(interesting.size())];
          break;
        case 2:
          text.erase(at, below(20));
          break;
        case 3:
          text.insert(at, text.substr(below(text.size()), below(40)));
          break;
        default:
          if (below(4) == 0) text.resize(at + 1);
      }
      if (text.empty()) text = " ";
    }
    const ReadNetwork read = readNetwork(text, kind);
    if (!hasErrors(read.issues)) continue;
    ++refused;
    QCOMPARE(read.issues.size(), std::size_t{1});
    QVERIFY(!read.issues[0].text.empty());
  }
  QVERIFY(refused > 1000);
}

void ForeignFilesTest::deepAndHugeFilesAreRefused() {
  const auto refusal = [](const std::string& text, NetworkFormat format) {
    const ReadNetwork read = readNetwork(text, format);
    return hasErrors(read.issues) ? read.issues[0].text.english() : std::string();
  };
  std::string deep = "graph ";
  for (int i = 0; i < 200'000; ++i) deep += '{';
  QVERIFY(refusal(deep, NetworkFormat::dot).find("nested more than") != std::string::npos);
  deep = "<graphml><graph><node id=\"a\">";
  for (int i = 0; i < 200'000; ++i) deep += "<x>";
  QVERIFY(refusal(deep, NetworkFormat::graphml).find("nested more than") != std::string::npos);
  // A few bytes that stand for very many edges.
  std::string many = "graph { {";
  for (int i = 0; i < 4000; ++i) many += std::to_string(i) + ' ';
  many += "} -- {";
  for (int i = 4000; i < 8000; ++i) many += std::to_string(i) + ' ';
  many += "} }";
  QVERIFY(refusal(many, NetworkFormat::dot).find("more edges") != std::string::npos);
  const std::string longName(1u << 20, 'x');
  QVERIFY(!refusal("graph { " + longName + " }", NetworkFormat::dot).empty());
  QVERIFY(!refusal("graph { \"" + longName + "\" }", NetworkFormat::dot).empty());
  QVERIFY(refusal("router " + longName, NetworkFormat::anynet).size() < 200);
  QVERIFY(!refusal(std::string(kMaxNetworkFileBytes + 1, ' '), NetworkFormat::dot).empty());
  std::string terminals = "graph { node [terminals=900000] a; b }";
  QVERIFY(refusal(terminals, NetworkFormat::dot).find("no number of terminals") !=
          std::string::npos);
}

}  // namespace hopscope

using hopscope::ForeignFilesTest;
HOPSCOPE_TEST(ForeignFilesTest)
#include "foreign_files_test.moc"
