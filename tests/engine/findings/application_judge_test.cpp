// SPDX-License-Identifier: GPL-3.0-or-later
// Which mappings and routings are offered to applications that have a network to themselves.
#include <fmt/format.h>

#include <QTest>
#include <algorithm>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/findings/remedies.h"
#include "tests/support/test_main.h"
#include "tests/support/written_designs.h"

namespace hopscope {
namespace {

const char* const kTorus = R"("topology": {"kind": "torus", "dimensions": [8, 8]})";
const char* const kDragonfly = R"("topology": {"kind": "dragonfly", "a": 4, "p": 2, "h": 2})";
const char* const kFt = R"({"kind": "npb_ft", "ranks": 64, "class": "W", "iterations": 1})";

Design designOf(const char* network, const std::string& application) {
  return test::writtenDesign(
      fmt::format(R"({}, "traffic": {{"load": 0}}, "applications": [{}])", network, application));
}

/// The options of what is offered, in order.
std::vector<std::string> offered(const Design& design) {
  std::vector<std::string> options;
  for (const Remedy& each : remediesToTry(design, {RemedyKind::mappings, RemedyKind::spread}))
    options.push_back(asOptions(each));
  return options;
}

double completionOf(const Design& design) {
  return test::resultsOf(design).applications.front().completion;
}

std::string effectiveOf(const Design& design, const std::string& path) {
  const Value value = effectiveValue(design, path);
  return std::get<std::string>(value);
}

class ApplicationJudgeTest : public QObject {
  Q_OBJECT

 private slots:
  /// As many ranks as terminals are in the same places, one after the other or in turn.
  void mappingsThatMoveNobodyAreNotOffered() {
    for (const char* mapping : {"linear", "round_robin"}) {
      const std::string halo =
          fmt::format(R"({{"kind": "halo", "ranks": 16, "mapping": "{}"}})", mapping);
      for (const double load : {0.0, 0.1}) {
        Design design = designOf(kDragonfly, halo);
        design.settings["traffic.load"] = load;
        const std::vector<std::string> all = offered(design);
        const auto has = [&all](const char* option) {
          return std::find(all.begin(), all.end(), option) != all.end();
        };
        QVERIFY(has("--set applications.0.mapping=random"));
        QVERIFY(!has("--set applications.0.mapping=linear"));
        QVERIFY(!has("--set applications.0.mapping=round_robin"));
      }
    }
  }

  /// Two names for the same places are one thing to try.
  void equalMappingsAreOfferedOnce() {
    const std::vector<std::string> all =
        offered(designOf(kTorus, R"({"kind": "halo", "ranks": 64, "mapping": "random"})"));
    QVERIFY(!all.empty());
    QCOMPARE(all.front(), std::string("--set applications.0.mapping=linear"));
    for (const std::string& each : all)
      QVERIFY2(each.find("round_robin") == std::string::npos, each.c_str());
  }

  /// What is offered costs nothing to speak of where it does not help, and what helps is offered.
  void onlyWhatHelpsIsOffered() {
    for (const char* network : {kTorus, kDragonfly})
      for (const char* mapping : {"linear", "random"}) {
        std::string application = kFt;
        application.insert(1, fmt::format(R"("mapping": "{}", )", mapping));
        const Design design = designOf(network, application);
        const double before = completionOf(design);
        const std::vector<std::string> all = offered(design);
        for (const auto& [path, value] : {std::pair("applications.0.mapping", "random"),
                                          std::pair("applications.0.mapping", "linear"),
                                          std::pair("routing.algorithm", "valiant")}) {
          const Remedy remedy{sentence("It"), {{path, std::string(value)}}, {}};
          if (effectiveOf(design, path) == value) continue;
          const double share = completionOf(remedied(design, remedy)) / before;
          const bool is = std::find(all.begin(), all.end(), asOptions(remedy)) != all.end();
          const std::string words = fmt::format("{} from {}: {} of the time, offered: {}",
                                                asOptions(remedy), mapping, share, is);
          QVERIFY2(is ? share < 1.05 : share > 0.85, words.c_str());
        }
      }
  }

  /// Beside other traffic nobody knows what is in the way.
  void nothingIsKnownBesideOtherTraffic() {
    Design design = designOf(kTorus, kFt);
    QVERIFY(offered(design).empty());
    design.settings["traffic.load"] = 0.1;
    QVERIFY(!offered(design).empty());
  }
};

}  // namespace
}  // namespace hopscope

using hopscope::ApplicationJudgeTest;
HOPSCOPE_TEST(ApplicationJudgeTest)
#include "application_judge_test.moc"
