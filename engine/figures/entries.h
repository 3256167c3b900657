// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/figures/computation.h"

/// Every computation of figures that is no closed formula.
namespace hopscope::figures {

// cache_experiments.cpp
Computation cacheReferences();
Computation jobSizeSample();

}  // namespace hopscope::figures
