// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "engine/routing/acor_levels.h"
#include "engine/routing/congestion_board.h"
#include "engine/routing/dragonfly_paths.h"
#include "engine/routing/group_counters.h"
#include "engine/routing/router_memory.h"

namespace hopscope::routings {

/// What the routers of a part of a Dragonfly remember for DragonflyNonminimal: what each of its
/// policies needs, and no more.
class DragonflyMemory final : public RouterMemory {
 public:
  /// `paths` outlives it.
  DragonflyMemory(const MemoryPlan& plan, const DragonflyPolicy& policy,
                  const DragonflyPaths& paths);

  Hears hears() const override;
  void queueChanged(RouterId router, PortIndex output) override;
  void settle(Cycle now, const RouterView& view) override;
  void entered(Cycle now, const SourceHead& packet) override;
  void refused(Cycle now, const SourceHead& head, std::uint32_t wanted) override;
  void granted(Cycle now, const SourceHead& head, std::uint32_t taken) override;
  double learnt(Cycle now, RouterId router, PortIndex port) override;
  void describe(Cycle now, RouterId router, std::vector<LearntFact>& out) override;
  void leaveRoom() override;

  /// The steps that the head of a source queue chooses between, worked out once for each state.
  const PathComparison& compare(RouterId router, PortIndex input, RouteState state);

  bool congested(RouterId observer, RouterId owner, PortIndex port) const {
    return board_ && board_->congested(observer, owner, port);
  }
  /// nullptr where the policy has none.
  AcorLevels* levels() { return levels_ ? &*levels_ : nullptr; }
  GroupCounters* counters() { return counters_ ? &*counters_ : nullptr; }

 private:
  struct Compared {
    RouteState state;
    PathComparison paths;
  };

  std::uint32_t offsetTo(const SourceHead& packet) const;

  const DragonflyPaths& paths_;
  RouterId firstRouter_;
  std::uint32_t terminalsEach_;  ///< of a router
  std::optional<CongestionBoard> board_;
  std::optional<AcorLevels> levels_;
  std::optional<GroupCounters> counters_;
  std::vector<Compared> compared_;  ///< per terminal; empty where nothing is compared
};

}  // namespace hopscope::routings
