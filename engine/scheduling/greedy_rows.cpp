// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/greedy_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace hopscope {
namespace {

constexpr std::uint64_t maskIf(bool really) {
  return std::uint64_t{0} - std::uint64_t{really};
}

/// 1 if so, in a way that the compiler doesn't branch on.
constexpr std::uint32_t oneIf(bool really) {
  return std::uint32_t{really};
}

/// A bit for each port.
template <std::uint32_t words>
using PortSet = std::array<std::uint64_t, words>;

/// Of a set that is kept in words, without indexing it: the bit of one port, word by word.
template <std::uint32_t words>
void add(PortSet<words>& set, std::uint32_t port) {
  const std::uint64_t bit = std::uint64_t{1} << (port % 64);
  const std::uint64_t upper = std::uint64_t{0} - (port / 64);
  set[0] |= bit & ~upper;
  if constexpr (words == 2) set[1] |= bit & upper;
}

/// Columns in the order in which a pass looks at them: from the first on and round the end. Those
/// that the crossbar does not have stand among them, and are never open.
template <std::uint32_t words>
class ColumnOrder {
 public:
  explicit ColumnOrder(std::uint32_t first)
      : first_(first), shift_(first % 64), swap_(maskIf(first >= 64)) {}

  PortSet<words> of(const PortSet<words>& columns) const {
    if constexpr (words == 1) return {std::rotr(columns[0], static_cast<int>(shift_))};
    const std::uint64_t differ = (columns[0] ^ columns[words - 1]) & swap_;
    const std::uint64_t low = columns[0] ^ differ, high = columns[words - 1] ^ differ;
    PortSet<words> ordered;
    ordered[0] = low >> shift_ | high << 1 << (63 - shift_);
    ordered[words - 1] = high >> shift_ | low << 1 << (63 - shift_);
    return ordered;
  }
  std::uint32_t placeOf(std::uint32_t column) const { return (column - first_) % (64 * words); }
  std::uint32_t columnAt(std::uint32_t place) const { return (place + first_) % (64 * words); }

 private:
  std::uint32_t first_, shift_;
  std::uint64_t swap_;
};

/// A row that may toggle a cell. Columns by their places.
template <std::uint32_t words>
struct Row {
  PortSet<words> open;   ///< cells that it may establish, but for other rows' circuits
  PortSet<words> freed;  ///< the column of the cell that it releases
  std::uint32_t input;
  std::uint32_t change;  ///< its first, in the order of the cells
  std::uint32_t held;    ///< kNone: it holds nothing
  std::uint32_t chosen;  ///< the place of the cell that it establishes
};

template <std::uint32_t words>
class Pass {
 public:
  Pass(const BitMatrix& requests, std::uint32_t slot, CellCorner corner,
       CircuitRegisters& registers)
      : slot_(slot),
        ports_(registers.ports()),
        firstRow_(corner.input),
        order_(corner.output),
        view_(registers.view(slot)),
        wanted_(requests.row(0)),
        established_(view_.established->row(0)) {}

  void run(std::vector<CircuitChange>& changes) {
    find();
    const std::uint32_t word = firstRow_ / 64;
    const std::uint64_t later = ~std::uint64_t{0} << (firstRow_ % 64);
    gather(word, rowsOf_[word] & later);
    if constexpr (words == 2) gather(1 - word, rowsOf_[1 - word]);
    gather(word, rowsOf_[word] & ~later);
    choose();
    const std::size_t before = changes.size();
    changes.resize(before + releasing_ + establishing_);
    release(changes.data() + before);
    establish(changes.data() + before);
    *view_.circuits += establishing_ - releasing_;
  }

 private:
  /// Rows that hold what they want no more, or hold nothing and want what no slot has.
  void find() {
    for (std::uint32_t w = 0; w < words; ++w) {
      const std::uint64_t* const wanted = wanted_ + std::size_t{64} * w * words;
      const std::uint64_t* const established = established_ + std::size_t{64} * w * words;
      const std::uint32_t* const held = view_.outputOf + std::size_t{64} * w;
      std::uint64_t open = 0, stays = 0;
      for (std::uint32_t i = std::min(64U, ports_ - 64 * w); i-- > 0;) {
        std::uint64_t any = 0;
        for (std::uint32_t v = 0; v < words; ++v)
          any |= wanted[i * words + v] & ~established[i * words + v];
        open = open << 1 | oneIf(any != 0);
        stays = stays << 1 | (wanted[i * words + held[i] / 64 % words] >> (held[i] % 64) & 1);
      }
      const std::uint64_t holds = view_.busyInputs[w];
      rowsOf_[w] = (holds & ~stays) | (open & ~holds);
    }
  }

