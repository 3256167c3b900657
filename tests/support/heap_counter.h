// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Counts what goes through operator new in this binary.
namespace hopscope::test {

std::uint64_t allocations();  ///< calls so far
std::int64_t bytesAlive();    ///< usable size of what is allocated now

}  // namespace hopscope::test
