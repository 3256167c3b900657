// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/fabric/fabric.h"
#include "engine/routing/router_view.h"
#include "engine/switching/congestion_board.h"

namespace hopscope {

/// What a routing decision sees of virtual cut-through routers.
class VctView final : public RouterView {
 public:
  /// `board` may be nullptr.
  VctView(const Fabric& fabric, const CongestionBoard* board) : fabric_(fabric), board_(board) {}

  void setBoard(const CongestionBoard* board) { board_ = board; }

  std::uint32_t occupancy(RouterId router, PortIndex port, VcIndex vc) const override {
    return fabric_.used(output(router, port), vc);
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

  bool congested(RouterId observer, RouterId owner, PortIndex port) const override {
    return board_ != nullptr && board_->congested(observer, owner, output(owner, port));
  }

 private:
  PortId output(RouterId router, PortIndex port) const {
    return fabric_.topology->firstPort[router] + port;
  }

  const Fabric& fabric_;
  const CongestionBoard* board_;
};

}  // namespace hopscope
