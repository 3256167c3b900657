// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope {

/// What the mouse does on the canvas.
enum class Tool : std::uint8_t { select, pan, router, terminal, link, note };

}  // namespace hopscope
