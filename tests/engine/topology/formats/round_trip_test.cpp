// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include <QTest>
#include <algorithm>
#include <map>

#include "engine/topology/formats/network_file.h"
#include "tests/support/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// What is written is read again as it was.
class RoundTripTest : public QObject {
  Q_OBJECT

 private slots:
  void everyFamily_data();
  void everyFamily();
  void randomNetworks();
  void strangeLabels();
  void formatsAreGuessed();
  void emptyPartsAreKept();
};

using File = NetworkFile;

/// Ids, ends, classes and places of a generated network, latencies by kind of link.
static File fileOf(const Topology& topology) {
  const Placement placement = place(topology);
  File file;
  file.name = topology.kind;
  for (RouterId r = 0; r < topology.routerCount(); ++r)
    file.routers.push_back({r, {}, placement.routers[r]});
  for (TerminalId t = 0; t < topology.terminalCount(); ++t)
    file.terminals.push_back({t, topology.terminals[t].router, 2, placement.terminals[t]});
  for (LinkId l = 0; l < topology.linkCount(); ++l) {
    const Link& link = topology.links[l];
    if (link.a.isTerminal) continue;
    const bool global = topology.kindOf(l) == LinkKind::global;
    file.links.push_back({l, link.a.node, link.b.node, global, global ? 150 : 15});
  }
  return file;
}

/// What anynet has words for: routers and terminals counted in their order, links by their ends,
/// latencies.
static File withoutWhatAnynetForgets(const File& file) {
  File kept;
  std::map<std::uint32_t, std::uint32_t> index;
  for (const auto& router : file.routers) {
    const auto number = static_cast<std::uint32_t>(index.size());
    index[router.id] = number;
    kept.routers.push_back({number, {}, {}});
  }
  for (const auto& terminal : file.terminals)
    kept.terminals.push_back({static_cast<std::uint32_t>(kept.terminals.size()),
                              index.at(terminal.router),
                              terminal.latency.value_or(1),
                              {}});
  for (const auto& link : file.links) {
    const auto [a, b] = std::minmax(index.at(link.from), index.at(link.to));
    kept.links.push_back({0, a, b, false, link.latency.value_or(1)});
  }
  std::sort(kept.links.begin(), kept.links.end(), [](const auto& a, const auto& b) {
    return std::pair(a.from, a.to) < std::pair(b.from, b.to);
  });
  for (std::uint32_t i = 0; i < kept.links.size(); ++i) kept.links[i].id = i;
  return kept;
}

static File through(const File& file, NetworkFormat format, Issues& issues) {
  const WrittenNetwork written = writeNetwork(file, format);
  issues = written.issues;
  if (hasErrors(issues)) return {};
  ReadNetwork read = readNetwork(written.text, format);
  issues = read.issues;
  return std::move(read.network);
}

void RoundTripTest::everyFamily_data() {
  QTest::addColumn<QString>("kind");
  for (const Generator& generator : generators())
    QTest::newRow(generator.name.c_str()) << QString::fromStdString(generator.name);
}

void RoundTripTest::everyFamily() {
  QFETCH(QString, kind);
  for (const std::int64_t lag : {1, 3}) {
    Values values;
    if (kind != "crossbar") values["lag"] = lag;
    const File file = fileOf(test::network(kind.toStdString(), values));
    Issues issues;
    for (const NetworkFormat format : {NetworkFormat::graphml, NetworkFormat::dot}) {
      QVERIFY(through(file, format, issues) == file);
      QVERIFY(issues.empty());
    }
    const File again = through(file, NetworkFormat::anynet, issues);
    if (lag == 1 || kind == "crossbar") {
      QVERIFY(again == withoutWhatAnynetForgets(file));
      QVERIFY(issues.empty());
    } else {
      QCOMPARE(issues.size(), std::size_t{1});
      QVERIFY(issues[0].text.english().find("several links") != std::string::npos);
    }
  }
}

static std::optional<std::int64_t> maybeLatency(std::int64_t least) {
  if (*rc::gen::inRange(0, 3) == 0) return {};
  return *rc::gen::inRange<std::int64_t>(least, 100);
}

static std::optional<double> maybeBandwidth() {
  if (*rc::gen::inRange(0, 3) != 0) return {};
  return 1.0 / *rc::gen::inRange(1, 1000);
}

