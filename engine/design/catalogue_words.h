// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>

namespace hopscope {

/// All words of the catalogue, of the design's sections and of statistics that a user reads:
/// labels, helps and units. For translators.
std::set<std::string> catalogueWords();

}  // namespace hopscope
