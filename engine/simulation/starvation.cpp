// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/starvation.h"

#include <algorithm>
#include <cmath>

namespace hopscope {
namespace {

constexpr double kGetsIn = 0.9;  ///< of what is to be sent: who gets in less starves
constexpr double kFewest = 100;  ///< packets; of fewer nothing is known
constexpr double kByChance = 5;  ///< beyond which no terminal of many is the one by chance

}  // namespace

Starvation::Starvation(const Topology& topology, double packetFlits)
    : topology_(&topology),
      packetFlits_(packetFlits),
      before_(topology.terminalCount()),
      routers_(topology.routerCount()) {}

Starvation::Sender Starvation::sinceThen(TerminalId terminal,
                                         const std::vector<std::uint64_t>& offered,
                                         const std::vector<std::uint64_t>& channelFlits) const {
  const Sender& before = before_[terminal];
  return {offered[terminal] - before.offered,
          channelFlits[2 * topology_->terminals[terminal].link] - before.sent};
}

bool Starvation::starves(const Sender& sender, double sentAlone) const {
  const double offered = sentAlone * static_cast<double>(sender.offered) / packetFlits_;
  const double sent = static_cast<double>(sender.sent) / packetFlits_;
  return offered >= kFewest && sent < kGetsIn * offered &&
         offered - sent > kByChance * std::sqrt(offered);
}

void Starvation::beginStretch(const std::vector<std::uint64_t>& offered,
                              const std::vector<std::uint64_t>& channelFlits) {
  for (TerminalId t = 0; t < before_.size(); ++t)
    before_[t] = {offered[t], channelFlits[2 * topology_->terminals[t].link]};
}

bool Starvation::someStarve(const std::vector<std::uint64_t>& offered,
                            const std::vector<std::uint64_t>& channelFlits,
                            double sentAlone) const {
  std::fill(routers_.begin(), routers_.end(), Sender{});
  for (TerminalId t = 0; t < before_.size(); ++t) {
    const Sender sender = sinceThen(t, offered, channelFlits);
    if (starves(sender, sentAlone)) return true;
    Sender& router = routers_[topology_->terminals[t].router];
    router.offered += sender.offered;
    router.sent += sender.sent;
  }
  return std::any_of(routers_.begin(), routers_.end(),
                     [&](const Sender& router) { return starves(router, sentAlone); });
}

}  // namespace hopscope