  /// A row that releases begins behind that cell: those before it have seen the input busy.
  void gather(std::uint32_t word, std::uint64_t rows) {
    std::uint32_t count = count_, releasing = releasing_;
    const ColumnOrder<words> order = order_;
    for (; rows != 0; rows &= rows - 1) {
      const std::uint32_t input = 64 * word + static_cast<std::uint32_t>(std::countr_zero(rows));
      const std::uint64_t* const wanted = wanted_ + std::size_t{input} * words;
      const std::uint64_t* const established = established_ + std::size_t{input} * words;
      PortSet<words> open;
      for (std::uint32_t w = 0; w < words; ++w) open[w] = wanted[w] & ~established[w];
      open = order.of(open);
      const std::uint32_t held = view_.outputOf[input];
      const std::uint32_t holds = oneIf(held != kNone);
      const std::uint32_t place = order.placeOf(held) & (0U - holds);
      const std::uint64_t bit = std::uint64_t{1} << (place % 64);
      const std::uint64_t really = std::uint64_t{0} - holds;
      Row<words>& row = rows_[count];
      if constexpr (words == 1) {
        row.open[0] = open[0] & ~(bit - 1);
        row.freed[0] = bit & really;
      } else {
        const std::uint64_t upper = std::uint64_t{0} - place / 64;
        row.open[0] = open[0] & ~((bit - 1) | upper);
        row.open[1] = open[1] & ~((bit - 1) & upper);
        row.freed[0] = bit & ~upper & really;
        row.freed[1] = bit & upper;
      }
      row.input = input;
      row.held = held;
      releases_[releasing] = count;
      releasing += holds;
      ++count;
    }
    count_ = count;
    releasing_ = releasing;
  }

  /// Each row's first cell whose output is free.
  void choose() {
    PortSet<words> free;
    for (std::uint32_t w = 0; w < words; ++w) free[w] = ~view_.busyOutputs[w];
    free = order_.of(free);
    std::uint32_t establishing = 0, change = 0;
    const std::uint32_t count = count_;
    for (std::uint32_t i = 0; i < count; ++i) {
      Row<words>& row = rows_[i];
      std::uint64_t chosen = 0;
      if constexpr (words == 1) {
        const std::uint64_t able = row.open[0] & free[0];
        chosen = able & (std::uint64_t{0} - able);
        free[0] = (free[0] | row.freed[0]) ^ chosen;
        row.chosen = static_cast<std::uint32_t>(std::countr_zero(chosen));
      } else {
        const std::uint64_t low = row.open[0] & free[0], high = row.open[1] & free[1];
        const std::uint64_t isHigh = maskIf(low == 0);
        const std::uint64_t ofLow = low & (std::uint64_t{0} - low);
        const std::uint64_t ofHigh = high & (std::uint64_t{0} - high) & isHigh;
        free[0] = (free[0] | row.freed[0]) ^ ofLow;
        free[1] = (free[1] | row.freed[1]) ^ ofHigh;
        chosen = ofLow | ofHigh;
        row.chosen = (static_cast<std::uint32_t>(std::countr_zero(chosen)) & 63) +
                     (static_cast<std::uint32_t>(isHigh) & 64);
      }
      row.change = change;
      establishes_[establishing] = i;
      const std::uint32_t establishes = oneIf(chosen != 0);
      establishing += establishes;
      change += establishes + oneIf(row.held != kNone);
    }
    establishing_ = establishing;
  }

  void release(CircuitChange* changes) {
    PortSet<words> inputs{}, outputs{};
    for (std::uint32_t i = 0; i < releasing_; ++i) {
      const Row<words>& row = rows_[releases_[i]];
      view_.outputOf[row.input] = kNone;
      view_.inputOf[row.held] = kNone;
      clearBit(established_ + std::size_t{row.input} * words, row.held);
      add<words>(inputs, row.input);
      add<words>(outputs, row.held);
      changes[row.change] = {slot_, row.input, row.held, false};
    }
    for (std::uint32_t w = 0; w < words; ++w) {
      view_.busyInputs[w] &= ~inputs[w];
      view_.busyOutputs[w] &= ~outputs[w];
    }
  }

  void establish(CircuitChange* changes) {
    PortSet<words> inputs{}, outputs{};
    for (std::uint32_t i = 0; i < establishing_; ++i) {
      const Row<words>& row = rows_[establishes_[i]];
      const std::uint32_t output = order_.columnAt(row.chosen);
      view_.outputOf[row.input] = output;
      view_.inputOf[output] = row.input;
      setBit(established_ + std::size_t{row.input} * words, output);
      add<words>(inputs, row.input);
      add<words>(outputs, output);
      changes[row.change + oneIf(row.held != kNone)] = {slot_, row.input, output, true};
    }
    for (std::uint32_t w = 0; w < words; ++w) {
      view_.busyInputs[w] |= inputs[w];
      view_.busyOutputs[w] |= outputs[w];
    }
  }

  static constexpr std::size_t kRoom = std::size_t{64} * words + 1;  // one that is none

  std::uint32_t slot_, ports_, firstRow_;
  ColumnOrder<words> order_;
  CircuitRegisters::SlotView view_;
  const std::uint64_t* wanted_;
  std::uint64_t* established_;
  PortSet<words> rowsOf_{};
  std::uint32_t count_ = 0, releasing_ = 0, establishing_ = 0;
  std::array<Row<words>, kRoom> rows_;
  std::array<std::uint32_t, kRoom> releases_, establishes_;  ///< rows
};

}  // namespace

void passByRows(const BitMatrix& requests, std::uint32_t slot, CellCorner corner,
                CircuitRegisters& registers, std::vector<CircuitChange>& changes) {
  if (requests.words() == 1)
    Pass<1>(requests, slot, corner, registers).run(changes);
  else
    Pass<2>(requests, slot, corner, registers).run(changes);
}

}  // namespace hopscope
