// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <vector>

#include "ui/studies/comparison.h"

namespace hopscope {

/// What tells them apart in a few words, no two alike: the designs' names; of equal names one
/// setting in which all differ ("Valiant", "load 0.3"), or else two or three ("Valiant, 0.3"),
/// those that a person thinks in before others and the run's own, such as its seed, last. Values
/// too long for a name are numbered: "classes (1)". What no three settings tell apart is numbered:
/// "Valiant, run 2".
QStringList shortNames(const std::vector<Compared>& all);

}  // namespace hopscope
