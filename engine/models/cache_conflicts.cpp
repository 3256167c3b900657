// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/models/cache_conflicts.h"

#include <boost/math/distributions/binomial.hpp>
#include <cmath>

#include "engine/core/declare.h"
#include "engine/models/entries.h"

namespace hopscope::formulas {

double expectedDisplaced(std::int64_t keys, std::int64_t entries, std::int64_t ways) {
  const auto sets = static_cast<double>(entries / ways);
  if (sets == 1) return std::fmax(0.0, static_cast<double>(keys - ways));
  // Boost's and not by std::lgamma, which writes the global signgam: models run on several threads.
  const boost::math::binomial keysInSet(static_cast<double>(keys), 1 / sets);
  double surplus = 0;
  for (std::int64_t inSet = ways + 1; inSet <= keys; ++inSet) {
    const auto count = static_cast<double>(inSet);
    const double probability = boost::math::pdf(keysInSet, count);
    surplus += (count - static_cast<double>(ways)) * probability;
    if (probability < 1e-18 && count > boost::math::mean(keysInSet)) break;
  }
  return surplus * sets;
}

Model cacheConflicts() {
  using declare::number;
  Model model;
  model.name = "cache_conflicts";
  model.label = "Conflicts in a cache filled at random";
  model.help = "Distinct keys, each in a random set: how many are displaced on average.";
  model.source = "Hirasawa 2022, Figure 4.5; the expectation is the binomial one";
  model.parameters = {
      number(ParameterType::integer, "keys", "Keys", std::int64_t{512}, 1, 1'000'000, "", ""),
      number(ParameterType::integer, "entries", "Entries", std::int64_t{2048}, 1, 1'000'000, "",
             "A multiple of the ways."),
      number(ParameterType::integer, "ways", "Ways", std::int64_t{4}, 1, 1'000'000, "", "")};
  model.outputs = {{"displaced", "Displaced keys", ""},
                   {"of_keys", "Displaced, of the keys", "%"},
                   {"of_entries", "Displaced, of the entries", "%"}};
  model.check = [](const Values& values) -> Issues {
    if (integerAt(values, "entries") % integerAt(values, "ways") == 0) return {};
    return {{Severity::error, "ways", sentence("The ways do not divide the entries."),
             sentence("Choose entries that are a multiple of the ways.")}};
  };
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const double displaced = expectedDisplaced(
        integerAt(values, "keys"), integerAt(values, "entries"), integerAt(values, "ways"));
    return {displaced, 100 * displaced / realAt(values, "keys"),
            100 * displaced / realAt(values, "entries")};
  };
  return model;
}

}  // namespace hopscope::formulas
