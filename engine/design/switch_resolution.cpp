// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/switch_resolution.h"

#include <cmath>

namespace hopscope {
namespace {

constexpr std::uint32_t kLargestDenominator = 64;

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

}  // namespace

AllocatorSettings resolveAllocator(const SettingsReader& reader, const std::string& path) {
  AllocatorSettings result;
  const std::string& kind = reader.text(path + ".kind");
  result.kind = kind == "separable_input_first"    ? AllocatorKind::separableInputFirst
                : kind == "separable_output_first" ? AllocatorKind::separableOutputFirst
                : kind == "islip"                  ? AllocatorKind::islip
                : kind == "wavefront"              ? AllocatorKind::wavefront
                                                   : AllocatorKind::maximumMatching;
  const std::string& arbiter = reader.text(path + ".arbiter");
  result.arbiter = arbiter == "matrix"   ? ArbiterKind::matrix
                   : arbiter == "age"    ? ArbiterKind::age
                   : arbiter == "random" ? ArbiterKind::random
                                         : ArbiterKind::roundRobin;
  result.iterations = static_cast<std::uint32_t>(reader.integer(path + ".iterations"));
  return result;
}

std::pair<std::uint32_t, std::uint32_t> asFraction(double value) {
  std::pair<std::uint32_t, std::uint32_t> best{1, 1};
  double smallestError = 1e300;
  for (std::uint32_t denominator = 1; denominator <= kLargestDenominator; ++denominator) {
    const double numerator = std::round(value * denominator);
    const double error = std::abs(value - numerator / denominator);
    if (error >= smallestError - 1e-12) continue;  // only a larger way to say the same
    smallestError = error;
    best = {static_cast<std::uint32_t>(numerator), denominator};
  }
  return best;
}

SwitchSettings resolveSwitch(const SettingsReader& reader, const NetworkTraits& traits,
                             std::uint32_t packetFlits) {
  SwitchSettings result;
  result.latency = reader.cycles("switch.latency");
  const double speedup = reader.real("switch.speedup");
  std::tie(result.speedupNumerator, result.speedupDenominator) = asFraction(speedup);
  result.injectionBuffer = reader.flits("switch.buffers.injection", Rounding::down);
  result.localBuffer = reader.flits("switch.buffers.local", Rounding::down);
  result.globalBuffer = reader.flits("switch.buffers.global", Rounding::down);
  result.outputBuffer = reader.flits("switch.buffers.output", Rounding::down);
  result.allocator = resolveAllocator(reader, "switch.allocator");
  result.pointer = reader.text("switch.allocator.pointer") == "request" ? PointerRule::onRequest
                                                                        : PointerRule::onGrant;
  result.ejection =
      reader.text("switch.ejection") == "consumer" ? EjectionRule::consumer : EjectionRule::queued;

  checkRoom(reader, "switch.buffers.injection", sentence("The injection buffer"),
            result.injectionBuffer, packetFlits);
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

}  // namespace hopscope
