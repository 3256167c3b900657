// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/sending_time.h"

#include "engine/core/not_a_number.h"
#include "engine/traffic/silent_terminals.h"

namespace hopscope {
namespace {

/// A router whose terminals could send for less than this share of the time has no accepted load.
constexpr double kLeastSending = 0.1;

}  // namespace

double acceptedWhileSending(const SendingTotals& start, const SendingTotals& end, RouterId router) {
  const RouterSending &from = start.routers[router], &to = end.routers[router];
  const auto cycles = static_cast<double>(end.cycles - start.cycles);
  const Cycle any = to.any - from.any;
  if (any == 0 || static_cast<double>(any) < kLeastSending * cycles) return kNan;
  // Exact where the load stayed what it was.
  double senders = (to.cycles - from.cycles) / cycles;
  const double offered = end.offered - start.offered;
  if (end.loads != start.loads && offered > 0) senders = (to.offered - from.offered) / offered;
  return senders > 0 ? static_cast<double>(to.flits - from.flits) / senders / cycles : kNan;
}

SendingTime::SendingTime(const Setup& setup)
    : topology_(setup.topology.get()),
      all_(setup.applications != nullptr || setup.workload != nullptr),
      pattern_(setup.traffic),
      load_(setup.load),
      sends_(topology_->terminalCount(), false),
      senders_(topology_->routerCount(), 0),
      from_(topology_->routerCount(), 0) {
  before_.routers.resize(topology_->routerCount());
  before_.load = load_;
  count();
}

void SendingTime::count() {
  senders_.assign(topology_->routerCount(), 0);
  for (TerminalId t = 0; t < topology_->terminalCount(); ++t) {
    const bool able = all_ && (pattern_ == nullptr || !pattern_->silent(t));
    const double share = able ? 1 : pattern_ != nullptr ? sendingShare(*pattern_, t) : 0;
    sends_[t] = share > 0;
    senders_[topology_->terminals[t].router] += share;
  }
}

void SendingTime::change(const std::shared_ptr<const TrafficPattern>& pattern, double load,
                         Cycle now, const std::vector<std::uint64_t>& flits) {
  if (pattern == pattern_ && load == load_) return;
  add(before_, now, flits);
  load_ = load;
  if (pattern != pattern_) {
    pattern_ = pattern;
    count();
  }
  beginStretch(now, flits);
}

void SendingTime::pause(Cycle now, const std::vector<std::uint64_t>& flits) {
  add(before_, now, flits);
  beginStretch(now, flits);
  paused_ = true;
}

void SendingTime::resume(Cycle now, const std::vector<std::uint64_t>& flits) {
  paused_ = false;
  beginStretch(now, flits);
}

void SendingTime::beginStretch(Cycle now, const std::vector<std::uint64_t>& flits) {
  since_ = now;
  from_.assign(topology_->routerCount(), 0);
  for (TerminalId t = 0; t < topology_->terminalCount(); ++t) {
    const TerminalPlace& place = topology_->terminals[t];
    if (sends_[t]) from_[place.router] += flits[2 * place.link];
  }
}

void SendingTime::add(SendingTotals& totals, Cycle now,
                      const std::vector<std::uint64_t>& flits) const {
  const Cycle length = now - since_;
  if (paused_ || length == 0) return;
  const double offered = load_ * static_cast<double>(length);
  totals.cycles += length;
  totals.offered += offered;
  if (load_ != totals.load) ++totals.loads;
  totals.load = load_;
  for (TerminalId t = 0; t < topology_->terminalCount(); ++t) {
    const TerminalPlace& place = topology_->terminals[t];
    if (sends_[t]) totals.routers[place.router].flits += flits[2 * place.link];
  }
  for (RouterId r = 0; r < senders_.size(); ++r) {
    RouterSending& router = totals.routers[r];
    router.flits -= from_[r];
    router.cycles += senders_[r] * static_cast<double>(length);
    router.offered += senders_[r] * offered;
    if (senders_[r] > 0) router.any += length;
  }
}

void SendingTime::take(SendingTotals& totals, Cycle now,
                       const std::vector<std::uint64_t>& flits) const {
  totals = before_;
  add(totals, now, flits);
}

}  // namespace hopscope
