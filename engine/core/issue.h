// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/core/sentence.h"

namespace hopscope {

enum class Severity { note, warning, error };

/// What is wrong, where, and what to do about it.
struct Issue {
  Severity severity = Severity::error;
  std::string path;  ///< place: a dotted path into the design ("switch.buffers.local"), or a file
  Sentence text;     ///< one sentence: what is wrong
  Sentence remedy = {};  ///< one sentence: what is allowed, or what to do; may be empty

  bool operator==(const Issue&) const = default;
};

using Issues = std::vector<Issue>;

/// True when at least one of the issues forbids going on.
bool hasErrors(const Issues& issues);

/// "path: text remedy", for a terminal.
std::string describe(const Issue& issue);

}  // namespace hopscope
