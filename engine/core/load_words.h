// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/core/sentence.h"

namespace hopscope {

/// A load as it stands in a sentence: "0.300", and "0.0042" where three decimals would leave little
/// of it; "not known" for NaN.
Sentence loadInFigures(double load);

/// Half of the interval of such a load, with as many figures.
Sentence intervalInFigures(double halfWidth, double load);

}  // namespace hopscope
