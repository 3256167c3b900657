// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/rng.h"

#include <Random123/philox.h>

namespace hopscope {
namespace {

using Philox = r123::Philox4x32_R<7>;

/// One block of random words from the key and the counter.
Philox::ctr_type block(std::uint32_t key, std::uint32_t stream, std::uint64_t counter) {
  const Philox::ctr_type input = {
      {static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32), stream, 0}};
  const Philox::key_type keys = {{key, 0x9e3779b9u}};
  return Philox{}(input, keys);
}

}  // namespace

Rng::Rng(std::uint64_t seed, std::uint32_t component, RandomPurpose purpose) {
  const auto mixed = block(static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(purpose),
                           (seed & 0xffffffff00000000u) | component);
  key_ = mixed[0];
  stream_ = mixed[1];
}

std::uint64_t Rng::next() {
  const auto words = block(key_, stream_, counter_++);
  return (std::uint64_t{words[0]} << 32) | words[1];
}

std::uint32_t Rng::below(std::uint32_t bound) {
  return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
}

double Rng::unit() {
  return unitOf(next());
}

}  // namespace hopscope
