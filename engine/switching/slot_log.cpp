// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/slot_log.h"

#include <algorithm>

namespace hopscope::hybrid {

void SlotLog::begin(const SlotTurn& turn, const CircuitRegisters& known,
                    const std::vector<std::uint64_t>& received) {
  open_ = next();
  turns_[open_] = turn;
  atBegin_.assign(received.begin(), received.end());
  LinkTurn* const links = links_.data() + open_ * ports_;
  std::fill(links, links + ports_, LinkTurn{});
  note(open_, known, received, links);
}

void SlotLog::end(Cycle now, const CircuitRegisters& known,
                  const std::vector<std::uint64_t>& received) {
  if (open_ == kTurns) return;
  turns_[open_].end = now;
  note(open_, known, received, links_.data() + open_ * ports_);
  open_ = kTurns;
}

void SlotLog::passOver(Cycle now, std::uint32_t slot, SlotFate fate) {
  const std::size_t turn = next();
  turns_[turn] = {slot, fate, now, now, now};
  std::fill_n(links_.data() + turn * ports_, ports_, LinkTurn{});
}

void SlotLog::flush(Cycle now) {
  if (count_ > 0) turns_[static_cast<std::size_t>((count_ - 1) % kTurns)].flushed = now;
}

/// Circuits that come or go in mid-turn are those of the whole turn.
void SlotLog::note(std::size_t turn, const CircuitRegisters& known,
                   const std::vector<std::uint64_t>& received, LinkTurn* links) const {
  const std::uint32_t slot = turns_[turn].slot;
  for (std::uint32_t output = 0; output < ports_; ++output) {
    LinkTurn& link = links[output];
    if (slot < known.slotCount() && link.input == kNone) link.input = known.inputOf(slot, output);
    link.flits = static_cast<std::uint32_t>(received[output] - atBegin_[output]);
  }
}

void SlotLog::read(const CircuitRegisters& known, const std::vector<std::uint64_t>& received,
                   CircuitDetail& out) const {
  const auto kept = static_cast<std::size_t>(std::min<std::uint64_t>(count_, kTurns));
  out.turns.resize(kept);
  out.links.resize(kept * ports_);
  for (std::size_t i = 0; i < kept; ++i) {
    const auto turn = static_cast<std::size_t>((count_ - kept + i) % kTurns);
    LinkTurn* const links = out.links.data() + i * ports_;
    out.turns[i] = turns_[turn];
    std::copy_n(links_.data() + turn * ports_, ports_, links);
    if (turn != open_) continue;
    out.turns[i].end = out.now;
    note(turn, known, received, links);
  }
}

}  // namespace hopscope::hybrid
