// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/arbiters.h"

#include <algorithm>

#include "engine/scheduling/round_robin.h"

namespace hopscope {
namespace {

/// Neighbouring numbers far from each other (the finalizer of SplitMix64; Steele, Lea & Flood,
/// OOPSLA 2014).
std::uint64_t scattered(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

}  // namespace

Arbiters::Arbiters(ArbiterKind kind, const std::vector<std::uint32_t>& sizes, std::uint64_t seed,
                   std::uint32_t firstStream)
    : kind_(kind), sizes_(sizes), pointers_(sizes.size(), 0) {
  if (kind == ArbiterKind::random)
    for (std::uint32_t i = 0; i < sizes.size(); ++i)
      lots_.push_back({Rng(seed, firstStream + i, RandomPurpose::arbitration)});
  if (kind != ArbiterKind::matrix) return;
  // A matrix of who beats whom, updated so that the served loses against all, is an order by the
  // time of service (Dally & Towles 2004, section 18.5). At first the higher number goes first.
  for (const std::uint32_t size : sizes) {
    first_.push_back(served_.size());
    for (std::uint32_t candidate = 0; candidate < size; ++candidate)
      served_.push_back(size - candidate);
    grants_ = std::max<std::uint64_t>(grants_, size);
  }
}

std::uint32_t Arbiters::turns(std::uint32_t arbiter, std::uint32_t candidate) const {
  return turnsUntil(candidate, pointers_[arbiter], sizes_[arbiter]);
}

std::uint64_t Arbiters::rank(std::uint32_t arbiter, std::uint32_t candidate, std::uint32_t birth) {
  switch (kind_) {
    case ArbiterKind::matrix:
      return served_[first_[arbiter] + candidate];
    case ArbiterKind::age:
      return (std::uint64_t{birth} << 16 & 0xffff'ffff'ffffu) | turns(arbiter, candidate);
    case ArbiterKind::random: {
      Lot& lot = lots_[arbiter];
      if (lot.drawnIn != pass_) {
        lot.drawnIn = pass_;
        lot.value = lot.rng.next();
      }
      return (scattered(lot.value + candidate) & ~std::uint64_t{0xffff}) | candidate;
    }
    case ArbiterKind::roundRobin:
      break;
  }
  return turns(arbiter, candidate);
}

void Arbiters::serve(std::uint32_t arbiter, std::uint32_t candidate) {
  pointers_[arbiter] = pointerAfter(candidate, sizes_[arbiter]);
  if (kind_ == ArbiterKind::matrix) served_[first_[arbiter] + candidate] = ++grants_;
}

}  // namespace hopscope
