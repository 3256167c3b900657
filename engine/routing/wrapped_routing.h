// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/routing/routing_algorithm.h"

namespace hopscope {

/// A routing that does what another one does. Classes derived from it say where they differ; what
/// RoutingAlgorithm gains is passed on here, for all of them. But for `outputs`, which follow from
/// `candidates` so that both stay the same, and `evenness` and `firstLegClass`, which end where one
/// differs.
class WrappedRouting : public RoutingAlgorithm {
 public:
  explicit WrappedRouting(std::shared_ptr<const RoutingAlgorithm> base) : base_(std::move(base)) {}

  const std::shared_ptr<const RoutingAlgorithm>& sharedBase() const { return base_; }

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override {
    base_->starts(source, destination, out);
  }
  double likelihood(TerminalId source, TerminalId destination, RouteState state) const override {
    return base_->likelihood(source, destination, state);
  }
  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    base_->candidates(router, input, state, out);
  }
  RouteState start(TerminalId source, TerminalId destination, Rng& rng) const override {
    return base_->start(source, destination, rng);
  }
  RouteChoice route(RouterId router, PortIndex input, RouteState state) const override {
    return base_->route(router, input, state);
  }
  Decides decides() const override { return base_->decides(); }
  bool decidesOnce() const override { return base_->decidesOnce(); }
  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng& rng) const override {
    return base_->choose(view, router, input, state, rng);
  }
  bool looksElsewhere() const override { return base_->looksElsewhere(); }
  bool redraws() const override { return base_->redraws(); }
  RouteState redraw(const RouterView& view, const SourceAttempt& attempt, Rng& rng) const override {
    return base_->redraw(view, attempt, rng);
  }
  std::unique_ptr<RouterMemory> makeMemory(const MemoryPlan& plan) const override {
    return base_->makeMemory(plan);
  }
  Learnt learns() const override { return base_->learns(); }
  void describe(const RouterView& view, RouterId router,
                std::vector<LearntFact>& out) const override {
    base_->describe(view, router, out);
  }
  std::optional<CongestionPoints> congestionPoints() const override {
    return base_->congestionPoints();
  }
  RouteState noticeState(TerminalId destination, std::uint32_t feedback) const override {
    return base_->noticeState(destination, feedback);
  }
  VcMask noticeVcs(LinkKind kind) const override { return base_->noticeVcs(kind); }
  PathKind pathKind(RouteState state) const override { return base_->pathKind(state); }
  RouterId intermediate(RouterId router, RouteState state) const override {
    return base_->intermediate(router, state);
  }
  std::uint32_t parallelLinks() const override { return base_->parallelLinks(); }
  RouteState onLink(RouteState state, std::uint32_t link) const override {
    return base_->onLink(state, link);
  }
  std::uint32_t routingClass(TerminalId terminal) const override {
    return base_->routingClass(terminal);
  }
  bool looksAtInput() const override { return base_->looksAtInput(); }

 protected:
  const RoutingAlgorithm& base() const { return *base_; }

 private:
  std::shared_ptr<const RoutingAlgorithm> base_;
};

}  // namespace hopscope
