// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace hopscope {

/// The value of one declared parameter. A quantity with a unit may stand as text ("90 ns").
using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>>;

/// Values by parameter name, in alphabetical order.
using Values = std::map<std::string, Value, std::less<>>;

/// The value as a person would type it: true, 5, 0.3, uniform, [8, 8].
std::string toText(const Value& value);

/// Readers for checked values. An absent name or another type is a programming error and throws
/// std::out_of_range or std::bad_variant_access; an integer serves as a real.
std::int64_t integerAt(const Values& values, const std::string& name);
double realAt(const Values& values, const std::string& name);
const std::string& textAt(const Values& values, const std::string& name);
const std::vector<std::int64_t>& integersAt(const Values& values, const std::string& name);

}  // namespace hopscope
