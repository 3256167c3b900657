// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDebug>
#include <string>
#include <utility>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/simulation/simulation.h"
#include "engine/study/results_json.h"

namespace hopscope::test {

/// The sections of a design that deadlocks: a ring whose links have one virtual channel each.
inline constexpr const char* kDeadlockingRing = R"(
  "topology": {"kind": "ring", "routers": 6},
  "switch": {"virtual_channels": {"local": 1}, "buffers": {"local": 10, "injection": 50}},
  "routing": {"algorithm": "shortest_path", "allow_cycles": true},
  "traffic": {"load": 0.9, "packet_flits": 5},
  "run": {"warmup": 1000, "measure": 20000})";

/// The text of a design's file with these sections.
inline std::string designText(const std::string& sections) {
  return R"({"schema": "hopscope.design/1", )" + sections + "}";
}

/// A design of its sections as they stand in a file: `"topology": {…}, "traffic": {…}`.
inline Design writtenDesign(const std::string& sections) {
  const ParsedDesign parsed = parseDesign(designText(sections));
  for (const Issue& issue : parsed.issues) qWarning("%s", describe(issue).c_str());
  return parsed.design;
}

/// What it compiles to; says why where it does not, and throws.
inline Setup setupOf(const Design& design) {
  Compiled compiled = compile(design);
  for (const Issue& issue : compiled.issues) qWarning("%s", describe(issue).c_str());
  return std::move(compiled.setup.value());
}

/// What comes of a run of it up to its end.
inline Results resultsOf(const Design& design) {
  Simulation simulation(setupOf(design));
  while (!simulation.done()) simulation.advance(1000);
  return simulation.results();
}

/// All results of a run but the time it took.
inline std::string resultsText(const Simulation& simulation, const Design& design) {
  Results results = simulation.results();
  results.wallSeconds = 0;
  return writeResults(design, *simulation.setup().topology, results);
}

}  // namespace hopscope::test
