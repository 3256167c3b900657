// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hopscope {

/// A JSON file of projects/examples/, built into the program.
struct EmbeddedFile {
  std::string name;  ///< without folder and ending
  std::string_view text;
};

const std::vector<EmbeddedFile>& embeddedFiles();

}  // namespace hopscope
