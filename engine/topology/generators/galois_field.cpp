// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/generators/galois_field.h"

#include <algorithm>

namespace hopscope::families {

std::optional<std::uint32_t> primeOfPower(std::uint32_t q) {
  if (q < 2) return std::nullopt;
  std::uint32_t prime = 2;
  while (prime * prime <= q && q % prime != 0) ++prime;
  if (q % prime != 0) prime = q;
  while (q % prime == 0) q /= prime;
  if (q != 1) return std::nullopt;
  return prime;
}

GaloisField::GaloisField(std::uint32_t q) : size_(q), prime_(primeOfPower(q).value_or(q)) {
  // x generates the group for some monic polynomial x^n - reduction(x): then that polynomial is
  // irreducible, since all elements but 0 are powers of x.
  std::uint32_t reduction = 1;
  while (reduction < size_ && !fillPowers(reduction)) ++reduction;
}

std::uint32_t GaloisField::add(std::uint32_t a, std::uint32_t b) const {
  std::uint32_t sum = 0;
  for (std::uint32_t place = 1; place < size_; place *= prime_)
    sum += (a / place + b / place) % prime_ * place;
  return sum;
}

std::uint32_t GaloisField::subtract(std::uint32_t a, std::uint32_t b) const {
  std::uint32_t difference = 0;
  for (std::uint32_t place = 1; place < size_; place *= prime_)
    difference += (a / place + prime_ - b / place % prime_) % prime_ * place;
  return difference;
}

std::uint32_t GaloisField::multiply(std::uint32_t a, std::uint32_t b) const {
  if (a == 0 || b == 0) return 0;
  return power(logs_[a] + logs_[b]);
}

std::uint32_t GaloisField::timesGenerator(std::uint32_t element, std::uint32_t reduction) const {
  const std::uint32_t top = size_ / prime_;
  const std::uint32_t carry = element / top;  // the coefficient that moves to x^n
  std::uint32_t result = element % top * prime_;
  for (std::uint32_t i = 0; i < carry; ++i) result = add(result, reduction);
  return result;
}

bool GaloisField::fillPowers(std::uint32_t reduction) {
  powers_.assign(1, 1);
  logs_.assign(size_, 0);
  std::vector<bool> seen(size_, false);
  seen[1] = true;
  for (std::uint32_t exponent = 1; exponent + 1 < size_; ++exponent) {
    const std::uint32_t next = timesGenerator(powers_.back(), reduction);
    if (next == 0 || seen[next]) return false;
    seen[next] = true;
    logs_[next] = exponent;
    powers_.push_back(next);
  }
  return true;
}

}  // namespace hopscope::families
