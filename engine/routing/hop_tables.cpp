// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/routing/hop_tables.h"

#include "engine/routing/up_down_order.h"

namespace hopscope::routings {

HopTables::HopTables(const Topology& topology, unsigned tables)
    : HopTables(Neighbours(topology), tables) {}

HopTables::HopTables(const Neighbours& neighbours, unsigned tables)
    : routers_(static_cast<RouterId>(neighbours.of.size())), known_(routers_) {
  firstHop_.push_back(0);
  for (RouterId r = 0; r < routers_; ++r) {
    for (const auto& neighbour : neighbours.of[r]) {
      hops_.push_back({static_cast<std::uint32_t>(ports_.size()),
                       static_cast<std::uint32_t>(neighbour.ports.size()), neighbour.kind,
                       neighbour.router});
      ports_.insert(ports_.end(), neighbour.ports.begin(), neighbour.ports.end());
    }
    firstHop_.push_back(static_cast<std::uint32_t>(hops_.size()));
  }
  table_.resize(tables);
  for (auto& table : table_) table.assign(std::size_t{routers_} * routers_, 0);
  for (auto& sets : known_) sets[{}] = 0;
}

void HopTables::set(unsigned table, RouterId target, RouterId router,
                    const std::vector<std::uint32_t>& hops) {
  const auto next = static_cast<std::uint16_t>(known_[router].size());
  table_[table][std::size_t{target} * routers_ + router] =
      known_[router].try_emplace(hops, next).first->second;
}

void HopTables::finish() {
  for (const auto& sets : known_) {
    firstSet_.push_back(static_cast<std::uint32_t>(sets_.size()));
    sets_.resize(sets_.size() + sets.size());
    for (const auto& [hops, number] : sets) {
      sets_[firstSet_.back() + number] = {static_cast<std::uint32_t>(members_.size()),
                                          static_cast<std::uint32_t>(hops.size())};
      members_.insert(members_.end(), hops.begin(), hops.end());
    }
  }
  known_ = {};
}

}  // namespace hopscope::routings
