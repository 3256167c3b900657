// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/latency_estimate.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "engine/design/buffer_warnings.h"
#include "engine/routing/channel_load.h"
#include "engine/routing/uniform_loads.h"
#include "engine/simulation/saturation_bound.h"

namespace hopscope {
namespace {

constexpr int kPoints = 20;
constexpr std::uint32_t kLeastFlits = 4;    ///< of packets, in the simulations it was checked with
constexpr std::uint32_t kLeastPackets = 4;  ///< in a buffer, likewise
constexpr double kLastShare = 0.95;  ///< of the bound: there the queues of this model have no end

bool isUniform(const Setup& setup) {
  if (setup.traffic->isUniform()) return true;
  if (!setup.traffic->classes().empty()) return false;
  const std::uint32_t terminals = setup.topology->terminalCount();
  std::vector<DestinationShare> shares;
  for (const TerminalId source : {TerminalId{0}, terminals - 1}) {
    shares.clear();
    setup.traffic->destinations(source, shares);
    if (shares.size() + 1 < terminals) return false;
    for (const DestinationShare& share : shares)
      if (share.share != shares.front().share) return false;
  }
  return true;
}

/// Queues are at outputs only where inputs do not hold packets up.
bool hasRoom(const VctSwitches& switches, std::uint32_t flits) {
  return std::all_of(switches.kinds.begin(), switches.kinds.end(), [&](const SwitchSettings& each) {
    return each.speedupNumerator >= 2 * each.speedupDenominator &&
           std::min({each.injectionBuffer, each.localBuffer, each.globalBuffer}) >=
               kLeastPackets * flits;
  });
}

/// Wormhole routers whose channels are other queues than those of the model.
Sentence whyNot(const WormholeSettings& wormhole) {
  if (wormhole.storeAndForward)
    return sentence(
        "Each router takes packets in whole before it sends them on; the estimate is for those "
        "that begin to leave at once.");
  if (wormhole.reallocate == VcReuse::empty)
    return sentence(
        "Virtual channels take the next packet once their buffers are empty; the estimate takes "
        "channels to be busy while they send only.");
  if (wormhole.delays.switchAllocation > 1 && !wormhole.holdSwitch)
    return sentence(
        "Switch allocation grants a flit every {} cycles; the estimate takes channels to send one "
        "each cycle.",
        wormhole.delays.switchAllocation);
  return {};
}

/// What the model does not know.
Sentence whyNot(const Setup& setup) {
  if (setup.topology->terminalCount() < 2) return sentence("There is nobody to send to.");
  if (!hasSaturationBound(setup))
    return sentence("Circuits are no queues; there is no estimate of what takes them.");
  if (setup.routing->decides() != Decides::never)
    return sentence(
        "The routing decides by what it sees, so nobody knows beforehand what channels "
        "carry.");
  if (setup.workload || setup.applications)
    return sentence("Applications send when they like; the estimate is for a steady load.");
  if (!setup.linkRates.empty())
    return sentence(
        "Some channels carry less than a flit a cycle; the estimate is for networks whose channels "
        "all carry one.");
  if (!setup.packetSizes.empty())
    return sentence("Packets have several lengths; the estimate is for one.");
  if (std::any_of(setup.lookups.begin(), setup.lookups.end(), [](const LookupSettings& lookup) {
        return lookup.kind != LookupKind::algorithm;
      }))
    return sentence("Routes are looked up in tables, whose queues the estimate does not have.");
  if (const auto* wormhole = std::get_if<WormholeSwitches>(&setup.switches))
    return whyNot(wormhole->settings);
  return {};
}

/// By symmetry where there is one, else pair by pair.
std::optional<ChannelLoads> loadsOf(const Setup& setup, std::uint64_t mostDecisions,
                                    const std::stop_token& stop) {
  // Where nobody sends any more, there is nothing left to count.
  const Destinations destinations = [&](TerminalId source, std::vector<DestinationShare>& out) {
    if (!stop.stop_requested()) setup.traffic->destinations(source, out);
  };
  if (setup.traffic->isUniform()) {
    std::vector<DestinationShare> first;
    destinations(0, first);
    const bool includesSelf = first.size() == setup.topology->terminalCount();
    if (auto loads =
            uniformLoads(*setup.topology, *setup.routing, includesSelf, mostDecisions, stop))
      return loads;
    if (stop.stop_requested()) return {};
  }
  return channelLoads(*setup.topology, *setup.routing, destinations, mostDecisions);
}

}  // namespace

LatencyModel::LatencyModel(const Setup& setup, const std::vector<double>& perChannel, double sent)
    : flits_(setup.packetFlits) {
  const Topology& topology = *setup.topology;
  using Key = std::tuple<double, std::uint32_t, bool>;
  std::map<Key, double> alike;  // sum of loads
  double routers = 0;
  for (ChannelId c = 0; c < topology.channelCount(); ++c) {
    const double load = perChannel[c];
    if (load <= 0) continue;
    const LinkEnd& from = topology.from(c);
    const std::uint32_t inputs = from.isTerminal ? 1 : topology.radix(from.node) - 1u;
    // Sums of equal loads differ in their last digits.
    alike[{static_cast<double>(static_cast<float>(load)), inputs, from.isTerminal}] += load;
    zeroLoad_ += load / sent * static_cast<double>(setup.linkLatency[c / 2]);
    if (from.isTerminal) continue;
    const Cycle head = std::visit(
        [&](const auto& switches) { return switches.headLatency(from.node); }, setup.switches);
    routers += load / sent * static_cast<double>(head);
  }
  // The last flit arrives at the end of its cycle.
  zeroLoad_ += routers + flits_;
  for (const auto& [key, sum] : alike) {
    const auto& [load, inputs, isSource] = key;
    queues_.push_back({load, sum / sent, 1 - 1.0 / std::max(1u, inputs), isSource});
  }
}

double LatencyModel::latencyAt(double load) const {
  double latency = zeroLoad_;
  for (const Queue& queue : queues_) {
    const double busy = queue.load * load;
    // A terminal begins one packet a cycle at most, so none waits for another of that cycle.
    const double met = queue.isSource ? (flits_ - 1) : flits_ * queue.meets;
    latency += queue.passed * busy * met / 2 / (1 - busy);
  }
  return latency;
}

LatencyEstimate estimateLatency(const Setup& setup, std::uint64_t mostDecisions,
                                const std::stop_token& stop) {
  LatencyEstimate estimate;
  estimate.doubt = whyNot(setup);
  if (!estimate.doubt.empty()) return estimate;
  const auto loads = loadsOf(setup, mostDecisions, stop);
  if (stop.stop_requested()) return {};
  if (!loads) {
    estimate.doubt = sentence("The network is too large to count what its channels carry.");
    return estimate;
  }
  if (loads->sent <= 0) {
    estimate.doubt = sentence("Under this traffic no terminal sends.");
    return estimate;
  }
  if (!isUniform(setup))
    estimate.doubt = sentence(
        "The estimate is checked for uniform traffic; packets of other patterns meet more "
        "or less often than by chance.");
  else if (!setup.phases.empty())
    estimate.doubt = sentence("The estimate is for the time before the first phase.");
  else if (std::holds_alternative<WormholeSwitches>(setup.switches))
    estimate.doubt = sentence(
        "Wormhole packets hold several channels at once, and virtual channels run out: beyond "
        "about 20 % of the bound latency rises sooner than the queues of the estimate do.");
  else if (const std::vector<ShortBuffer> tooShort = shortBuffers(setup);
           std::any_of(tooShort.begin(), tooShort.end(),
                       [](const ShortBuffer& each) { return each.path != kInjectionBuffer; }))
    estimate.doubt = sentence(
        "Some buffers are too small for the way there and back of a credit, or for the depth of "
        "the switch: latencies rise sooner than the queues of the estimate, which know no "
        "credits.");
  else if (!tooShort.empty())
    estimate.doubt = sentence(
        "The injection buffers have room for one packet, or for less than a terminal's channel "
        "holds: packets find them full that wait there in the estimate.");
  else if (!hasRoom(std::get<VctSwitches>(setup.switches), setup.packetFlits))
    estimate.doubt = sentence(
        "The estimate is checked for switches with a speed-up of 2 and buffers of {} packets or "
        "more; with less, packets wait for credits and the crossbar, too.",
        kLeastPackets);
  else if (setup.packetFlits < kLeastFlits)
    estimate.doubt = sentence(
        "Packets of fewer than {} flits wait for the allocator more than for channels: beyond "
        "about 30 % of the bound latency rises sooner than the queues of the estimate do.",
        kLeastFlits);
  // Long before channels are full, source queues may be, or virtual channels that run empty.
  estimate.saturation = std::min(1.0, loads->saturationBound());
  if (hasSaturationBound(setup))
    estimate.saturation =
        std::min(estimate.saturation, saturationBound(setup, *loads, mostDecisions).load);
  const LatencyModel model(setup, loads->perChannel, loads->sent);
  estimate.zeroLoad = model.zeroLoad();
  for (int i = 1; i <= kPoints; ++i) {
    const double load = estimate.saturation * kLastShare * i / kPoints;
    estimate.points.push_back({load, model.latencyAt(load)});
  }
  return estimate;
}

}  // namespace hopscope
