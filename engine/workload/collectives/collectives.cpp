// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/collectives/ranged.h"

namespace hopscope {

const Registry<CollectiveEntry>& collectives() {
  using namespace collective;
  static const Registry<CollectiveEntry> registry({
      barrierDissemination(),   barrierTree(),
      broadcastBinomial(),      broadcastScatter(),
      reduceBinomial(),         gatherBinomial(),
      scatterBinomial(),        allGatherRing(),
      allGatherRecursive(),     reduceScatterRing(),
      reduceScatterRecursive(), allReduceRing(),
      allReduceDoubling(),      allReduceHalving(),
      allReduceDoubleTree(),    allReduceHierarchical(),
      allToAllPairwise(),       allToAllBruck(),
      allToAllDirect(),
  });
  return registry;
}

const Collective& collectiveNamed(std::string_view name) {
  return *collectives().find(name)->collective;
}

}  // namespace hopscope
