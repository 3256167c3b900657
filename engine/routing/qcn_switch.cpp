// SPDX-License-Identifier: GPL-3.0-or-later
// QCN-Switch: conditional rules whose condition is a draw against the probability of the port of
// the minimal path. Notices of queues that are too long (IEEE 802.1Qau) lower it, packets sent
// raise it.
#include <algorithm>
#include <string>

#include "engine/core/declare.h"
#include "engine/routing/conditional_dragonfly.h"
#include "engine/routing/dragonfly_slots.h"
#include "engine/routing/entries.h"
#include "engine/routing/qcn_memory.h"
#include "engine/routing/qcn_notice.h"
#include "engine/routing/router_view.h"
#include "engine/topology/structure.h"

namespace hopscope::routings {
namespace {

using declare::choice;

/// Virtual channels of the notices: the last of each kind of link.
constexpr unsigned kNoticeLocals = 2, kNoticeGlobals = 1;

/// Those that are left for data.
VcCounts dataChannels(const VcCounts& all) {
  return {all.local - std::min(all.local, kNoticeLocals),
          all.global - std::min(all.global, kNoticeGlobals)};
}

DragonflySlots noticeSlots(const VcCounts& data) {
  const std::string order = "L" + std::to_string(data.local) + " G" + std::to_string(data.global) +
                            " L" + std::to_string(data.local + 1);
  return *DragonflySlots::read(order, {});
}

class QcnSwitch final : public RoutingAlgorithm {
 public:
  QcnSwitch(const Topology& topology, const SlotOrder& order, const VcCounts& data, bool repeats,
            const QcnReaction& reaction, const CongestionPoints& points)
      : paths_(topology, order, repeats),
        data_(data),
        noticeSlots_(noticeSlots(data)),
        reaction_(reaction),
        points_(points) {}

  void starts(TerminalId source, TerminalId destination,
              std::vector<RouteState>& out) const override {
    out.push_back(paths_.start(source, destination));
    out.push_back(noticeState(destination, 0));
  }
  /// The proof follows notices, too; of the load they are no part.
  double likelihood(TerminalId /*source*/, TerminalId /*destination*/,
                    RouteState state) const override {
    return isNotice(state.detail) ? 0 : 1;
  }
  RouteState start(TerminalId source, TerminalId destination, Rng& /*rng*/) const override {
    return paths_.start(source, destination);
  }

  RouteChoice route(RouterId router, PortIndex /*input*/, RouteState state) const override {
    return isNotice(state.detail) ? paths_.step(router, state, noticeSlots_)
                                  : paths_.minimally(router, state);
  }
  void candidates(RouterId router, PortIndex input, RouteState state,
                  std::vector<RouteChoice>& out) const override {
    out.push_back(route(router, input, state));
    if (isNotice(state.detail)) return;
    const RouteChoice other = paths_.diverted(router, state);
    if (other.port != kNoPort) out.push_back(other);
  }

  Decides decides() const override { return Decides::atSource; }
  bool decidesOnce() const override { return true; }

  RouteChoice choose(const RouterView& view, RouterId router, PortIndex input, RouteState state,
                     Rng& rng) const override {
    const RouteChoice first = route(router, input, state);
    if (!DiversionPaths::isOpen(state)) return first;
    const auto* memory = static_cast<const QcnMemory*>(view.memory());
    if (memory == nullptr || memory->holds(router, first.port, 100 * rng.unit())) return first;
    const RouteChoice other = paths_.diverted(router, state);
    return other.port == kNoPort ? first : other;
  }

  std::unique_ptr<RouterMemory> makeMemory(const MemoryPlan& plan) const override {
    return std::make_unique<QcnMemory>(plan, reaction_);
  }
  Learnt learns() const override { return Learnt::probability; }
  std::optional<CongestionPoints> congestionPoints() const override { return points_; }
  RouteState noticeState(TerminalId destination, std::uint32_t feedback) const override {
    return {destination, kNotice | feedback << kFeedbackShift};
  }

