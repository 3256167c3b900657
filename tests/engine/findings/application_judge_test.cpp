// SPDX-License-Identifier: GPL-3.0-or-later
// Which mappings and routings are offered to applications, alone and beside other traffic.
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
const char* const kTree = R"("topology": {"kind": "k_ary_n_tree", "k": 4, "n": 3})";
const char* const kSmallFt = R"({"kind": "npb_ft", "ranks": 64, "class": "S", "iterations": 1})";
const char* const kFt = R"({"kind": "npb_ft", "ranks": 64, "class": "W", "iterations": 1})";

Design designOf(const char* network, const std::string& application, double load = 0) {
  return test::writtenDesign(fmt::format(R"({}, "traffic": {{"load": {}}}, "applications": [{}])",
                                         network, load, application));
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
        const std::vector<std::string> all = offered(designOf(kDragonfly, halo, load));
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

  void onlyWhatHelpsIsOffered_data() {
    QTest::addColumn<QString>("network");
    QTest::addColumn<QString>("mapping");
    QTest::addColumn<double>("load");
    for (const auto& [name, network] :
         {std::pair("torus", kTorus), std::pair("Dragonfly", kDragonfly),
          std::pair("fat tree", kTree)})
      for (const auto& [mapping, load] :
           {std::pair("linear", 0.0), std::pair("random", 0.0), std::pair("linear", 0.3)})
        QTest::addRow("%s, %s, beside %g", name, mapping, load) << network << mapping << load;
  }

  /// What is offered costs nothing to speak of where it does not help, and what helps is offered.
  void onlyWhatHelpsIsOffered() {
    QFETCH(const QString, network);
    QFETCH(const QString, mapping);
    QFETCH(const double, load);
    const std::string from = mapping.toStdString();
    std::string application = load > 0 ? kSmallFt : kFt;
    application.insert(1, fmt::format(R"("mapping": "{}", )", from));
    const Design design = designOf(network.toUtf8().constData(), application, load);
    const double before = completionOf(design);
    const std::vector<std::string> all = offered(design);
    for (const auto& [path, value] : {std::pair("applications.0.mapping", "random"),
                                      std::pair("applications.0.mapping", "linear"),
                                      std::pair("routing.algorithm", "valiant")}) {
      const Remedy remedy{sentence("It"), {{path, std::string(value)}}, {}};
      if (effectiveOf(design, path) == value) continue;
      const Design changed = remedied(design, remedy);
      if (!compile(changed).setup) continue;
      const double share = completionOf(changed) / before;
      const bool is = std::find(all.begin(), all.end(), asOptions(remedy)) != all.end();
      const std::string words = fmt::format("{} from {}: {} of the time, offered: {}",
                                            asOptions(remedy), from, share, is);
      // Beside other traffic small messages wait in queues, of which channels' rates tell nothing.
      QVERIFY2(is ? share < 1.05 : share > 0.85 || load > 0, words.c_str());
    }
  }

  /// What phases bring has yet to come.
  void nothingIsKnownBeforePhases() {
    Design design = designOf(kTorus, kFt, 0.1);
    QVERIFY(offered(design).empty());
    Phase phase;
    phase.at = 1000;
    phase.set["traffic.load"] = 0.3;
    design.phases.push_back(phase);
    QVERIFY(!offered(design).empty());
  }
};

}  // namespace
}  // namespace hopscope

using hopscope::ApplicationJudgeTest;
HOPSCOPE_TEST(ApplicationJudgeTest)
#include "application_judge_test.moc"
