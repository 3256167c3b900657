// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scheduling/slot_scheduler.h"

namespace hopscope {

const Registry<SlotSchedulerEntry>& slotSchedulers() {
  static const Registry<SlotSchedulerEntry> registry(std::vector<SlotSchedulerEntry>{
      circuits::greedySlotScheduler(), circuits::kStepSlotScheduler(),
      circuits::levelWiseSlotScheduler(), circuits::localSlotScheduler()});
  return registry;
}

}  // namespace hopscope
