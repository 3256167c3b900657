// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine/simulation/results.h"

namespace hopscope {

/// What takes energy in a switch, with its colour everywhere; what is always taken comes first.
struct EnergyCause {
  QString name;
  double EnergyParts::*part = nullptr;
  int curve = 1;
};
std::vector<EnergyCause> energyCauses();

/// Three significant figures with their unit: "812 nJ", "1.20 mJ", "–" for NaN.
QString energyText(double nanojoules);
QString powerText(double watts);  ///< "48.2 W", "1.30 kW"

}  // namespace hopscope
