// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include <QTest>

#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "engine/study/results_json.h"
#include "tests/engine/design/random_designs.h"
#include "tests/support/test_main.h"

using namespace hopscope;
using hopscope::test::anyOf;

class SteppingTest : public QObject {
  Q_OBJECT

 private slots:
  void stepsDoNotMatter();
};

namespace {

/// A small design of any family with everything at random that decides when something is done.
Design randomRun() {
  static const std::vector<std::string> kinds = {"mesh",     "torus",        "dragonfly",
                                                 "crossbar", "k_ary_n_tree", "complete"};
  Design design;
  design.settings["topology.kind"] = *rc::gen::elementOf(kinds);
  const auto models = findParameter(design, "switch.model")->choices;
  design.settings["switch.model"] = (*rc::gen::elementOf(models)).name;
  const auto routings = findParameter(design, "routing.algorithm")->choices;
  design.settings["routing.algorithm"] = (*rc::gen::elementOf(routings)).name;
  design.settings["traffic.load"] = anyOf(0, 100) / 100.0;
  design.settings["run.seed"] = anyOf<std::int64_t>(0, 1'000'000);
  if (anyOf(0, 2) == 0)
    design.settings["run.warmup"] = std::string("mser5");
  else
    design.settings["run.warmup"] = anyOf<std::int64_t>(0, 600);
  design.settings["run.measure"] = anyOf<std::int64_t>(1, 800);
  design.settings["run.window"] = anyOf<std::int64_t>(1, 300);
  design.settings["run.max_cycles"] = anyOf<std::int64_t>(1400, 3000);
  if (anyOf(0, 3) == 0) design.settings["run.until_ci"] = anyOf(1, 20) / 2.0;
  if (findParameter(design, "switch.best_effort")) {  // circuits whose slots move on
    design.settings["switch.best_effort"] =
        *rc::gen::elementOf(std::vector<std::string>{"none", "free", "idle"});
    design.settings["switch.circuits"] =
        *rc::gen::elementOf(std::vector<std::string>{"all", "none", "self+1", "0>1 1>0 2>3"});
    design.settings["switch.slots_each"] = anyOf<std::int64_t>(1, 4);
    design.settings["switch.slot_length"] = anyOf<std::int64_t>(2, 8);
  }
  if (anyOf(0, 2) == 0)
    design.phases = {{anyOf<std::int64_t>(1, 900), {{"traffic.load", anyOf(0, 100) / 100.0}}}};
  return design;
}

std::string finished(Simulation& simulation, const Design& design) {
  Results results = simulation.results();
  results.wallSeconds = 0;
  return writeResults(design, *simulation.setup().topology, results);
}

}  // namespace

void SteppingTest::stepsDoNotMatter() {
  QVERIFY(rc::check("a run in steps gives the results of a run at once", [] {
    const Design design = randomRun();
    Compiled compiled = compile(design);
    RC_PRE(compiled.setup.has_value());
    Simulation free(*compiled.setup);
    while (!free.done()) free.advance(1'000'000);
    Simulation stepped(*compiled.setup);
    const bool single = anyOf(0, 2) == 0;
    Snapshot snapshot;
    while (!stepped.done()) {
      stepped.advance(single ? 1 : anyOf<Cycle>(1, 400));
      if (!single) stepped.snapshot(snapshot, {0, true, 100});
    }
    RC_ASSERT(finished(stepped, design) == finished(free, design));
    RC_ASSERT(stepped.violations().empty());
  }));
}

HOPSCOPE_TEST(SteppingTest)
#include "stepping_test.moc"
