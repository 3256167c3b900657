// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/applications/entries.h"

namespace hopscope {

const Registry<ApplicationEntry>& applications() {
  using namespace application;
  static const Registry<ApplicationEntry> registry({
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
  });
  return registry;
}

}  // namespace hopscope
