// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>

#include "engine/scheduling/cell_array.h"
#include "engine/switching/circuit_observation.h"

/// What there is to say of circuits, their slots and their scheduler, in sentences. Ports are those
/// of the crossbar, which have the numbers of its terminals.
namespace hopscope {

/// "Input 3 to output 7: a circuit in slot 1, waits for the turn; 24 flits wait for the circuit."
QString pairWords(const CircuitDetail& detail, std::uint32_t input, std::uint32_t output);

/// "Cycles 1,200 to 1,220, slot 2: circuit from input 3 to output 7, 18 flits." Of a turn of
/// `detail` and the link of that output.
QString linkTurnWords(const CircuitDetail& detail, std::size_t turn, std::uint32_t output);
/// "Cycle 1,220, slot 3: skipped, as nothing is set up there."
QString turnWords(const CircuitDetail& detail, std::size_t turn);

/// "Input 3, output 7: asked for, and both ports are free: a circuit is made. L 1, …" Of a cell
/// that has something to do, or nothing.
QString cellWords(const CellArray& cells, std::uint32_t input, std::uint32_t output);

/// "slots 0, 2 and 5".
QString slotList(const std::vector<std::uint32_t>& which);

}  // namespace hopscope
