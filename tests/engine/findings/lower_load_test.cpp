// SPDX-License-Identifier: GPL-3.0-or-later
// The load that a saturated run advises is one that the network bears, and a run in which nothing
// arrived advises to wait longer.

#include <QObject>
#include <QTest>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/findings/diagnosis.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"

namespace hopscope {
namespace {}  // namespace

class LowerLoadTest : public QObject {
  Q_OBJECT

 private slots:
  void theAdvisedLoadIsBorne_data() {
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<double>("load");
    QTest::newRow("little above the bound") << QByteArray("vct") << QByteArray("uniform") << 0.5;
    QTest::newRow("far above it") << QByteArray("vct") << QByteArray("uniform") << 0.9;
    QTest::newRow("wormhole") << QByteArray("wormhole") << QByteArray("uniform") << 0.5;
    QTest::newRow("few flows") << QByteArray("vct") << QByteArray("bit_complement") << 0.28;
  }

  void theAdvisedLoadIsBorne() {
    QFETCH(const QByteArray, model);
    QFETCH(const QByteArray, pattern);
    QFETCH(const double, load);
    Design design;
    design.settings = {{"topology.kind", std::string("mesh")},
                       {"topology.dimensions", std::vector<std::int64_t>{8, 8}},
                       {"traffic.pattern", pattern.toStdString()},
                       {"switch.model", model.toStdString()}};
    design.settings["traffic.load"] = load;
    Issues issues;
    const auto topology = buildTopology(design, issues);
    const Results results = test::resultsOf(design);
    QVERIFY(results.verdict == Verdict::saturated);
    std::vector<Diagnosis> found = diagnoseRun(design, *topology, results);
    QVERIFY(!found.empty() && found.front().path == "traffic.load");
    tellByBound(design, topology, found);
    QVERIFY(!found.front().remedy.empty());
    const Results after = test::resultsOf(remedied(design, found.front().remedy));
    QVERIFY2(after.verdict == Verdict::stable, asOptions(found.front().remedy).c_str());
  }

  void unequalSharesBearLess_data() {
    QTest::addColumn<QByteArray>("network");
    QTest::addColumn<double>("least");
    QTest::newRow("adaptive worms, a silent diagonal")
        << QByteArray(R"("topology": {"kind": "mesh", "dimensions": [8, 8]},
                         "switch": {"model": "wormhole"},
                         "routing": {"algorithm": "minimal_adaptive"},
                         "traffic": {"pattern": "transpose", "load": 0.5})")
        << 0.2;
    QTest::newRow("adaptive, a HyperX")
        << QByteArray(R"("topology": {"kind": "hyperx", "dimensions": [4, 4]},
                         "routing": {"algorithm": "dimwar"},
                         "traffic": {"pattern": "transpose", "load": 1})")
        << 0.35;
    QTest::newRow("adaptive, a slow link")
        << QByteArray(R"("topology": {"kind": "mesh", "dimensions": [8, 8]},
                         "overrides": [{"channels": [84], "bandwidth": 0.1}],
                         "routing": {"algorithm": "minimal_adaptive"}, "traffic": {"load": 0.3})")
        << 0.15;
    // Where all channels are counted, who gets least tells nothing of what the network bears.
    QTest::newRow("counted, a slow link")
        << QByteArray(R"("topology": {"kind": "mesh", "dimensions": [8, 8]},
                         "overrides": [{"channels": [84], "bandwidth": 0.1}],
                         "traffic": {"load": 0.3})")
        << 0.1;
    QTest::newRow("counted, a slow link and one that fails")
        << QByteArray(R"("topology": {"kind": "mesh", "dimensions": [8, 8]},
                         "overrides": [{"channels": [84], "bandwidth": 0.2}],
                         "phases": [{"at": 5000, "fail": {"channels": [94]}}],
                         "traffic": {"load": 0.3})")
        << 0.19;
  }

