// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/bit_matrix.h"
#include "engine/core/ids.h"
#include "engine/core/issue.h"
#include "engine/scheduling/channel_slots.h"

namespace hopscope {

/// An input that drives an output of a crossbar.
struct PortPair {
  std::uint32_t input = kNone, output = kNone;
  bool operator==(const PortPair&) const = default;
};

/// The configurations B(0) … B(K - 1) of a crossbar, one for each slot, and B*, all pairs that some
/// slot connects (Ding, PhD thesis, University of Pittsburgh 2006, section 3.2). In a slot every
/// input and every output has at most one circuit.
class CircuitRegisters {
 public:
  CircuitRegisters(std::uint32_t ports, std::uint32_t slotCount);

  std::uint32_t ports() const { return ports_; }
  std::uint32_t slotCount() const { return channels_.slotCount(); }

  /// What the input drives in that slot; kNone where it drives nothing. Likewise the other way.
  std::uint32_t outputOf(std::uint32_t slot, std::uint32_t input) const {
    return outputOf_[std::size_t{slot} * ports_ + input];
  }
  std::uint32_t inputOf(std::uint32_t slot, std::uint32_t output) const {
    return inputOf_[std::size_t{slot} * ports_ + output];
  }
  /// B*: row u are the outputs that input u reaches in some slot.
  const BitMatrix& established() const { return established_; }
  /// Outputs with a circuit in that slot, a bit each.
  const std::uint64_t* busyOutputs(std::uint32_t slot) const {
    return channels_.busy(slot, kOutputs);
  }
  /// Inputs likewise.
  const std::uint64_t* busyInputs(std::uint32_t slot) const {
    return channels_.busy(slot, kInputs);
  }
  std::uint32_t circuits(std::uint32_t slot) const { return circuits_[slot]; }
  bool isEmpty(std::uint32_t slot) const { return circuits_[slot] == 0; }

  /// Both ports must be free in that slot.
  void establish(std::uint32_t slot, std::uint32_t input, std::uint32_t output) {
    outputOf_[std::size_t{slot} * ports_ + input] = output;
    inputOf_[std::size_t{slot} * ports_ + output] = input;
    channels_.take(slot, kInputs, input);
    channels_.take(slot, kOutputs, output);
    repeated_ += established_.at(input, output) ? 1 : 0;
    established_.set(input, output);
    ++circuits_[slot];
  }
  /// The input must have a circuit in that slot.
  void release(std::uint32_t slot, std::uint32_t input) {
    const std::uint32_t output = outputOf(slot, input);
    outputOf_[std::size_t{slot} * ports_ + input] = kNone;
    inputOf_[std::size_t{slot} * ports_ + output] = kNone;
    channels_.release(slot, kInputs, input);
    channels_.release(slot, kOutputs, output);
    --circuits_[slot];
    if (repeated_ > 0 && hasAnother(input, output))
      --repeated_;
    else
      established_.clear(input, output);
  }
  void clear(std::uint32_t slot);

  /// A slot as it is kept, for a pass that changes many of its circuits at once and leaves all as
  /// establish() and release() would; only while no pair has two slots (hasRepeated).
  struct SlotView {
    std::uint32_t *outputOf, *inputOf;
    std::uint64_t *busyInputs, *busyOutputs;
    BitMatrix* established;
    std::uint32_t* circuits;
  };
  SlotView view(std::uint32_t slot) {
    return {outputOf_.data() + std::size_t{slot} * ports_,
            inputOf_.data() + std::size_t{slot} * ports_,
            channels_.busy(slot, kInputs),
            channels_.busy(slot, kOutputs),
            &established_,
            &circuits_[slot]};
  }
  /// Some pair has circuits in two slots, as only what is loaded may have.
  bool hasRepeated() const { return repeated_ > 0; }

  /// Loads a configuration that schedulers leave alone until it is unloaded. `pairs` must be sound
  /// (checkConfiguration).
  void preload(std::uint32_t slot, const std::vector<PortPair>& pairs);
  void unload(std::uint32_t slot);
  bool isPreloaded(std::uint32_t slot) const { return preloaded_[slot] != 0; }

 private:
  static constexpr std::uint32_t kInputs = 0, kOutputs = 1;

  /// Some slot connects them.
  bool hasAnother(std::uint32_t input, std::uint32_t output) const;

  std::uint32_t ports_;
  ChannelSlots channels_;
  std::vector<std::uint32_t> outputOf_, inputOf_;  ///< slot by slot
  std::vector<std::uint32_t> circuits_;            ///< per slot
  std::vector<std::uint8_t> preloaded_;            ///< per slot
  BitMatrix established_;
  std::uint32_t repeated_ = 0;  ///< circuits whose pair another slot has as well: only preloads
};

/// What forbids these pairs as a configuration of a crossbar: ports out of range, two inputs on one
/// output, two outputs of one input.
Issues checkConfiguration(const std::vector<PortPair>& pairs, std::uint32_t ports,
                          const std::string& path);

}  // namespace hopscope