static std::optional<Point> maybePlace() {
  if (*rc::gen::inRange(0, 3) == 0) return {};
  return Point{*rc::gen::inRange(-100'000, 100'000) / 7.0, *rc::gen::inRange(-5, 5) * 1.0};
}

/// Ids with gaps in any order, any number of links between two routers.
static File randomFile() {
  File file;
  const auto ids = [](std::size_t least, std::size_t most) {
    return *rc::gen::unique<std::vector<std::uint32_t>>(
        *rc::gen::inRange<std::size_t>(least, most + 1), rc::gen::inRange<std::uint32_t>(0, 4000));
  };
  for (const std::uint32_t id : ids(2, 12))
    file.routers.push_back(
        {id, *rc::gen::arbitrary<bool>() ? "rack " + std::to_string(id) : "", maybePlace()});
  const auto anyRouter = [&] {
    return file.routers[*rc::gen::inRange<std::size_t>(0, file.routers.size())].id;
  };
  for (const std::uint32_t id : ids(1, 20))
    file.terminals.push_back({id, anyRouter(), maybeLatency(0), maybePlace(),
                              *rc::gen::arbitrary<bool>() ? "host " + std::to_string(id) : "",
                              maybeBandwidth()});
  for (const std::uint32_t id : ids(0, 30)) {
    const std::uint32_t from = anyRouter();
    const std::uint32_t to = anyRouter();
    if (from != to)
      file.links.push_back(
          {id, from, to, *rc::gen::arbitrary<bool>(), maybeLatency(1), maybeBandwidth()});
  }
  return file;
}

void RoundTripTest::randomNetworks() {
  QVERIFY(rc::check("what is written is read as it was", [] {
    const File file = randomFile();
    Issues issues;
    for (const NetworkFormat format : {NetworkFormat::graphml, NetworkFormat::dot}) {
      RC_ASSERT(through(file, format, issues) == file);
      RC_ASSERT(issues.empty());
    }
    const File again = through(file, NetworkFormat::anynet, issues);
    if (issues.empty()) RC_ASSERT(again == withoutWhatAnynetForgets(file));
  }));
}

void RoundTripTest::strangeLabels() {
  for (const char* label :
       {"a \"quoted\" name", "back\\slash", "ends with \\", "<b>&amp;</b>", "two\nlines", "Rück 1",
        "]]>", "graph", "{x} -- y;", " spaces ", "tab\there", "'", "\\n", "// no comment"}) {
    File file;
    file.name = label;
    file.routers = {{0, label, {}}, {7, {}, {}}};
    file.terminals = {{3, 7, {}, {}, label}};
    file.links = {{9, 0, 7, false, {}}};
    Issues issues;
    for (const NetworkFormat format : {NetworkFormat::graphml, NetworkFormat::dot})
      QVERIFY2(through(file, format, issues) == file, label);
  }
}

void RoundTripTest::formatsAreGuessed() {
  const File file = fileOf(test::network("mesh"));
  for (const NetworkFormatEntry& entry : networkFormats()) {
    const WrittenNetwork written = writeNetwork(file, entry.format);
    QVERIFY(guessNetworkFormat(written.text) == &entry);
    QVERIFY(guessNetworkFormat("\n\n  " + written.text) == &entry);
    QVERIFY(findNetworkFormat(entry.name) == &entry);
    QVERIFY(networkFormatOfFile("a.b." + entry.endings[0]) == &entry);
  }
  QVERIFY(guessNetworkFormat("// a comment\n/* two */ strict digraph{}")->name == "dot");
  QVERIFY(guessNetworkFormat("{\"schema\": 1}") == nullptr);
  QVERIFY(guessNetworkFormat("") == nullptr);
  QVERIFY(networkFormatOfFile("Network.XML")->name == "graphml");
  QVERIFY(networkFormatOfFile("network.json") == nullptr);
  QVERIFY(networkFormatOfFile("network") == nullptr);
}

void RoundTripTest::emptyPartsAreKept() {
  File file;
  file.routers = {{5, {}, {}}};
  file.terminals = {{0, 5, 0, {}}, {1, 5, {}, {}}};
  Issues issues;
  for (const NetworkFormat format : {NetworkFormat::graphml, NetworkFormat::dot})
    QVERIFY(through(file, format, issues) == file);
}

}  // namespace hopscope

using hopscope::RoundTripTest;
HOPSCOPE_TEST(RoundTripTest)
#include "round_trip_test.moc"
