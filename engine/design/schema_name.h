// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hopscope {

/// What a design document says it is; the number grows with every change that older readers would
/// misunderstand.
inline constexpr const char* kSchemaFamily = "hopscope.design/";
inline constexpr const char* kSchemaName = "hopscope.design/1";

}  // namespace hopscope
