// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>

namespace hopscope {

/// What a design space has for the screen: parameters of requests, price lists with their sources,
/// columns of candidates with their units. For translators, beside catalogueWords().
std::set<std::string> exploreWords();

}  // namespace hopscope
