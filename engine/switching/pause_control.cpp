// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/switching/pause_control.h"

namespace hopscope {

PauseControl::PauseControl(Fabric& fabric, PortId first, PortId last)
    : fabric_(fabric), first_(first), stopped_(last - first, 0) {
  for (PortId id = first; id < last; ++id)
    if (fabric.outputs[id].downstream != kNone) counted_.channels += fabric.inputs[id].vcs;
}

bool PauseControl::filled(PortId input, VcIndex vc) {
  const InputPort& in = fabric_.inputs[input];
  if (in.upstream == kNone) return false;  // a terminal sends no more than there is room for
  std::uint16_t& stopped = stopped_[input - first_];
  const auto bit = static_cast<std::uint16_t>(1u << vc);
  if ((stopped & bit) != 0) return false;
  if (fabric_.inputVcs[in.firstVc + vc].flits <= fabric_.pauseLimits[input].xoff) return false;
  stopped = static_cast<std::uint16_t>(stopped | bit);
  return true;
}

bool PauseControl::drained(PortId input, VcIndex vc) {
  std::uint16_t& stopped = stopped_[input - first_];
  const auto bit = static_cast<std::uint16_t>(1u << vc);
  if ((stopped & bit) == 0) return false;
  const InputPort& in = fabric_.inputs[input];
  if (fabric_.inputVcs[in.firstVc + vc].flits > fabric_.pauseLimits[input].xon) return false;
  stopped = static_cast<std::uint16_t>(stopped & ~bit);
  return true;
}

void PauseControl::hear(Cycle now, const Pause& pause) {
  counted_.cycles += paused_ * static_cast<std::uint64_t>(now - since_);
  since_ = now;
  std::uint32_t& used = fabric_.used(pause.output, pause.vc);
  if (pause.on) {
    used |= Fabric::kPaused;
    ++paused_;
    ++counted_.pauses;
  } else {
    used &= ~Fabric::kPaused;
    --paused_;
  }
}

void PauseControl::observe(std::vector<ChannelPause>& out) const {
  if (paused_ == 0) return;
  for (PortId id = first_; id < first_ + stopped_.size(); ++id) {
    if (fabric_.outputs[id].downstream == kNone) continue;
    ChannelPause seen{fabric_.topology->ports[id].out, 0, fabric_.inputs[id].vcs};
    for (VcIndex vc = 0; vc < fabric_.inputs[id].vcs; ++vc)
      if ((fabric_.used(id, vc) & Fabric::kPaused) != 0) ++seen.paused;
    if (seen.paused > 0) out.push_back(seen);
  }
}

PauseCounts PauseControl::counts(Cycle now) const {
  PauseCounts counts = counted_;
  counts.cycles += paused_ * static_cast<std::uint64_t>(now - since_);
  return counts;
}

}  // namespace hopscope
