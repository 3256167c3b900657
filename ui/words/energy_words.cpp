// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/energy_words.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "engine/simulation/parts_table.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

struct Unit {
  double size;
  const char* word;
};

/// Written in the largest of these (falling) units that leaves a figure before the point.
QString inUnits(double value, std::initializer_list<Unit> units) {
  if (!std::isfinite(value)) return QStringLiteral("–");
  const Unit* unit = units.end() - 1;
  for (const Unit& each : units) {
    if (std::abs(value) < each.size) continue;
    unit = &each;
    break;
  }
  const double shown = value / unit->size;
  const int before = shown == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(shown)))) + 1;
  return withUnit(realText(shown, std::clamp(3 - before, 0, 2)), unit->word);
}

}  // namespace

std::vector<EnergyCause> energyCauses() {
  std::vector<EnergyCause> causes;
  for (const EnergyPartEntry& each : onScreen(kEnergyParts))
    causes.push_back({engineText(each.words.label), each.part, each.words.curve});
  return causes;
}

QString energyText(double nanojoules) {
  return inUnits(nanojoules, {{1e9, "J"}, {1e6, "mJ"}, {1e3, "µJ"}, {1, "nJ"}});
}

QString powerText(double watts) {
  return inUnits(watts, {{1e6, "MW"}, {1e3, "kW"}, {1, "W"}, {1e-3, "mW"}});
}

}  // namespace hopscope
