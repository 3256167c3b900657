// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace hopscope {

/// The context that translations of the engine's words stand in.
inline constexpr const char* kEngineContext = "Engine";

/// Words of the engine's registry (labels, helps, units and choices of parameters, routings,
/// topologies) in the user's language. The engine has them in English, for files and the command
/// line, and knows no translator; `hopscope-cli describe --ts` lists them for one.
QString engineText(const std::string& words);

}  // namespace hopscope
