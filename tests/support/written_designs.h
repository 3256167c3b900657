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

/// A design of its sections as they stand in a file: `"topology": {…}, "traffic": {…}`.
inline Design writtenDesign(const std::string& sections) {
  const ParsedDesign parsed = parseDesign(R"({"schema": "hopscope.design/1", )" + sections + "}");
  for (const Issue& issue : parsed.issues) qWarning("%s", describe(issue).c_str());
  return parsed.design;
}

/// What it compiles to; says why where it does not, and throws.
inline Setup setupOf(const Design& design) {
  Compiled compiled = compile(design);
  for (const Issue& issue : compiled.issues) qWarning("%s", describe(issue).c_str());
  return std::move(compiled.setup.value());
}

/// All results of a run but the time it took.
inline std::string resultsText(const Simulation& simulation, const Design& design) {
  Results results = simulation.results();
  results.wallSeconds = 0;
  return writeResults(design, *simulation.setup().topology, results);
}

}  // namespace hopscope::test
