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

TopologyFacts knownFacts(const Topology& topology) {
  const Generator* family = familyOf(topology);
  if (family == nullptr) return measureFacts(topology);
  const TopologyFacts formulas = family->facts(topology.parameters);
  if (formulas.diameter) return formulas;
  TopologyFacts facts = measureFacts(topology);
  facts.groups = formulas.groups;
  facts.bisection = formulas.bisection;
  return facts;
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
