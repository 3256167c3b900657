// SPDX-License-Identifier: GPL-3.0-or-later
// Routing with an escape network under all the load there is: what is proved never deadlocks, and
// what is not proved does.
#include <QTest>
#include <algorithm>

#include "engine/design/compile.h"
#include "engine/routing/dependency_graph.h"
#include "engine/routing/family_routings.h"
#include "engine/simulation/simulation.h"
#include "engine/topology/generator.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr std::int64_t kCycles = 15'000;

struct Model {
  const char* name;
  Values settings;
};

std::vector<Model> models() {
  return {{"virtual cut-through", {{"switch.model", std::string("vct")}}},
          {"wormhole", {{"switch.model", std::string("wormhole")}}},
          {"store and forward",
           {{"switch.model", std::string("wormhole")},
            {"switch.flow_control", std::string("store_and_forward")}}}};
}

/// About 64 routers of each family.
Values sizeOf(const std::string& kind) {
  if (kind == "ring") return {{"topology.routers", std::int64_t{16}}};
  if (kind == "hypercube") return {{"topology.n", std::int64_t{6}}};
  return {{"topology.dimensions", std::vector<std::int64_t>{8, 8}}};
}

Design designOf(const std::string& kind, const std::string& routing, const Model& model,
                std::int64_t flits) {
  Design design;
  design.settings = model.settings;
  design.settings["topology.kind"] = kind;
  design.settings["routing.algorithm"] = routing;
  design.settings["traffic.load"] = 1.0;
  design.settings["traffic.packet_flits"] = flits;
  design.settings["run.warmup"] = std::int64_t{1000};
  design.settings["run.measure"] = kCycles;
  design.settings["run.max_cycles"] = kCycles + 1000;
  const bool vct = design.settings["switch.model"] == Value(std::string("vct"));
  if (!vct) design.settings["switch.buffer_flits"] = std::max<std::int64_t>(8, flits);
  for (const auto& [path, value] : sizeOf(kind)) design.settings[path] = value;
  return design;
}

bool isProved(const Setup& setup) {
  return examineDependencies(*setup.topology, *setup.routing, reuseOf(setup)).deadlockFree();
}

}  // namespace

class EscapeRunsTest : public QObject {
  Q_OBJECT

 private slots:
  void whatIsProvedGoesOn_data();
  void whatIsProvedGoesOn();
  void whatIsNotProvedStops();
};

void EscapeRunsTest::whatIsProvedGoesOn_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<QString>("routing");
  QTest::addColumn<int>("model");
  QTest::addColumn<int>("flits");
  for (const Generator& family : generators())
    for (const std::string& name : routingsOf(family.name)) {
      if (!routingAlgorithms().find(name)->escape) continue;
      for (int model = 0; model < static_cast<int>(models().size()); ++model)
        for (const int flits : {1, 4, 16})
          QTest::addRow("%s, %s, %s, %d flits", family.name.c_str(), name.c_str(),
                        models()[static_cast<std::size_t>(model)].name, flits)
              << QString::fromStdString(family.name) << QString::fromStdString(name) << model
              << flits;
    }
}

void EscapeRunsTest::whatIsProvedGoesOn() {
  QFETCH(const QString, kind);
  QFETCH(const QString, routing);
  QFETCH(const int, model);
  QFETCH(const int, flits);
  for (int seed = 1; seed <= 2; ++seed) {
    Design design = designOf(kind.toStdString(), routing.toStdString(),
                             models()[static_cast<std::size_t>(model)], flits);
    design.settings["run.seed"] = std::int64_t{seed};
    const Compiled compiled = compile(design);
    for (const Issue& issue : compiled.issues) qWarning("%s", describe(issue).c_str());
    QVERIFY(compiled.setup.has_value());
    QVERIFY(isProved(*compiled.setup));
    Simulation simulation(*compiled.setup);
    simulation.advance(2 * kCycles);
    const Results results = simulation.results();
    QVERIFY(results.verdict != Verdict::deadlocked);
    QVERIFY(results.cycles >= kCycles);
    // On a ring the escape carries nearly all of it, but it goes on.
    for (const WindowSample& window : results.windows) QVERIFY(window.acceptedLoad > 0);
  }
}

/// The same, but for virtual channels that are given away behind the tail.
void EscapeRunsTest::whatIsNotProvedStops() {
  for (std::size_t model = 1; model < models().size(); ++model) {
    int stopped = 0;
    for (int seed = 1; seed <= 4; ++seed) {
      Design design = designOf("mesh", "minimal_adaptive", models()[model], 4);
      design.settings["switch.reallocate"] = std::string("tail");
      design.settings["switch.virtual_channels"] = std::int64_t{2};
      design.settings["run.seed"] = std::int64_t{seed};
      const Compiled compiled = compile(design);
      QVERIFY(compiled.setup.has_value());
      QVERIFY(!isProved(*compiled.setup));
      Simulation simulation(*compiled.setup);
      simulation.advance(2 * kCycles);
      const Results results = simulation.results();
      stopped += results.verdict == Verdict::deadlocked;
      QCOMPARE(results.verdict == Verdict::deadlocked, !results.deadlock.empty());
    }
    QVERIFY2(stopped > 0, models()[model].name);
  }
}

}  // namespace hopscope

using hopscope::EscapeRunsTest;
HOPSCOPE_TEST(EscapeRunsTest)
#include "escape_runs_test.moc"