  VcMask noticeVcs(LinkKind kind) const override {
    const VcMask both = VcMask{3} << data_.local, one = VcMask{1} << data_.global;
    return kind == LinkKind::local ? both : kind == LinkKind::global ? one : VcMask{2};
  }

  PathKind pathKind(RouteState state) const override {
    const bool diverted =
        !isNotice(state.detail) && (state.detail & DiversionPaths::kDiverted) != 0;
    return diverted ? PathKind::g : PathKind::minimal;
  }
  RouterId intermediate(RouterId router, RouteState state) const override {
    return isNotice(state.detail) ? RouterId{kNone} : paths_.intermediate(router, state);
  }

  std::uint32_t routingClass(TerminalId terminal) const override {
    return paths_.wiring().portOf(terminal);
  }

 private:
  DiversionPaths paths_;
  VcCounts data_;
  DragonflySlots noticeSlots_;
  QcnReaction reaction_;
  CongestionPoints points_;
};

Parameter percent(const char* name, const char* label, double fallback, double least,
                  const char* help) {
  return declare::number(ParameterType::real, name, label, fallback, least, 100, "%", help);
}

Parameter count(const char* name, const char* label, std::int64_t fallback, double least,
                double most, const char* unit, const char* help) {
  return declare::number(ParameterType::integer, name, label, fallback, least, most, unit, help);
}

std::vector<Parameter> qcnParameters() {
  return {
      choice("sampling", "Congestion points", "outputs",
             {{"outputs", "At outputs"}, {"inputs", "At inputs"}},
             "Which queues between switches are looked at."),
      choice("feedback", "Feedback", "comparison",
             {{"comparison", "Compared among ports"}, {"base", "Taken as it is"}},
             "A port's probability falls with each notice, or only where its feedback is above the "
             "mean of the switch's ports, and rises where it is below."),
      declare::boolean("source_processing", "Processed where it is noticed", false,
                       "At inputs: the congested switch itself lowers the probability of the port "
                       "that the victim would take."),
      count("sampled_every", "Sampled every (CPC)", 100, 1, 1e6, "packets",
            "So many packets enter a queue until its length is looked at."),
      percent("notices", "Notices sent", 30, 0, "The share of queues too long that send a notice."),
      percent("setpoint", "Set point (Qeq)", 20, 0.1,
              "The length of a queue, in per cent of its room, above which it is too long."),
      declare::number(ParameterType::real, "weight", "Weight of growth (w)", std::int64_t{0}, 0,
                      100, "",
                      "How much of what a queue has grown since it was last looked at counts."),
      declare::number(ParameterType::real, "reduction", "Reduction (Lf)", 1.0 / 64, 0, 1, "",
                      "A unit of feedback, of 63, takes this share of a port's probability."),
      count("recovery_packets", "Recovery (PCl)", 100, 1, 1e6, "packets",
            "So many packets sent by a port without a notice raise its probability."),
      percent("increase", "Increase (PI)", 1, 0, "By so much a port's probability rises."),
      percent("below_mean", "Raised below the mean by (Th1)", 0, 0,
              "Feedback so much below the mean of the switch's ports raises the probability."),
      percent("above_mean", "Lowered above the mean by (Th2)", 30, 0,
              "Feedback so much above the mean lowers it; between, it stays."),
      percent("least", "Least probability", 0, 0, "No port's probability falls below it."),
      declare::number(ParameterType::real, "notice_bytes", "Size of notices", std::int64_t{0}, 0,
                      1e5, "bytes", "0: that of the shortest packet; 64 are the least frame."),
      count("notice_queue", "Queue of notices", 1000, 1, 1e6, "flits",
            "A switch holds back so much of them; what has no room is dropped."),
      declare::boolean(
          "repeat", "Hosts share global ports", false,
          "Host i of a switch is diverted to global port i. Where there are more hosts "
          "than those, they share them in turn."),
      vcSlotsParameter("The order in which data take virtual channels, as L0 G0 L1 G1 L2; notices "
                       "have the last two "
                       "local ones and the last global one."),
  };
}

double share(const Values& values, const char* name) {
  return realAt(values, name) / 100;
}

CongestionPoints pointsOf(const Values& values) {
  CongestionPoints points;
  points.place = textAt(values, "sampling") == "inputs" ? CongestionPoints::Place::inputs
                                                        : CongestionPoints::Place::outputs;
  points.every = static_cast<std::uint32_t>(integerAt(values, "sampled_every"));
  points.chance = share(values, "notices");
  points.setpoint = share(values, "setpoint");
  points.weight = realAt(values, "weight");
  points.processesOwn = std::get<bool>(values.at("source_processing"));
  points.noticeBytes = realAt(values, "notice_bytes");
  points.room = static_cast<std::uint32_t>(integerAt(values, "notice_queue"));
  return points;
}

QcnReaction reactionOf(const Values& values) {
  QcnReaction reaction;
  reaction.compares = textAt(values, "feedback") == "comparison";
  reaction.reduction = realAt(values, "reduction");
  reaction.packets = static_cast<std::uint32_t>(integerAt(values, "recovery_packets"));
  reaction.increase = realAt(values, "increase");
  reaction.below = realAt(values, "below_mean");
  reaction.above = realAt(values, "above_mean");
  reaction.least = realAt(values, "least");
  return reaction;
}

Issues checkQcn(const Topology& topology, const VcCounts& vcs, const Values& values) {
  if (!structureOf(topology).dragonfly)
    return {wrongNetwork(sentence("QCN-Switch"), sentence("a Dragonfly"), topology)};
  const Sentence label = sentence("QCN-Switch, with virtual channels of their own for notices,");
  Issues issues = tooFewVirtualChannels(label, {2 + kNoticeLocals, 2 + kNoticeGlobals}, vcs);
  if (hasErrors(issues)) return issues;
  issues = checkDiversions(sentence("Data of QCN-Switch"), topology, dataChannels(vcs), values);
  if (realAt(values, "reduction") * CongestionPoints::kMostFeedback > 1)
    issues.push_back({Severity::error, "reduction",
                      sentence("The greatest feedback, {}, would lower a probability below 0.",
                               CongestionPoints::kMostFeedback),
                      sentence("Set it to 1/63 = 0.01587 or less.")});
  if (std::get<bool>(values.at("source_processing")) && textAt(values, "sampling") != "inputs")
    issues.push_back({Severity::error, "source_processing",
                      sentence("At outputs, the switch hears of its own queues without it."),
                      sentence("Set routing.sampling to inputs, or this to false.")});
  return issues;
}

}  // namespace

RoutingEntry qcnSwitch() {
  RoutingEntry entry;
  entry.name = "qcn_switch";
  entry.label = "QCN-Switch";
  entry.help =
      "Queues that are too long send notices to the switch where their packets come from (IEEE "
      "802.1Qau). It lowers the probability with which packets take the minimal path through the "
      "port by which the notice came; the others leave by the global port of their host.";
  entry.source = "Benito, PhD thesis, 2020, section 4.6; IEEE 802.1Qau";
  entry.parameters = qcnParameters();
  entry.check = checkQcn;
  entry.make = [](const Topology& topology, const VcCounts& vcs,
                  const Values& values) -> std::unique_ptr<RoutingAlgorithm> {
    const VcCounts data = dataChannels(vcs);
    const auto order = conditionalSlots(values, data);
    return std::make_unique<QcnSwitch>(
        topology, order.value_or(SlotOrder{DragonflySlots::forCounts(data)}), data,
        std::get<bool>(values.at("repeat")), reactionOf(values), pointsOf(values));
  };
  entry.congestionPoints = pointsOf;
  entry.virtualChannels = [](const Topology&, const Values& values) {
    const VcCounts data = conditionalDragonflyVcs(values);
    return VcCounts{data.local + kNoticeLocals, data.global + kNoticeGlobals};
  };
  return entry;
}

}  // namespace hopscope::routings
