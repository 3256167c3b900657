// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/sending_time.h"

#include <algorithm>

#include "engine/traffic/silent_terminals.h"

namespace hopscope {

SendingTime::SendingTime(const Setup& setup)
    : topology_(setup.topology.get()),
      all_(setup.applications != nullptr || setup.workload != nullptr),
      pattern_(setup.traffic),
      senders_(topology_->routerCount(), 0),
      most_(topology_->routerCount(), 0),
      before_(topology_->routerCount(), 0) {
  count();
}

void SendingTime::count() {
  senders_.assign(topology_->routerCount(), 0);
  for (TerminalId t = 0; t < topology_->terminalCount(); ++t)
    if (all_ || (pattern_ != nullptr && sends(*pattern_, t)))
      ++senders_[topology_->terminals[t].router];
  for (RouterId r = 0; r < senders_.size(); ++r) most_[r] = std::max(most_[r], senders_[r]);
}

void SendingTime::change(const std::shared_ptr<const TrafficPattern>& pattern, Cycle now) {
  if (pattern == pattern_ || all_) return;
  take(before_, now);
  since_ = now;
  pattern_ = pattern;
  count();
}

void SendingTime::take(std::vector<std::uint64_t>& cycles, Cycle now) const {
  const auto length = static_cast<std::uint64_t>(now - since_);
  cycles.resize(senders_.size());
  for (RouterId r = 0; r < senders_.size(); ++r) cycles[r] = before_[r] + senders_[r] * length;
}

}  // namespace hopscope
