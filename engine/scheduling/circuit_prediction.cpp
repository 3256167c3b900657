// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/circuit_prediction.h"

namespace hopscope {

IdleCircuits::IdleCircuits(Eviction eviction, Cycle limit, std::uint32_t circuits)
    : eviction_(eviction), limit_(limit), nodes_(circuits) {}

void IdleCircuits::unlink(std::uint32_t circuit) {
  Node& node = nodes_[circuit];
  if (!node.listed) return;
  (node.before == kNone ? first_ : nodes_[node.before].after) = node.after;
  (node.after == kNone ? last_ : nodes_[node.after].before) = node.before;
  node = {};
}

void IdleCircuits::used(std::uint32_t circuit) {
  ++uses_;
  unlink(circuit);
}

void IdleCircuits::idle(std::uint32_t circuit, Cycle now) {
  unlink(circuit);
  nodes_[circuit] = {last_, kNone, clock(now), true};
  (last_ == kNone ? first_ : nodes_[last_].after) = circuit;
  last_ = circuit;
}

void IdleCircuits::removed(std::uint32_t circuit) {
  unlink(circuit);
}

std::uint32_t IdleCircuits::due(Cycle now) const {
  if (eviction_ == Eviction::never || first_ == kNone) return kNone;
  return clock(now) - nodes_[first_].since >= limit_ ? first_ : kNone;
}

Cycle IdleCircuits::nextDue() const {
  if (eviction_ != Eviction::timeOut || first_ == kNone) return -1;
  return nodes_[first_].since + limit_;
}

}  // namespace hopscope
