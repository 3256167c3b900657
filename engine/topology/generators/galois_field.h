// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace hopscope::families {

/// Arithmetic in the finite field of q elements. An element 0 … q - 1 is a polynomial over the
/// integers modulo p, its coefficients being the digits to base p.
class GaloisField {
 public:
  /// `q` must be a prime power; about q² steps.
  explicit GaloisField(std::uint32_t q);

  std::uint32_t size() const { return size_; }
  std::uint32_t add(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t subtract(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t multiply(std::uint32_t a, std::uint32_t b) const;
  /// The exponent-th power of a generator of the multiplicative group.
  std::uint32_t power(std::uint32_t exponent) const { return powers_[exponent % (size_ - 1)]; }

 private:
  std::uint32_t timesGenerator(std::uint32_t element, std::uint32_t reduction) const;
  bool fillPowers(std::uint32_t reduction);

  std::uint32_t size_, prime_;
  std::vector<std::uint32_t> powers_;  ///< of the generator, from its 0th
  std::vector<std::uint32_t> logs_;    ///< of every element but 0
};

/// The prime of which q is a power, q >= 2.
std::optional<std::uint32_t> primeOfPower(std::uint32_t q);

}  // namespace hopscope::families
