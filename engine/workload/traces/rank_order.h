// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/issue.h"

namespace hopscope {

/// In which order files are those of ranks 0, 1, 2, …: by the number in which their names differ,
/// as in "run7.12.et"; files whose names have no such number stay as they are given. Nothing, and
/// an issue, where several numbers may be meant, or two files have the same; a warning where one
/// seems to be missing.
std::optional<std::vector<std::size_t>> rankOrder(const std::vector<std::string>& files,
                                                  Issues& issues);

}  // namespace hopscope