  /// The load that is advised is borne, and no less than that.
  void unequalSharesBearLess() {
    QFETCH(const QByteArray, network);
    QFETCH(const double, least);
    const Design design = parseDesign(R"({"schema": "hopscope.design/1", "run": {"warmup": 3000,
      "measure": 10000}, )" + network.toStdString() +
                                      "}")
                              .design;
    Issues issues;
    const auto topology = buildTopology(design, issues);
    std::vector<Diagnosis> found = diagnoseRun(design, *topology, test::resultsOf(design));
    QVERIFY(!found.empty() && found.front().path == "traffic.load");
    tellByBound(design, topology, found);
    const Remedy& remedy = found.front().remedy;
    QVERIFY(!remedy.empty());
    QVERIFY2(std::get<double>(remedy.settings.front().second) >= least, asOptions(remedy).c_str());
    QCOMPARE(remedy.verb.english().find(" at most") != std::string::npos,
             !found.front().known.isBound);
    Design lower = remedied(design, remedy);
    lower.settings["run.measure"] = std::int64_t{30000};
    QVERIFY2(test::resultsOf(lower).verdict == Verdict::stable, asOptions(remedy).c_str());
  }

  void whatNoRunHasShownIsAtMost_data() {
    QTest::addColumn<QByteArray>("network");
    QTest::newRow("worms that no full link holds up, and routers that starve")
        << QByteArray(R"("topology": {"kind": "random_regular", "routers": 12, "degree": 3,
                                      "terminals_per_router": 2},
                         "channels": {"local": {"latency": 20}}, "switch": {"model": "wormhole"},
                         "routing": {"algorithm": "up_down"},
                         "traffic": {"pattern": "tornado", "load": 0.7, "packet_flits": 4})");
    // 0.54 of 0.7 are accepted, but only 0.40 of 0.46: less of it leaves the shortest paths.
    QTest::newRow("routing that spreads more of more load")
        << QByteArray(R"("topology": {"kind": "dragonfly", "p": 2, "a": 4, "h": 2},
                         "channels": {"local": {"latency": 20}}, "switch": {"model": "wormhole"},
                         "routing": {"algorithm": "piggyback"},
                         "traffic": {"pattern": "neighbour", "load": 0.7, "packet_flits": 1,
                                     "source_queue": "drop"})");
  }

  void whatNoRunHasShownIsAtMost() {
    QFETCH(const QByteArray, network);
    const Design design = parseDesign(R"({"schema": "hopscope.design/1", "run": {"warmup": 3000,
      "measure": 8000}, )" + network.toStdString() +
                                      "}")
                              .design;
    Issues issues;
    const auto topology = buildTopology(design, issues);
    std::vector<Diagnosis> found = diagnoseRun(design, *topology, test::resultsOf(design));
    QVERIFY(!found.empty() && found.front().path == "traffic.load");
    tellByBound(design, topology, found);
    QVERIFY2(found.front().remedy.verb.english().find(" at most") != std::string::npos,
             found.front().remedy.verb.english().c_str());
  }

  void nothingArrivedSoItWaitsLonger() {
    Design design = parseDesign(R"({"schema": "hopscope.design/1",
      "topology": {"kind": "mesh", "dimensions": [2, 2]},
      "channels": {"local": {"latency": 100000}},
      "traffic": {"load": 0.05}, "run": {"warmup": 100, "measure": 300}})")
                        .design;
    Issues issues;
    const auto topology = buildTopology(design, issues);
    const Results results = test::resultsOf(design);
    QVERIFY(results.verdict == Verdict::unknown);
    std::vector<Diagnosis> found = diagnoseRun(design, *topology, results);
    addTries(design, *topology, found);
    QVERIFY(triesText(found.front().tries).find("try up to cycle 2") != std::string::npos);
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found.front().text.english().find("No measured packet had arrived") !=
            std::string::npos);
    const Results after = test::resultsOf(remedied(design, found.front().remedy));
    QVERIFY(after.packetsMeasured > 0);
  }

  /// Nor does anybody wait where applications end beside a load that nothing was measured of.
  void theWarmUpWasNotTooShortForPackets() {
    const Design design = parseDesign(R"({"schema": "hopscope.design/1",
      "topology": {"kind": "ring", "routers": 4}, "traffic": {"load": 0.05},
      "applications": [{"kind": "ping_pong", "ranks": 2, "bytes": 64, "rounds": 1}],
      "run": {"warmup": 20000}})")
                              .design;
    Issues issues;
    const auto topology = buildTopology(design, issues);
    const Results results = test::resultsOf(design);
    QVERIFY(results.complete && results.measuredCycles == 0);
    QVERIFY(results.verdict == Verdict::unknown);
    for (const Diagnosis& each : diagnoseRun(design, *topology, results))
      QVERIFY2(each.path != "run.max_cycles", each.text.english().c_str());
  }
};

}  // namespace hopscope

using hopscope::LowerLoadTest;
HOPSCOPE_TEST(LowerLoadTest)
#include "lower_load_test.moc"
