// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace hopscope {

/// The engine's version; stored with every run.
inline constexpr std::string_view kEngineVersion = "0.1.0";

}  // namespace hopscope
