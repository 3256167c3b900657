// SPDX-License-Identifier: GPL-3.0-or-later
// Applications without anybody else, in networks that have more ways than one to be slow.
#include <fmt/format.h>

#include <QTest>
#include <algorithm>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/findings/diagnosis.h"
#include "engine/simulation/simulation.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// What a ping-pong between two terminals came to: ideal and completion, and what is said of it.
struct PingPong {
  ApplicationResult result;
  std::vector<Diagnosis> diagnoses;

  bool isToldOf(const char* words) const {
    return std::any_of(diagnoses.begin(), diagnoses.end(), [&](const Diagnosis& each) {
      return describe(each).find(words) != std::string::npos;
    });
  }
};

PingPong pingPong(const char* network, int from, int to, int bytes) {
  const Design design = parseDesign(fmt::format(
                                        R"({{"schema": "hopscope.design/1", {},
    "traffic": {{"load": 0, "packet_flits": 4}}, "applications": [{{"kind": "ping_pong", "ranks": 2,
    "bytes": {}, "iterations": 3, "start": 1000, "mapping": "listed", "places": [{}, {}]}}]}})",
                                        network, bytes, from, to))
                            .design;
  Compiled compiled = compile(design);
  if (!compiled.setup) throw std::runtime_error(describe(compiled.issues.front()));
  const auto topology = compiled.setup->topology;
  Simulation simulation(std::move(*compiled.setup));
  while (!simulation.done()) simulation.advance(100'000);
  const Results results = simulation.results();
  return {results.applications.front(), diagnoseRun(design, *topology, results)};
}

class LoneMessagesTest : public QObject {
  Q_OBJECT

 private slots:
  /// The ideal knows no detours: no remedy takes them away.
  void detoursAreNobodysFault() {
    const char* const whole = R"("topology": {"kind": "ring", "routers": 8})";
    const PingPong straight = pingPong(whole, 0, 1, 1000);
    QCOMPARE(straight.result.slowdown, 1.0);
    const PingPong round = pingPong(R"("topology": {"kind": "ring", "routers": 8},
                    "phases": [{"at": 1, "fail": {"channels": [8]}}])",
                                    0, 1, 1000);
    QVERIFY(round.result.slowdown > 1.3);
    QCOMPARE(round.result.ideal, straight.result.ideal);
    QVERIFY(round.isToldOf("detours around what had failed"));
    for (const Diagnosis& each : round.diagnoses) QVERIFY(each.tries.empty());
  }

  /// A worm goes to the top of the tree and back after its request has been there.
  void wormsOfATreeTakeTheirTime() {
    const auto idealOf = [](const char* topology) {
      const std::string network =
          fmt::format(R"({}, "switch": {{"model": "hybrid", "network": "wormhole"}},
                         "channels": {{"up": {{"latency": 3}}}})",
                      topology);
      const PingPong played = pingPong(network.c_str(), 0, 8, 100);
      return std::pair(played.result.ideal, played.result.completion);
    };
    const auto crossbar = idealOf(R"("topology": {"kind": "crossbar", "terminals": 9})");
    const auto tree = idealOf(R"("topology": {"kind": "k_ary_n_tree", "k": 3, "n": 2})");
    constexpr double kMessages = 6;
    QCOMPARE(tree.first, crossbar.first + kMessages * 4 * 3);
    QVERIFY(tree.first <= tree.second);
  }
};

}  // namespace
}  // namespace hopscope

using hopscope::LoneMessagesTest;
HOPSCOPE_TEST(LoneMessagesTest)
#include "lone_messages_test.moc"
