// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives that go on beside the programs of their ranks, as on the stream of a library of
// collectives or a thread that makes progress: they take no time of the rank.
#include <algorithm>

#include "engine/workload/endpoints.h"

namespace hopscope {

/// Begins the collective that the rank is at.
bool Endpoints::begin(Rank& rank, Cycle now) {
  if (freeBeside_ == kNone) {
    freeBeside_ = static_cast<std::uint32_t>(beside_.size());
    beside_.emplace_back().self.index = rankCount_ + freeBeside_;
  }
  BesideCollective& begun = beside_[freeBeside_];
  freeBeside_ = begun.next;
  begun.rank = rank.index;
  begun.sent = now;
  Rank& self = begun.self;
  self.script.restart(*rank.operation, rank.script.rank());
  self.path = rank.path;
  self.id = rank.id;
  self.terminal = rank.terminal;
  self.phase = RankPhase::computing;
  begun.request = newRequest(rank, rank.operation->request);
  requests_[begun.request].beside = true;
  requests_[begun.request].peer = self.index;
  if (rank.beside == kNone) {
    rank.beside = static_cast<std::uint32_t>(besideTimes_.size());
    besideTimes_.emplace_back();
  }
  BesideTimes& times = besideTimes_[rank.beside];
  if (times.underWay++ == 0) times.since = now;
  run(self, now);
  return true;
}

/// All its steps have been begun: it is over when all that they began is.
void Endpoints::endBeside(Rank& self, Cycle now) {
  if (self.groups != kNone) {
    static const Operation all = Operation::waitAll();
    self.operation = &all;
    if (!waitFor(self, now)) return;
  }
  if (self.call != 0) noteCall(self, 0, now);
  BesideCollective& ended = besideOf(self);
  Rank& rank = ranks_[ended.rank];
  BesideTimes& times = besideTimes_[rank.beside];
  if (--times.underWay == 0) times.cycles += now - times.since;
  if (rank.phase == RankPhase::waiting &&
      isWaitedFor(rank, groups_[requests_[ended.request].group])) {
    times.exposed += now - std::max(rank.since, times.waited);
    times.waited = now;
  }
  // The next one may take its place before the rank has gone on.
  const PathParts path = self.path;
  const Cycle sent = ended.sent;
  ended.next = freeBeside_;
  freeBeside_ = self.index - rankCount_;
  if (Rank* const released = completed(ended.request)) release(*released, now, path, sent);
}

}  // namespace hopscope
