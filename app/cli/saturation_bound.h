// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/simulation/setup.h"

namespace hopscope::cli {

/// The load that no oblivious routing of this kind exceeds, in a sentence; or why there is none.
std::string boundOf(const Setup& setup);

}  // namespace hopscope::cli
