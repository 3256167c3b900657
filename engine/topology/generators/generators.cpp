// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/generators/family.h"

namespace hopscope {

namespace {

Registry<Generator>& knownFamilies() {
  static Registry<Generator> registry({
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

}  // namespace

const Registry<Generator>& generators() {
  return knownFamilies();
}

const Generator* familyOf(const Topology& topology) {
  return generators().find(topology.kind);
}

Grouping groupingOf(const Topology& topology) {
  const Generator* family = familyOf(topology);
  return family != nullptr ? family->groups : Grouping{};
}

Structure structureOf(const Topology& topology) {
  const Generator* family = familyOf(topology);
  return family != nullptr && family->structure ? family->structure(topology.parameters)
                                                : Structure{};
}

AddedFamily::AddedFamily(Generator family) {
  knownFamilies().add(std::move(family));
}

AddedFamily::~AddedFamily() {
  knownFamilies().removeLast();
}

}  // namespace hopscope
