// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace hopscope {

/// A file that is built into the program (cmake/Embed.cmake).
struct EmbeddedFile {
  std::string name;  ///< below its folder, without ending
  std::string_view text;
};

}  // namespace hopscope
