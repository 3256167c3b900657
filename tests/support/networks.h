// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>

#include "engine/topology/generator.h"

namespace hopscope::test {

inline const Generator& family(const std::string& kind) {
  const Generator* generator = generators().find(kind);
  if (generator == nullptr) throw std::out_of_range(kind);
  return *generator;
}

/// The family's defaults with `given` in their place.
inline Values completed(const std::string& kind, const Values& given = {}) {
  Values values = given;
  for (const Parameter& parameter : family(kind).parameters)
    values.emplace(parameter.name, parameter.fallback);
  return values;
}

inline Topology network(const std::string& kind, const Values& given = {}) {
  return family(kind).build(completed(kind, given));
}

inline TopologyFacts facts(const std::string& kind, const Values& given = {}) {
  return family(kind).facts(completed(kind, given));
}

/// An empty drawn network with the link classes "terminal" and "local".
inline TopologyBuilder drawing() {
  return {"custom", {}, {{"terminal", "terminal", LinkKind::terminal}, {"local", "link"}}};
}

inline Values treeOf(std::int64_t n, std::int64_t k) {
  return {{"n", n}, {"k", k}};
}

inline Values dragonflyOf(std::int64_t p, std::int64_t a, std::int64_t h, std::int64_t groups = 0) {
  return {{"p", p}, {"a", a}, {"h", h}, {"groups", groups}};
}

}  // namespace hopscope::test
