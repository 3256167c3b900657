// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/fabric/fabric.h"
#include "engine/routing/router_view.h"
#include "engine/switching/output_unit.h"

namespace hopscope {

/// What a routing decision sees of virtual cut-through routers.
class VctView final : public RouterView {
 public:
  explicit VctView(Fabric& fabric) : fabric_(fabric), outputUnit_(fabric) {}

  void setMemory(RouterMemory* memory) { memory_ = memory; }
  void setNow(Cycle now) { now_ = now; }

  Cycle now() const override { return now_; }
  RouterMemory* memory() const override { return memory_; }

  std::uint32_t occupancy(RouterId router, PortIndex port, VcIndex vc) const override {
    return fabric_.flitsAhead(output(router, port), vc);
  }

  std::uint32_t occupancyOfAll(RouterId router, PortIndex port, unsigned vcs) const override {
    const PortId id = output(router, port);
    std::uint32_t flits = 0;
    for (unsigned v = 0; v < vcs; ++v) flits += fabric_.flitsAhead(id, static_cast<VcIndex>(v));
    return flits;
  }

  const std::uint32_t* queueSums() const override {
    return fabric_.queueSums.empty() ? nullptr : fabric_.queueSums.data();
  }

  double meanOccupancy(RouterId router, PortIndex port) const override {
    return meanAhead(output(router, port));
  }
  void meanOccupancies(RouterId router, const PortIndex* ports, std::size_t count,
                       double* out) const override {
    for (std::size_t i = 0; i < count; ++i) out[i] = meanAhead(output(router, ports[i]));
  }

  std::uint32_t capacity(RouterId router, PortIndex port) const override {
    const OutputPort& out = fabric_.outputs[output(router, port)];
    // Where pauses tell, an output counts no room.
    return out.room < Fabric::kAnyRoom ? out.room
                                       : fabric_.inputRoom[fabric_.inputs[out.downstream].firstVc];
  }

  bool idle(RouterId router, PortIndex port) const override {
    return ahead(fabric_.outputs[output(router, port)].busyUntil, stampOf(now_)) <= 0;
  }

  VcMask free(RouterId router, PortIndex port) const override {
    const PortId id = output(router, port);
    const OutputPort& out = fabric_.outputs[id];
    if (out.downstream == kNone) return 1;
    VcMask mask = 0;
    for (VcIndex v = 0; v < fabric_.inputs[id].vcs; ++v)
      if (fabric_.used(id, v) + fabric_.longest <= out.room) mask |= VcMask{1} << v;
    return mask;
  }

  bool paused(RouterId router, PortIndex port, VcIndex vc) const override {
    const PortId id = output(router, port);
    const OutputPort& out = fabric_.outputs[id];
    if (out.downstream == kNone) return false;
    return fabric_.used(id, vc) + fabric_.longest > out.room || outputUnit_.full(id, stampOf(now_));
  }

 private:
  double meanAhead(PortId id) const {
    const VcIndex vcs = fabric_.inputs[id].vcs;
    std::uint32_t flits = 0;
    for (VcIndex v = 0; v < vcs; ++v) flits += fabric_.flitsAhead(id, v);
    return static_cast<double>(flits) / vcs;
  }
  PortId output(RouterId router, PortIndex port) const {
    return fabric_.topology->firstPort[router] + port;
  }

  const Fabric& fabric_;
  OutputUnit outputUnit_;
  RouterMemory* memory_ = nullptr;
  Cycle now_ = 0;
};

}  // namespace hopscope
