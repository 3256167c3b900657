// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "engine/core/issue.h"

/// The classes of a mix in a document:
/// [{"name": "web", "share": 0.7, "pattern": "uniform"},
///  {"share": 0.3, "pattern": {"kind": "hot_spot", "share": 0.5}, "flits": 8}]
namespace hopscope {

/// Such a list as the text that stands for it among the settings; what it cannot be read for goes
/// to `issues`, below `path`. What the classes say is checked with the text.
std::optional<std::string> mixTextOf(const nlohmann::ordered_json& list, const std::string& path,
                                     Issues& issues);

/// The list of a text; of one that parseMix would not write itself, the text.
nlohmann::ordered_json mixJson(const std::string& text);

}  // namespace hopscope
