// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/energy_words.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "ui/shell/numbers.h"

namespace hopscope {

namespace {

struct Unit {
  double size;
  const char* word;
};

/// In the largest of these (falling) units that leaves a figure before the point.
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
  return {{QObject::tr("Processor and logic"), &EnergyParts::fixed, 8},
          {QObject::tr("Links"), &EnergyParts::links, 1},
          {QObject::tr("Buffers"), &EnergyParts::buffers, 3},
          {QObject::tr("Route lookup"), &EnergyParts::lookup, 6}};
}

QString energyText(double nanojoules) {
  return inUnits(nanojoules, {{1e9, "J"}, {1e6, "mJ"}, {1e3, "µJ"}, {1, "nJ"}});
}

QString powerText(double watts) {
  return inUnits(watts, {{1e6, "MW"}, {1e3, "kW"}, {1, "W"}, {1e-3, "mW"}});
}

}  // namespace hopscope
