// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

#include "engine/core/issue.h"

namespace hopscope {

/// The context that translations of the engine's words stand in.
inline constexpr const char* kEngineContext = "Engine";

/// Words of the engine's registry (labels, helps, units and choices of parameters, routings,
/// topologies) in the user's language. The engine has them in English, for files and the command
/// line, and knows no translator; `hopscope-cli describe --ts` lists them for one.
QString engineText(const std::string& words);

/// A sentence of the engine, with the words of the registry in it, in the user's language and with
/// his decimal sign.
QString engineText(const Sentence& sentence);

/// What is wrong and what to do about it, in the user's language. Only the English words are to be
/// searched or compared.
QString issueText(const Issue& issue);

}  // namespace hopscope
