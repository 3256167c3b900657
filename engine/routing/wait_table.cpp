// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/wait_table.h"

#include <algorithm>
#include <map>

namespace hopscope {
namespace {

/// All planes together, in 64-bit words: 2 GB.
constexpr std::size_t kMostWords = std::size_t{1} << 28;

}  // namespace

WaitTable::WaitTable(const Topology& topology) : topology_(topology) {
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    firstWord_.push_back(planeWords_);
    words_.push_back(static_cast<std::uint16_t>((topology.radix(r) + 63u) / 64u));
    planeWords_ += std::size_t{topology.radix(r)} * words_.back();
  }
}

std::atomic<std::uint64_t>* WaitTable::newPlane(VcMask held, VcMask wanted) {
  const std::lock_guard lock(mutex_);
  const std::size_t count = count_.load(std::memory_order_relaxed);
  for (std::size_t k = 0; k < count; ++k)
    if (kinds_[k].held == held && kinds_[k].wanted == wanted) return kinds_[k].bits.get();
  if (count == kMostKinds || (count + 1) * planeWords_ > kMostWords) {
    overflowed_ = true;
    return nullptr;
  }
  kinds_[count].held = held;
  kinds_[count].wanted = wanted;
  kinds_[count].bits = std::make_unique<std::atomic<std::uint64_t>[]>(planeWords_);
  count_.store(count + 1, std::memory_order_release);
  return kinds_[count].bits.get();
}

WaitGraph::WaitGraph(const WaitTable& table) : table_(table) {
  // Virtual channels with the same marks stand together: mark 2k where kind k holds them, 2k + 1
  // where it wants them.
  const std::size_t kinds = table.count_;
  std::map<std::vector<std::size_t>, VcMask> together;
  for (VcIndex vc = 0; vc < 32; ++vc) {
    std::vector<std::size_t> marks;
    for (std::size_t k = 0; k < kinds; ++k) {
      if (table.kinds_[k].held >> vc & 1u) marks.push_back(2 * k);
      if (table.kinds_[k].wanted >> vc & 1u) marks.push_back(2 * k + 1);
    }
    if (!marks.empty()) together[marks] |= VcMask{1} << vc;
  }
  for (const auto& [marks, vcs] : together) atoms_.push_back(vcs);
  std::sort(atoms_.begin(), atoms_.end(),
            [](VcMask a, VcMask b) { return std::countr_zero(a) < std::countr_zero(b); });
  if (atoms_.empty()) atoms_.push_back(1);
  planes_.resize(atoms_.size() * atoms_.size());
  for (std::size_t held = 0; held < atoms_.size(); ++held)
    for (std::size_t wanted = 0; wanted < atoms_.size(); ++wanted)
      for (std::size_t k = 0; k < kinds; ++k)
        if ((table.kinds_[k].held & atoms_[held]) != 0 &&
            (table.kinds_[k].wanted & atoms_[wanted]) != 0)
          planes_[held * atoms_.size() + wanted].push_back(table.kinds_[k].bits.get());
}

std::uint64_t WaitGraph::dependencies() const {
  std::uint64_t count = 0;
  for (std::size_t held = 0; held < atoms_.size(); ++held)
    for (std::size_t wanted = 0; wanted < atoms_.size(); ++wanted) {
      const Planes& planes = planes_[held * atoms_.size() + wanted];
      if (planes.empty()) continue;
      std::uint64_t bits = 0;
      for (std::size_t w = 0; w < table_.planeWords_; ++w)
        bits += static_cast<unsigned>(std::popcount(word(planes, w)));
      count +=
          bits * static_cast<unsigned>(std::popcount(atoms_[held]) * std::popcount(atoms_[wanted]));
    }
  return count;
}

}  // namespace hopscope
