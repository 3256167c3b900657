// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/greedy_scheduler.h"

#include <algorithm>

#include "engine/scheduling/greedy_rows.h"

namespace hopscope {
namespace {

/// The first column from `from` to `end` (exclusive) that is wanted, in no slot yet and free; kNone
/// without any.
std::uint32_t openColumn(const std::uint64_t* wanted, const std::uint64_t* established,
                         const std::uint64_t* busy, std::uint32_t from, std::uint32_t end) {
  if (from >= end) return kNone;
  const std::uint32_t last = (end - 1) / 64;
  std::uint64_t mask = ~std::uint64_t{0} << (from % 64);
  for (std::uint32_t w = from / 64; w <= last; ++w, mask = ~std::uint64_t{0}) {
    std::uint64_t open = wanted[w] & ~established[w] & ~busy[w] & mask;
    if (w == last && end % 64 != 0) open &= (std::uint64_t{1} << (end % 64)) - 1;
    if (open != 0) return w * 64 + static_cast<std::uint32_t>(std::countr_zero(open));
  }
  return kNone;
}

/// Whether there is such a column at all: in most rows there is none.
bool isOpen(const std::uint64_t* wanted, const std::uint64_t* established,
            const std::uint64_t* busy, std::uint32_t words) {
  std::uint64_t open = 0;
  for (std::uint32_t w = 0; w < words; ++w) open |= wanted[w] & ~established[w] & ~busy[w];
  return open != 0;
}

}  // namespace

GreedyScheduler::GreedyScheduler(CircuitRegisters& registers, SlotChoice choice,
                                 CellRotation rotation, std::uint64_t seed)
    : registers_(registers),
      choice_(choice),
      rotation_(rotation),
      rng_(seed, 0, RandomPurpose::arbitration) {
  // A pass releases and establishes at most once for each input.
  changes_.reserve(std::size_t{2} * registers.ports() *
                   (choice == SlotChoice::firstFit ? registers.slotCount() : 1));
}

void GreedyScheduler::pass(const BitMatrix& requests, std::uint32_t slot, CellCorner corner) {
  const std::uint32_t ports = registers_.ports();
  if (ports <= kMostPortsInRows && !registers_.hasRepeated())
    return passByRows(requests, slot, corner, registers_, changes_);
  const std::uint32_t words = requests.words();
  const std::uint64_t* const busy = registers_.busyOutputs(slot);
  for (std::uint32_t turn = 0; turn < ports; ++turn) {
    const std::uint32_t input =
        corner.input + turn < ports ? corner.input + turn : corner.input + turn - ports;
    const std::uint64_t* const wanted = requests.row(input);
    std::uint32_t from = corner.output;
    if (const std::uint32_t held = registers_.outputOf(slot, input); held != kNone) {
      if (bitAt(wanted, held)) continue;
      registers_.release(slot, input);
      changes_.push_back({slot, input, held, false});
      from = held;  // cells before this one have seen the input busy
    }
    const std::uint64_t* const established = registers_.established().row(input);
    if (!isOpen(wanted, established, busy, words)) continue;
    std::uint32_t output = kNone;
    if (from < corner.output) {
      output = openColumn(wanted, established, busy, from, corner.output);
    } else {
      output = openColumn(wanted, established, busy, from, ports);
      if (output == kNone) output = openColumn(wanted, established, busy, 0, corner.output);
    }
    if (output == kNone) continue;
    registers_.establish(slot, input, output);
    changes_.push_back({slot, input, output, true});
  }
}

CellCorner GreedyScheduler::nextCorner() {
  const std::uint32_t ports = registers_.ports();
  if (rotation_ == CellRotation::none) return {};
  if (rotation_ == CellRotation::random) {
    const std::uint32_t input = rng_.below(ports);
    return {input, rng_.below(ports)};
  }
  // Row and column move on together, and against each other once a round: every cell has its turn.
  const std::uint64_t turn = corners_++;
  return {static_cast<std::uint32_t>(turn % ports),
          static_cast<std::uint32_t>((turn + turn / ports) % ports)};
}

}  // namespace hopscope
