// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "engine/workload/applications/entries.h"
#include "engine/workload/applications/trace_program.h"

namespace hopscope {
namespace {

std::vector<ApplicationEntry> withTraces(std::vector<ApplicationEntry> entries) {
  for (const TraceFormat& format : traceFormats())
    entries.push_back(application::traceProgram(format));
  return entries;
}

}  // namespace

const Registry<ApplicationEntry>& applications() {
  using namespace application;
  static const Registry<ApplicationEntry> registry(withTraces({
      pingPong(),
      collectiveLoop(),
      halo(),
      application::sweep(),
      embarrassinglyParallel(),
      integerSort(),
      fourierTransform(),
      conjugateGradient(),
      multigrid(),
      lowerUpper(),
      blockTridiagonal(),
      scalarPentadiagonal(),
      dataTraffic(),
      matrixProduct(),
      application::graph500(),
      training(),
      commandFile(),
  }));
  return registry;
}

}  // namespace hopscope
