// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace hopscope {

/// The routing algorithms that RoutingEntry::check lets have the family's network of default size,
/// in the order in which they are offered: the family's first ones, the default foremost, then all
/// others. For any other name those that fit a drawn network.
std::vector<std::string> routingsOf(const std::string& kind);

}  // namespace hopscope
