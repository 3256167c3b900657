// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope {

/// Messages from a rank to another, numbered over all jobs.
struct MatrixEntry {
  std::uint32_t source = 0, destination = 0;
  std::uint64_t messages = 0, bytes = 0;

  bool operator==(const MatrixEntry&) const = default;
};

}  // namespace hopscope
