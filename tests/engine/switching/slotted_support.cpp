// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/switching/slotted_support.h"

#include <QTest>
#include <string>

#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"

namespace hopscope::test {

Design slottedDesign(const char* kind, const Values& settings) {
  Design design;
  design.settings = {{"topology.kind", std::string(kind)},
                     {"switch.model", std::string("slotted")},
                     {"run.warmup", std::int64_t{2'000}}};
  for (const auto& [path, value] : settings) design.settings[path] = value;
  return design;
}

Results resultsOf(const Design& design, Cycle step) {
  Simulation simulation(*compile(design).setup);
  while (!simulation.done()) simulation.advance(step);
  return simulation.results();
}

void followAPacket(const Design& design) {
  Simulation followed(*compile(design).setup);
  followed.follow(5);
  followed.advance(10'000);
  Snapshot snapshot;
  followed.snapshot(snapshot);
  QVERIFY(snapshot.journey);
  const Journey& journey = *snapshot.journey;
  QVERIFY(journey.delivered > 0 && !journey.hops.empty());
  QCOMPARE(static_cast<Cycle>(journey.total().total()), journey.delivered - journey.birth);
}

bool isRefused(const Design& design, const char* path, const char* words) {
  const Compiled compiled = compile(design);
  if (compiled.setup || !hasErrors(compiled.issues)) return false;
  const Issue& first = compiled.issues.front();
  qDebug("%s", describe(first).c_str());
  return first.path == path && !first.remedy.empty() &&
         first.text.english().find(words) != std::string::npos;
}

}  // namespace hopscope::test
