// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/generators/family.h"

namespace hopscope {

const Registry<Generator>& generators() {
  static const Registry<Generator> registry({
      families::mesh(),
      families::torus(),
      families::ring(),
      families::hypercube(),
      families::hyperx(),
      families::kAryNTree(),
      families::xgft(),
      families::foldedClos(),
      families::clos(),
      families::mikant(),
      families::dragonfly(),
      families::slimfly(),
      families::randomRegular(),
      families::complete(),
      families::crossbar(),
  });
  return registry;
}

}  // namespace hopscope
