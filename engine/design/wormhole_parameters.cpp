// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/wormhole_parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

#include "engine/core/declare.h"
#include "engine/core/ids.h"
#include "engine/design/switch_resolution.h"

namespace hopscope {
namespace {

using declare::boolean;
using declare::choice;
using declare::number;
using declare::perRouter;

constexpr unsigned kUsualVcs = 4;
constexpr double kLongestStage = 1000;     // cycles
constexpr double kLargestBuffer = 65'535;  // flits
constexpr double kMostWays = 16;
constexpr std::uint32_t kLongestPacket = 4096;  // flits
constexpr double kMostIterations = 16;

Parameter stage(const char* name, const char* label, std::int64_t fallback, double minimum,
                const char* help) {
  return number(ParameterType::cycles, name, label, fallback, minimum, kLongestStage, "cycles",
                help);
}

void addAllocator(std::vector<Parameter>& all, const std::string& path, const std::string& label,
                  const char* help) {
  all.push_back(choice(path + ".kind", label, "islip",
                       {{"separable_input_first", "Separable, input first"},
                        {"separable_output_first", "Separable, output first"},
                        {"islip", "iSLIP"},
                        {"wavefront", "Wavefront"},
                        {"maximum_matching", "Maximum matching"}},
                       help));
  all.push_back(choice(path + ".arbiter", label + ", arbiter", "round_robin",
                       {{"round_robin", "Round robin"},
                        {"matrix", "Least recently served"},
                        {"age", "Oldest packet"},
                        {"random", "Random"}},
                       "How a separable allocator chooses one of several requests."));
  all.push_back(number(ParameterType::integer, path + ".iterations", label + ", iterations",
                       std::int64_t{1}, 1, kMostIterations, "",
                       "Rounds of matching per cycle, of separable allocators and iSLIP."));
}

}  // namespace

unsigned wormholeVirtualChannels(const VcCounts& least) {
  return std::min(kMaxVcs, std::max({kUsualVcs, least.local, least.global}));
}

std::vector<Parameter> wormholeParameters(unsigned fallback, const NetworkTraits& traits) {
  const auto vcs = [&](const std::string& name, const std::string& label, const char* help) {
    return number(ParameterType::integer, name, label, std::int64_t{fallback}, 1, kMaxVcs, "",
                  help);
  };
  std::vector<Parameter> all = {
      vcs("switch.virtual_channels", "Virtual channels", "Of every port, terminals' included.")};
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
                       kLargestBuffer, "flits", "Per virtual channel of an input port.")));
  all.push_back(choice("switch.flow_control", "Flow control", "wormhole",
                       {{"wormhole", "Wormhole"}, {"store_and_forward", "Store and forward"}},
                       "Store and forward: a head goes on when its tail is there."));
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
  addAllocator(all, "switch.vc_allocator", "VC allocator",
               "How heads are matched with virtual channels.");
  addAllocator(all, "switch.switch_allocator", "Switch allocator",
               "How inputs are matched with outputs.");
  const auto ways = [](const char* name, const char* label, const char* help) {
    return number(ParameterType::integer, name, label, std::int64_t{1}, 1, kMostWays, "", help);
  };
  all.push_back(ways("switch.input_speedup", "Input speed-up",
                     "Ways of an input port into the crossbar, shared by VC number."));
  all.push_back(ways("switch.output_speedup", "Output speed-up",
                     "Ways out of the crossbar to an output port, shared by input number."));
  all.push_back(boolean("switch.speculative", "Speculative", false,
                        "A head asks for the switch while it asks for a virtual channel."));
  all.push_back(boolean("switch.hold_switch", "Hold the switch", false,
                        "A way through the crossbar stays with its packet while flits follow."));
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
  Parameter sizes;
  sizes.name = "traffic.packet_sizes";
  sizes.label = "Packet sizes";
  sizes.type = ParameterType::text;
  sizes.fallback = std::string();
  sizes.help =
      "Sizes that differ, each with its share of all packets: \"1:0.5, 5:0.5\". Empty: every "
      "packet has the packet size.";
  return {sizes, choice("traffic.source_queue", "Source queue", "unbounded",
                        {{"unbounded", "Unbounded"}, {"drop", "Drop while busy"}},
                        "Packets wait at their terminal, or are lost while it is sending one.")};
}

std::vector<PacketSize> resolvePacketSizes(const SettingsReader& reader, std::uint32_t& longest) {
  std::vector<PacketSize> sizes;
  double total = 0;
  bool readable = true;
  std::string_view rest = reader.text("traffic.packet_sizes");
  const auto skipBlanks = [&] {
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == ',')) rest.remove_prefix(1);
  };
  const auto number = [&](auto& value) {
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    readable = readable && error == std::errc();
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  };
  for (skipBlanks(); readable && !rest.empty(); skipBlanks()) {
    PacketSize size;
    number(size.flits);
    while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
    readable = readable && !rest.empty() && rest.front() == ':';
    if (!readable) break;
    rest.remove_prefix(1);
    while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
    number(size.share);
    readable = readable && size.flits >= 1 && size.flits <= kLongestPacket && size.share > 0;
    total += size.share;
    sizes.push_back(size);
  }
  if (!readable) {
    reader.refuse("traffic.packet_sizes",
                  sentence("Packet sizes are pairs of flits and share, such as 1:0.5, 5:0.5."),
                  sentence("Flits are 1 to {}, shares above 0.", kLongestPacket));
    return {};
  }
  if (!sizes.empty() && std::abs(total - 1) > 1e-6) {
    reader.refuse("traffic.packet_sizes",
                  sentence("The shares of the packet sizes add up to {:g}.", total),
                  sentence("Let them add up to 1."));
    return {};
  }
  for (const PacketSize& size : sizes)
    longest = std::max(&size == &sizes.front() ? 0 : longest, size.flits);
  return sizes;
}

VcCounts resolveWormholeVcs(const SettingsReader& reader, const NetworkTraits& traits) {
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

}  // namespace hopscope
