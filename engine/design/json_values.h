// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where JSON meets values. Who reads the JSON itself includes <nlohmann/json.hpp>.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/parameter.h"

namespace hopscope {

using Json = nlohmann::ordered_json;

/// A setting of a document with its path there, before anything is known of it.
using RawSetting = std::pair<std::string, const Json*>;

/// Adds an error about what stands at `path`.
void refuse(Issues& issues, const std::string& path, Sentence text, Sentence remedy = {});

/// The leaves below `json` with their dotted paths, in document order. Empty objects are leaves.
void flatten(const Json& json, const std::string& path, std::vector<RawSetting>& out);

/// The value of a declared parameter. Whole numbers may be written as 8 or 8.0.
std::optional<Value> toValue(const Json& json, const Parameter& parameter, const std::string& path,
                             Issues& issues);

/// An id of a document: 0 to 4,294,967,294.
std::optional<std::uint32_t> toId(const Json& json, const std::string& path, Issues& issues);

/// The ids of a list; nothing is appended to `issues` where it is fine.
std::vector<std::uint32_t> toIds(const Json& json, const std::string& path, Issues& issues);

std::optional<std::string> toText(const Json& json, const std::string& path, Issues& issues);

/// "a list", "text": what stands in a document, in words.
Sentence kindInWords(const Json& json);

/// What was meant by a name that is not known.
Sentence suggestion(const std::string& typed, const std::vector<std::string>& known);

/// Whether `json`, which stands at `path`, is an object.
bool checkObject(const Json& json, const std::string& path, Issues& issues);
/// Whether it is one with no other keys than those that are known.
bool checkKeys(const Json& json, const std::string& path, const std::vector<std::string>& known,
               Issues& issues);

Json toJson(const Value& value);

/// Puts a value at a dotted path, making the objects on the way.
void put(Json& root, const std::string& path, Json value);

}  // namespace hopscope
