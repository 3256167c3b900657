// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/slots_shown.h"

#include <QObject>
#include <algorithm>

namespace hopscope {

SlotsShown slotsNow(const CircuitDetail& detail) {
  SlotsShown shown;
  shown.circuitSlots = detail.circuitSlots;
  shown.guard = static_cast<double>(detail.guard);
  shown.current = detail.slot;
  shown.since = static_cast<double>(detail.now - detail.slotBegin);
  for (std::uint32_t slot = 0; slot < detail.uses.size(); ++slot) {
    const SlotUse& use = detail.uses[slot];
    SlotShown each;
    each.worms = use.worms;
    each.length = static_cast<double>(detail.lengthOf(slot));
    if (!use.worms) each.circuits = detail.known.circuits(slot);
    each.turns = use.turns;
    each.skipped = use.skipped;
    each.preempted = use.preempted;
    each.used = use.busy;
    each.idle = use.time - use.busy;
    const auto last = std::find_if(detail.turns.rbegin(), detail.turns.rend(),
                                   [slot](const SlotTurn& turn) { return turn.slot == slot; });
    if (last != detail.turns.rend()) each.latest = last->fate;
    shown.all.push_back(each);
  }
  return shown;
}

SlotsShown slotsOf(const std::vector<SlotResult>& results) {
  SlotsShown shown;
  double usual = 1;
  for (const SlotResult& slot : results) {
    SlotShown each;
    each.worms = slot.name == "worms";
    if (!each.worms) ++shown.circuitSlots;
    each.turns = slot.turns;
    each.skipped = slot.skipped;
    each.preempted = slot.preempted;
    each.used = slot.used;
    each.idle = slot.idle;
    if (slot.turns > 0)
      usual = each.length =
          static_cast<double>(slot.used + slot.idle) / static_cast<double>(slot.turns);
    each.latest = slot.turns > 0                  ? SlotFate::used
                  : slot.preempted > slot.skipped ? SlotFate::preempted
                                                  : SlotFate::skipped;
    shown.all.push_back(each);
  }
  // One that never had a turn is as long as others.
  for (SlotShown& each : shown.all)
    if (each.turns == 0) each.length = usual;
  return shown;
}

QString slotName(std::uint32_t slot, std::uint32_t circuitSlots) {
  return slot < circuitSlots ? QObject::tr("Slot %1").arg(slot) : QObject::tr("Slot of worms");
}

}  // namespace hopscope
