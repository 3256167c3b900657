// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/bit_matrix.h"
#include "engine/scheduling/circuit_registers.h"
#include "engine/scheduling/greedy_scheduler.h"

namespace hopscope {

/// Up to so many ports a row of cells fits into two words.
inline constexpr std::uint32_t kMostPortsInRows = 128;

/// A pass of the greedy scheduler (GreedyScheduler::pass) over a crossbar of at most so many ports,
/// no pair of which has circuits in two slots. Appends to `changes`.
///
/// Which rows toggle a cell, and which cell, is anybody's guess, so nothing branches on it: first
/// the rows are found that may, a bit each; then what of each is open but for other rows' circuits,
/// in the order in which the pass looks at columns; row after row then takes its first cell whose
/// output is free, and at last the registers are written.
void passByRows(const BitMatrix& requests, std::uint32_t slot, CellCorner corner,
                CircuitRegisters& registers, std::vector<CircuitChange>& changes);

}  // namespace hopscope
