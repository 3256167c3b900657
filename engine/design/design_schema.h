// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace hopscope {

/// The design document as JSON Schema (draft 2020-12), generated from the catalogue. It says what
/// can be said of single values; contradictions between them are found by validate().
std::string designSchema();

}  // namespace hopscope
