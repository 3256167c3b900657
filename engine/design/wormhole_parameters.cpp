// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/core/declare.h"
#include "engine/core/ids.h"
#include "engine/design/allocator_parameters.h"
#include "engine/design/switch_models.h"

namespace hopscope {
namespace {

using declare::boolean;
using declare::choice;
using declare::number;
using declare::perRouter;

constexpr unsigned kUsualVcs = 4;
constexpr double kLongestStage = 1000;             // cycles
constexpr double kLargestWormholeBuffer = 65'535;  // flits
constexpr double kMostSpeedup = 16;

Parameter stage(const char* name, const char* label, std::int64_t fallback, double minimum,
                const char* help) {
  return number(ParameterType::cycles, name, label, fallback, minimum, kLongestStage, "cycles",
                help);
}

/// What a design has by default: four virtual channels, or what the routing needs.
unsigned usualVirtualChannels(const VcCounts& least) {
  return std::min(kMaxVcs, std::max({kUsualVcs, least.local, least.global}));
}

/// The virtual channels of a port where nothing is said of its kind of link.
std::int64_t virtualChannelsOf(const SwitchContext& context) {
  const auto set = context.design.settings.find("switch.virtual_channels");
  if (set == context.design.settings.end()) return usualVirtualChannels(context.least);
  const auto* count = std::get_if<std::int64_t>(&set->second);
  return count == nullptr ? 1 : *count;
}

std::vector<Parameter> wormholeParameters(const SwitchContext& context) {
  const NetworkTraits& traits = context.traits;
  const std::int64_t fallback = virtualChannelsOf(context);
  const auto vcs = [&](const std::string& name, const std::string& label, const char* help) {
    return number(ParameterType::integer, name, label, fallback, 1, kMaxVcs, "", help);
  };
  std::vector<Parameter> all = {
      vcs("switch.virtual_channels", "Virtual channels", "Of every port, terminals' included.")};
  // What the routing needs is the default, whatever the design says.
  all.front().fallback = std::int64_t{usualVirtualChannels(context.least)};
  const auto ofKind = [&](LinkKind kind, const std::string& key, const std::string& label) {
    if (traits.has(kind))
      all.push_back(vcs("switch.virtual_channels_of." + key, label + " virtual channels",
                        "Where ports of this kind have other than the rest."));
  };
  ofKind(LinkKind::terminal, "terminal", "Terminal");
  ofKind(LinkKind::local, "local", "Local");
  ofKind(LinkKind::global, "global", "Global");
  all.push_back(
      perRouter(number(ParameterType::flits, "switch.buffer_flits", "Buffer", std::int64_t{8}, 1,
                       kLargestWormholeBuffer, "flits", "Per virtual channel of an input port.")));
  all.push_back(choice("switch.flow_control", "Flow control", "wormhole",
                       {{"wormhole", "Wormhole"}, {"store_and_forward", "Store and forward"}},
                       "Store and forward: a head goes on when its tail is there."));
  all.push_back(choice(
      "switch.reallocate", "Reallocate", context.escapes ? "empty" : "tail",
      {{"tail", "Behind the tail"}, {"empty", "When empty"}},
      "When a virtual channel takes the next packet: as soon as the tail of the "
      "last one is on its way, or once its buffer is empty, which routing with "
      "escape channels needs to be free of deadlock (Duato 1993): with it, that is the default."));
  all.push_back(stage("switch.delays.route", "Route computation", 0, 0,
                      "0: looked ahead, at the router before."));
  all.push_back(stage("switch.delays.vc_allocation", "VC allocation", 1, 1,
                      "From a head's request until it holds a virtual channel."));
  all.push_back(stage("switch.delays.switch_allocation", "Switch allocation", 1, 1,
                      "From a flit's request until it may cross the switch."));
  all.push_back(stage(
      "switch.delays.traversal", "Switch traversal", 1, 0,
      "From input to output; 0: in the cycle of the grant. A stage of two cycles and more is not "
      "pipelined."));
  all.push_back(stage("switch.delays.credit", "Credit", 1, 0,
                      "From a credit's arrival until it can be used."));
  const auto allocator = [&](const char* path, const std::string& label, const char* help) {
    for (Parameter& parameter :
         allocatorParameters({path, label, label + ", arbiter", label + ", iterations",
                              AllocatorKind::islip, help}))
      all.push_back(std::move(parameter));
  };
  allocator("switch.vc_allocator", "VC allocator", "How heads are matched with virtual channels.");
  allocator("switch.switch_allocator", "Switch allocator", "How inputs are matched with outputs.");
  const auto speedup = [](const char* name, const char* label, const char* help) {
    return number(ParameterType::integer, name, label, std::int64_t{1}, 1, kMostSpeedup, "", help);
  };
  all.push_back(speedup("switch.input_speedup", "Input speed-up",
                        "Crossbar inputs of an input port, shared by VC number."));
  all.push_back(speedup("switch.output_speedup", "Output speed-up",
                        "Crossbar outputs of an output port, shared by input number."));
  all.push_back(boolean("switch.speculative", "Speculative", false,
                        "A head asks for the switch while it asks for a virtual channel."));
  all.push_back(
      boolean("switch.hold_switch", "Hold the switch", false,
              "A connection through the crossbar stays with its packet while flits follow."));
  all.push_back(choice("switch.injection_vcs", "Injection", "rotate",
                       {{"rotate", "In turn"}, {"by_destination", "By destination"}},
                       "The virtual channel on which a terminal sends. By destination, and with as "
                       "many as outputs, the buffers are virtual output queues."));
  all.push_back(choice("switch.ejection_vcs", "Ejection", "any",
                       {{"any", "On any virtual channel"}, {"first", "On the first one"}},
                       "The virtual channels on which packets leave the network."));
  return all;
}

std::vector<Parameter> wormholeTrafficParameters() {
  return {choice("traffic.source_queue", "Source queue", "unbounded",
                 {{"unbounded", "Unbounded"}, {"drop", "Drop while busy"}},
                 "Packets wait at their terminal, or are lost while it is sending one.")};
}

VcCounts wormholeVcs(const SettingsReader& reader, const NetworkTraits& traits) {
  const auto of = [&](LinkKind kind, const char* key) {
    const std::string path = std::string("switch.virtual_channels_of.") + key;
    return static_cast<unsigned>(
        reader.integer(traits.has(kind) ? path : "switch.virtual_channels"));
  };
  return {of(LinkKind::local, "local"), of(LinkKind::global, "global"),
          of(LinkKind::terminal, "terminal")};
}

WormholeSettings resolveWormhole(const SettingsReader& reader, std::uint32_t packetFlits) {
  WormholeSettings result;
  result.bufferFlits = reader.flits("switch.buffer_flits", Rounding::down);
  result.delays = {reader.cycles("switch.delays.route"),
                   reader.cycles("switch.delays.vc_allocation"),
                   reader.cycles("switch.delays.switch_allocation"),
                   reader.cycles("switch.delays.traversal"), reader.cycles("switch.delays.credit")};
  result.vcAllocator = resolveAllocator(reader, "switch.vc_allocator");
  result.switchAllocator = resolveAllocator(reader, "switch.switch_allocator");
  result.inputSpeedup = static_cast<std::uint32_t>(reader.integer("switch.input_speedup"));
  result.outputSpeedup = static_cast<std::uint32_t>(reader.integer("switch.output_speedup"));
  result.reallocate = reader.text("switch.reallocate") == "empty" ? VcReuse::empty : VcReuse::tail;
  result.speculative = reader.boolean("switch.speculative");
  result.holdSwitch = reader.boolean("switch.hold_switch");
  result.storeAndForward = reader.text("switch.flow_control") == "store_and_forward";
  result.vcByDestination = reader.text("switch.injection_vcs") == "by_destination";
  result.dropWhenBusy = reader.text("traffic.source_queue") == "drop";
  result.ejectOnOneVc = reader.text("switch.ejection_vcs") == "first";
  if (result.storeAndForward && result.bufferFlits > 0 && result.bufferFlits < packetFlits)
    reader.refuse("switch.buffer_flits",
                  sentence("A buffer holds {} flits, less than a packet of {}.", result.bufferFlits,
                           packetFlits),
                  sentence("Store and forward needs room for a whole packet: {} flits or more.",
                           packetFlits));
  if (result.speculative && (result.delays.vcAllocation > 1 || result.delays.switchAllocation > 1))
    reader.refuse(
        "switch.speculative",
        sentence("Speculation needs both allocations to take one cycle, so that one can use the "
                 "other's result."),
        sentence("Set the delays of both to 1, or switch speculation off."));
  return result;
}

Switches resolveWormholeSwitches(const SwitchReading& reading) {
  WormholeSwitches switches;
  std::vector<std::uint32_t> buffers;
  reading.eachKind([&](const SettingsReader& kind) {
    const WormholeSettings settings = resolveWormhole(kind, reading.packetFlits);
    if (buffers.empty()) switches.settings = settings;
    buffers.push_back(settings.bufferFlits);
  });
  if (buffers.size() == 1) return switches;
  for (const std::uint16_t kind : reading.kindOf) switches.bufferFlits.push_back(buffers[kind]);
  return switches;
}

}  // namespace

SwitchModel wormholeModel() {
  SwitchModel model;
  model.name = "wormhole";
  model.label = "Wormhole";
  model.source = "Dally & Towles 2004, chapters 16 and 17";
  model.own = wormholeParameters;
  model.ofTraffic = wormholeTrafficParameters;
  model.virtualChannels = wormholeVcs;
  model.resolve = resolveWormholeSwitches;
  model.anyBandwidth = true;
  return model;
}

}  // namespace hopscope
