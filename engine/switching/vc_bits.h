// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

#include "engine/switching/bitmap.h"

namespace hopscope::wormhole {

/// Operations on a set of a router's input VCs: a bit for each in some machine words.
/// `kWords` is how many, or 0: `words` of them, known at run time only. Without branches where the
/// number is known: where the bits are is anybody's guess.
template <unsigned kWords>
class VcBits {
 public:
  explicit VcBits(unsigned words) : words_(kWords != 0 ? kWords : words) {}

  unsigned words() const { return kWords != 0 ? kWords : words_; }

  void set(std::uint64_t* mask, unsigned vc) const { mask[word(vc)] |= bit(vc); }
  void clear(std::uint64_t* mask, unsigned vc) const { mask[word(vc)] &= ~bit(vc); }
  void clearAll(std::uint64_t* mask) const {
    for (unsigned w = 0; w < words(); ++w) mask[w] = 0;
  }

  bool any(const std::uint64_t* mask) const {
    std::uint64_t all = 0;
    for (unsigned w = 0; w < words(); ++w) all |= mask[w];
    return all != 0;
  }

  /// Whether a set that is not empty has one member alone.
  bool hasOne(const std::uint64_t* mask) const {
    std::uint64_t all = 0;
    unsigned used = 0;
    for (unsigned w = 0; w < words(); ++w) {
      all |= mask[w];
      used += mask[w] != 0;
    }
    return (static_cast<unsigned>((all & (all - 1)) == 0) &
            static_cast<unsigned>(kWords == 1 || used == 1)) != 0;
  }

  /// The first member; there is one.
  unsigned first(const std::uint64_t* mask) const {
    unsigned w = 0;
    if constexpr (kWords == 2) w = mask[0] == 0;
    if constexpr (kWords == 0)
      while (mask[w] == 0) ++w;
    if (mask[w] == 0) __builtin_unreachable();
    return w * 64 + static_cast<unsigned>(std::countr_zero(mask[w]));
  }

  /// The first member at or after `from` (at most the end), round the end; there is one.
  unsigned next(const std::uint64_t* mask, unsigned from) const {
    if constexpr (kWords == 1) return nextBit(*mask, from);
    if constexpr (kWords == 2) {
      const std::uint64_t begins = ~std::uint64_t{0} << from % 64;
      const std::uint64_t inFirst = all(from % 128 < 64);
      std::uint64_t low = mask[0] & begins & inFirst, high = mask[1] & (begins | inFirst);
      const std::uint64_t none = all((low | high) == 0);
      low |= mask[0] & none;
      high |= mask[1] & none;
      const unsigned word = low == 0;
      return word * 64 + static_cast<unsigned>(std::countr_zero(low | (high & all(word != 0))));
    }
    unsigned first = 0, later = 0;
    bool found = false;
    for (unsigned w = words(); w-- > 0;) {
      if (mask[w] == 0) continue;
      first = w * 64 + static_cast<unsigned>(std::countr_zero(mask[w]));
      const std::uint64_t rest = mask[w] & notBefore(from, w);
      if (rest == 0) continue;
      later = w * 64 + static_cast<unsigned>(std::countr_zero(rest));
      found = true;
    }
    return found ? later : first;
  }

  /// The members among the `vcs` virtual channels from `first` on, which lie in one word.
  unsigned slice(const std::uint64_t* mask, unsigned first, unsigned vcs) const {
    return static_cast<unsigned>(mask[word(first)] >> first % 64) & ((1u << vcs) - 1);
  }

 private:
  static unsigned word(unsigned vc) { return kWords == 1 ? 0 : vc / 64; }
  static std::uint64_t all(bool ones) { return std::uint64_t{0} - ones; }
  static std::uint64_t bit(unsigned vc) { return std::uint64_t{1} << vc % 64; }
  /// Of word `w`, the bits of virtual channels from `from` on.
  static std::uint64_t notBefore(unsigned from, unsigned w) {
    const unsigned begin = from > w * 64 ? from - w * 64 : 0;
    return begin < 64 ? ~std::uint64_t{0} << begin : 0;
  }

  unsigned words_;
};

}  // namespace hopscope::wormhole
