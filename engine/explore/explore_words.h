// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>

namespace hopscope {

/// What Explore has for the screen beside designs: models with their parameters and numbers; of a
/// design space, parameters of requests, price lists with their sources and columns of candidates.
/// For translators, beside catalogueWords().
std::set<std::string> exploreWords();

}  // namespace hopscope
