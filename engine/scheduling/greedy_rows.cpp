// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/greedy_rows.h"

#include <array>
#include <bit>
#include <cstddef>

namespace hopscope {
namespace {

constexpr std::uint64_t maskIf(bool really) {
  return std::uint64_t{0} - std::uint64_t{really};
}

/// 1 if so, in a way that the compiler doesn't branch on.
constexpr std::uint64_t oneIf(bool really) {
  return std::uint64_t{really};
}

/// A row that may toggle a cell.
template <std::uint32_t words>
struct Row {
  std::array<std::uint64_t, words> open;  ///< cells without a circuit of its own; then: the chosen
  std::array<std::uint64_t, words> kept;  ///< all columns but that of the cell that it releases
  std::uint32_t input, held;              ///< kNone: it holds nothing
  std::uint32_t change;                   ///< its first, in the order of the cells
};

template <std::uint32_t words>
class Pass {
 public:
  Pass(const BitMatrix& requests, std::uint32_t slot, CellCorner corner,
       CircuitRegisters& registers)
      : slot_(slot), corner_(corner), requests_(requests), registers_(registers) {}

  void run(std::vector<CircuitChange>& changes) {
    gather(corner_.input, registers_.ports());
    gather(0, corner_.input);
    for (std::uint32_t i = 0; i < releasing_; ++i) begin(rows_[releases_[i]]);
    choose();
    const std::size_t before = changes.size();
    changes.resize(before + releasing_ + establishing_);
    release(changes.data() + before);
    establish(changes.data() + before);
  }

 private:
  /// Rows from `first` to `end` (exclusive) that hold what they want no more, or hold nothing and
  /// want what no slot has.
  void gather(std::uint32_t first, std::uint32_t end) {
    const std::uint64_t* wanted = requests_.row(first);
    const std::uint64_t* established = registers_.established().row(first);
    const CircuitRegisters& registers = registers_;
    const std::uint32_t slot = slot_;
    std::uint32_t count = count_, releasing = releasing_;
    for (std::uint32_t input = first; input < end; ++input, wanted += words, established += words) {
      Row<words>& row = rows_[count];
      std::uint64_t any = 0;
      for (std::uint32_t w = 0; w < words; ++w) {
        row.open[w] = wanted[w] & ~established[w];
        row.kept[w] = ~std::uint64_t{0};
        any |= row.open[w];
      }
      const std::uint32_t held = registers.outputOf(slot, input);
      row.input = input;
      row.held = held;
      const std::uint64_t stays = wanted[held / 64 % words] >> (held % 64);
      const std::uint64_t holds = oneIf(held != kNone);
      const std::uint64_t goes = holds & ~stays;
      releases_[releasing] = count;
      releasing += static_cast<std::uint32_t>(goes);
      count += static_cast<std::uint32_t>(goes | (oneIf(any != 0) & ~holds));
    }
    count_ = count;
    releasing_ = releasing;
  }

  /// A row that releases begins behind that cell: those before it have seen the input busy.
  void begin(Row<words>& row) const {
    const std::uint64_t bit = std::uint64_t{1} << (row.held % 64);
    const std::uint64_t inFront = maskIf(row.held < corner_.output);
    const std::uint64_t upper = std::uint64_t{0} - (row.held / 64);
    for (std::uint32_t w = 0; w < words; ++w) {
      const std::uint64_t here = w == 0 ? ~upper : upper;
      const std::uint64_t before = w == 0 ? (bit - 1) | upper : (bit - 1) & upper;
      row.open[w] &= ~((before & back_[w]) | (inFront & (before | back_[w])));
      row.kept[w] = ~(bit & here);
    }
  }

  /// Each row's first cell whose output is free, from the corner's column on and round the end.
  void choose() {
    std::array<std::uint64_t, words> busy;
    const std::array<std::uint64_t, words> back = back_;
    for (std::uint32_t w = 0; w < words; ++w) busy[w] = registers_.busyOutputs(slot_)[w];
    std::uint32_t establishing = 0, change = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
      Row<words>& row = rows_[i];
      std::array<std::uint64_t, words> free;
      std::uint64_t inBack = 0;
      for (std::uint32_t w = 0; w < words; ++w) {
        free[w] = row.open[w] & ~busy[w];
        inBack |= free[w] & back[w];
      }
      const std::uint64_t everywhere = maskIf(inBack == 0);
      std::uint64_t none = ~std::uint64_t{0}, any = 0;
      for (std::uint32_t w = 0; w < words; ++w) {
        const std::uint64_t left = free[w] & (back[w] | everywhere);
        const std::uint64_t chosen = left & (std::uint64_t{0} - left) & none;
        none &= maskIf(left == 0);
        any |= chosen;
        row.open[w] = chosen;
        busy[w] = (busy[w] & row.kept[w]) | chosen;
      }
      row.change = change;
      establishes_[establishing] = i;
      const auto establishes = static_cast<std::uint32_t>(oneIf(any != 0));
      establishing += establishes;
      change += establishes + static_cast<std::uint32_t>(oneIf(row.held != kNone));
    }
    establishing_ = establishing;
  }

  void release(CircuitChange* changes) {
    for (std::uint32_t i = 0; i < releasing_; ++i) {
      const Row<words>& row = rows_[releases_[i]];
      registers_.release(slot_, row.input);
      changes[row.change] = {slot_, row.input, row.held, false};
    }
  }

  void establish(CircuitChange* changes) {
    for (std::uint32_t i = 0; i < establishing_; ++i) {
      const Row<words>& row = rows_[establishes_[i]];
      std::uint64_t any = row.open[0];
      std::uint32_t output = 0;
      if constexpr (words == 2) {
        any |= row.open[1];
        output = static_cast<std::uint32_t>(oneIf(row.open[1] != 0)) * 64;
      }
      output += static_cast<std::uint32_t>(std::countr_zero(any)) % 64;
      registers_.establish(slot_, row.input, output);
      const auto behind = static_cast<std::uint32_t>(oneIf(row.held != kNone));
      changes[row.change + behind] = {slot_, row.input, output, true};
    }
  }

  static std::array<std::uint64_t, words> columnsFrom(std::uint32_t column) {
    std::array<std::uint64_t, words> from{};
    for (std::uint32_t w = column / 64; w < words; ++w) from[w] = ~std::uint64_t{0};
    from[column / 64] <<= column % 64;
    return from;
  }

  static constexpr std::size_t kRoom = std::size_t{64} * words + 1;  // one that is no candidate

  std::uint32_t slot_;
  CellCorner corner_;
  const BitMatrix& requests_;
  CircuitRegisters& registers_;
  std::array<std::uint64_t, words> back_ = columnsFrom(corner_.output);
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
