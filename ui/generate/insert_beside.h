// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/design/design.h"
#include "ui/document/design_document.h"

namespace hopscope {

/// Most routers a network may have to be inserted as drawn parts.
inline constexpr std::uint64_t kMaxInsertedRouters = 5'000;

/// Adds a generated network to the right of what the document holds, as drawn parts, in one step,
/// and selects it.
void insertBeside(DesignDocument& document, const Design& generated);

}  // namespace hopscope
