// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/vct_parameters.h"

#include <cmath>
#include <tuple>

#include "engine/core/declare.h"
#include "engine/design/allocator_parameters.h"
#include "engine/design/buffer_warnings.h"
#include "engine/design/forwarding_defaults.h"
#include "engine/design/section_lists.h"
#include "engine/design/switch_models.h"
#include "engine/fabric/calendar.h"

namespace hopscope {
namespace {

using declare::choice;
using declare::number;
using declare::onlyWhere;
using declare::perRouter;

constexpr double kLargestBuffer = 1'000'000;  // flits
constexpr double kLargestOutput = 100'000;    // flits

void checkRoom(const SettingsReader& reader, const char* path, const Sentence& name,
               std::uint32_t flits, std::uint32_t packetFlits) {
  if (flits >= packetFlits || flits == 0) return;  // of an empty one its range has told
  reader.refuse(
      path,
      flits == 1
          ? sentence("{} holds 1 flit, less than a packet of {}.", name, packetFlits)
          : sentence("{} holds {} flits, less than a packet of {}.", name, flits, packetFlits),
      sentence("Virtual cut-through needs room for a whole packet: {} flits or more.",
               packetFlits));
}

Parameter buffer(const char* name, const char* label, std::int64_t fallback, const char* help) {
  return perRouter(
      number(ParameterType::flits, name, label, fallback, 1, kLargestBuffer, "flits", help));
}

std::vector<Parameter> vctParameters(const SwitchContext& context) {
  const VcCounts& least = context.least;
  const auto vcs = [](const char* name, const char* label, unsigned fallback, const char* help) {
    return number(ParameterType::integer, name, label, std::int64_t{fallback}, 1, kMaxVcs, "",
                  help);
  };
  Parameter output = buffer("switch.buffers.output", "Output buffer", 32,
                            "Per output port; 0 makes an input-queued switch, without speed-up.");
  output.minimum = 0;
  output.maximum = kLargestOutput;
  std::vector<Parameter> all = {
      perRouter(number(ParameterType::cycles, "switch.latency", "Pipeline latency", std::int64_t{5},
                       1, kLongestDelay, "cycles",
                       "From head in to head out, without a table lookup.")),
      perRouter(number(ParameterType::real, "switch.speedup", "Internal speed-up", std::int64_t{2},
                       1, 16, "× link rate",
                       "How much faster flits cross the switch than a channel carries them.")),
      vcs("switch.virtual_channels.local", "Local virtual channels", least.local,
          "Per port on a local channel; the routing needs this many by default."),
      vcs("switch.virtual_channels.global", "Global virtual channels", least.global,
          "Per port on a global channel; the routing needs this many by default."),
      buffer(kInjectionBuffer, "Injection buffer", 256,
             "Per terminal, where its packets wait to enter the network."),
      buffer("switch.buffers.local", "Local buffer", 32,
             "Per virtual channel of an input port on a local channel."),
      buffer("switch.buffers.global", "Global buffer", 64,
             "Per virtual channel of an input port on a global channel."),
      output,
  };
  all.push_back(choice("switch.flow_control", "Flow control", "credits",
                       {{"credits", "Credits"}, {"pause", "Pauses (IEEE 802.1Qbb)"}},
                       "Senders count the room in the next buffer, or its receiver has them stop "
                       "and go on, for each "
                       "virtual channel."));
  const auto pause = [](const char* name, const char* label, const char* help) {
    return perRouter(onlyWhere("switch.flow_control", {"pause"},
                               number(ParameterType::flits, name, label, std::int64_t{0}, 0,
                                      kLargestBuffer, "flits", help)));
  };
  all.push_back(
      pause("switch.pause.xoff", "XOFF below",
            "An input buffer with less room has its sender stop. 0: two round trips of the "
            "channel, a packet and the output queue before it, which still runs empty."));
  all.push_back(pause("switch.pause.xon", "XON above that by",
                      "The sender goes on once there is so much more room. 0: one packet."));
  std::vector<Parameter> allocator = allocatorParameters(
      {"switch.allocator", "Allocator", "Arbiter", "Allocator iterations",
       AllocatorKind::separableInputFirst, "How inputs are matched with outputs."});
  allocator.insert(allocator.end() - 1,
                   choice("switch.allocator.pointer", "Pointers move", "grant",
                          {{"grant", "On grant"}, {"request", "On request"}},
                          "When the turn passes to an input's next virtual channel."));
  for (Parameter& parameter : allocator) all.push_back(perRouter(std::move(parameter)));
  all.push_back(perRouter(
      choice("switch.ejection", "Ejection", "queued",
             {{"queued", "Through an output queue"}, {"consumer", "By the terminal's pace"}},
             "By the terminal's pace, a head that asks for a busy terminal wastes its input's "
             "turn, as in FOGSim.")));
  all.push_back(perRouter(
      choice("switch.output_hold", "Output held", "tail",
             {{"tail", "Until the tail has passed"}, {"transfer", "For the transfer alone"}},
             "How long a packet whose tail is still arriving holds its output of the crossbar; for "
             "the transfer alone in FOGSim, where outputs are free that much sooner.")));
  const Values defaults = forwardingDefaults(context.design.settings);
  for (Parameter& parameter : all)
    if (const auto found = defaults.find(parameter.name); found != defaults.end())
      parameter.fallback = found->second;
  return all;
}

/// One switch's settings, checked against the packets it has to hold. Buffers of link kinds that
/// the network doesn't have are read, but need not hold a packet.
SwitchSettings resolveVct(const SettingsReader& reader, const NetworkTraits& traits,
                          std::uint32_t packetFlits) {
  SwitchSettings result;
  result.latency = reader.cycles("switch.latency");
  const double speedup = reader.real("switch.speedup");
  std::tie(result.speedupNumerator, result.speedupDenominator) = asFraction(speedup);
  result.injectionBuffer = reader.flits(kInjectionBuffer, Rounding::down);
  result.localBuffer = reader.flits("switch.buffers.local", Rounding::down);
  result.globalBuffer = reader.flits("switch.buffers.global", Rounding::down);
  result.outputBuffer = reader.flits("switch.buffers.output", Rounding::down);
  result.allocator = resolveAllocator(reader, "switch.allocator");
  result.pointer = reader.text("switch.allocator.pointer") == "request" ? PointerRule::onRequest
                                                                        : PointerRule::onGrant;
  result.ejection =
      reader.text("switch.ejection") == "consumer" ? EjectionRule::consumer : EjectionRule::queued;
  result.outputHold =
      reader.text("switch.output_hold") == "transfer" ? OutputHold::transfer : OutputHold::tail;

  result.flowControl =
      reader.text("switch.flow_control") == "pause" ? FlowControl::pause : FlowControl::credits;
  result.pauses = {reader.flits("switch.pause.xoff", Rounding::up),
                   reader.flits("switch.pause.xon", Rounding::up)};

  checkRoom(reader, kInjectionBuffer, sentence("The injection buffer"), result.injectionBuffer,
            packetFlits);
  if (traits.has(LinkKind::local))
    checkRoom(reader, "switch.buffers.local", sentence("The local buffer"), result.localBuffer,
              packetFlits);
  if (traits.has(LinkKind::global))
    checkRoom(reader, "switch.buffers.global", sentence("The global buffer"), result.globalBuffer,
              packetFlits);
  if (result.outputBuffer > 0)
    checkRoom(reader, "switch.buffers.output", sentence("The output buffer"), result.outputBuffer,
              packetFlits);
  else if (result.speedupNumerator != result.speedupDenominator)
    reader.refuse(
        "switch.speedup",
        sentence("A switch without output buffers has no use for a speed-up of {}.", speedup),
        sentence("Set switch.speedup to 1, or switch.buffers.output above 0."));
  return result;
}

Switches resolveVctSwitches(const SwitchReading& reading) {
  VctSwitches switches;
  reading.eachKind([&](const SettingsReader& kind) {
    switches.kinds.push_back(resolveVct(kind, reading.traits, reading.packetFlits));
  });
  switches.kindOf = reading.kindOf;
  return switches;
}

VcCounts vctVirtualChannels(const SettingsReader& reader, const NetworkTraits& /*traits*/) {
  return {static_cast<unsigned>(reader.integer("switch.virtual_channels.local")),
          static_cast<unsigned>(reader.integer("switch.virtual_channels.global"))};
}

}  // namespace

std::pair<std::uint32_t, std::uint32_t> asFraction(double value, std::uint32_t largest) {
  std::pair<std::uint32_t, std::uint32_t> best{1, 1};
  double smallestError = 1e300;
  for (std::uint32_t denominator = 1; denominator <= largest; ++denominator) {
    const double numerator = std::round(value * denominator);
    const double error = std::abs(value - numerator / denominator);
    if (error >= smallestError - 1e-12) continue;  // only a larger way to say the same
    smallestError = error;
    best = {static_cast<std::uint32_t>(numerator), denominator};
  }
  return best;
}

SwitchModel vctModel() {
  SwitchModel model;
  model.name = "vct";
  model.label = "Virtual cut-through";
  model.source = "Benito 2020, section 3";
  model.own = vctParameters;
  model.virtualChannels = vctVirtualChannels;
  model.resolve = resolveVctSwitches;
  model.mostLengths = kMostLengths;
  model.mostPorts = Credit::kMostPorts;
  model.sourceQueueInRouter = true;
  model.anyBandwidth = true;
  return model;
}

}  // namespace hopscope
