// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/models/circuit_latency.h"

#include <algorithm>
#include <cmath>

#include "engine/core/declare.h"
#include "engine/models/entries.h"

namespace hopscope::formulas {
namespace {

using declare::number;

CircuitDelays readDelays(const Values& values) {
  return {realAt(values, "nic_ns"),       realAt(values, "serial_ns"), realAt(values, "cable_ns"),
          realAt(values, "scheduler_ns"), realAt(values, "buffer_ns"), realAt(values, "word_ns")};
}

double wormsOf(double words, double wormWords) {
  return std::ceil(words / wormWords);
}

}  // namespace

double wormholeLatency(const CircuitDelays& delays, std::int64_t words, std::int64_t wormWords) {
  const auto count = static_cast<double>(words);
  return 2 * delays.nic + 2 * delays.wire() + delays.buffer +
         delays.scheduler * wormsOf(count, static_cast<double>(wormWords)) +
         delays.word * (count - 1);
}

double circuitLatency(const CircuitDelays& delays, std::int64_t words) {
  return slotLatency(delays, words) + missPenalty(delays);
}

double slotLatency(const CircuitDelays& delays, std::int64_t words) {
  return 2 * delays.nic + delays.straight() + delays.word * (static_cast<double>(words) - 1);
}

double missPenalty(const CircuitDelays& delays) {
  return 2 * delays.wire() + delays.scheduler;
}

Model circuitLatencies() {
  const CircuitDelays usual;
  Model model;
  model.name = "circuit_latency";
  model.label = "A message through an idle hybrid switch";
  model.help =
      "As worms, over a circuit that is set up for it, and over one that exists; and what share of "
      "a link one sender makes use of.";
  model.source =
      "Ding, PhD thesis, University of Pittsburgh 2006, section 5.5.2; equation 3.1 has one serial "
      "transfer too many";
  model.parameters = {
      number(ParameterType::integer, "bytes", "Message", std::int64_t{128}, 1, 1e9, "bytes", ""),
      number(ParameterType::integer, "word_bytes", "Word", std::int64_t{8}, 1, 1e6, "bytes", ""),
      number(ParameterType::integer, "worm_words", "Longest worm", std::int64_t{16}, 1, 1e6,
             "words", ""),
      number(ParameterType::integer, "slot_words", "Slot", std::int64_t{10}, 1, 1e6, "words", ""),
      number(ParameterType::real, "nic_ns", "NIC", usual.nic, 0, 1e6, "ns", ""),
      number(ParameterType::real, "serial_ns", "Parallel to serial, or back", usual.serial, 0, 1e6,
             "ns", ""),
      number(ParameterType::real, "cable_ns", "Cable", usual.cable, 0, 1e6, "ns", ""),
      number(ParameterType::real, "scheduler_ns", "Scheduler", usual.scheduler, 0, 1e6, "ns", ""),
      number(ParameterType::real, "buffer_ns", "Switch of worms", usual.buffer, 0, 1e6, "ns", ""),
      number(ParameterType::real, "word_ns", "Time of a word", usual.word, 0.001, 1e6, "ns", "")};
  model.outputs = {{"wormhole", "As worms", "ns"},
                   {"circuit", "Over a new circuit", "ns"},
                   {"hit", "Over a circuit that exists, without its wait", "ns"},
                   {"miss", "Over one that is asked for, without its wait", "ns"},
                   {"wormhole_share", "Share of the link, as worms", "%"},
                   {"circuit_share", "Share of the link, circuit by circuit", "%"},
                   {"preload_share", "Share of the link, a message in its own slots", "%"}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const CircuitDelays delays = readDelays(values);
    const double wordBytes = realAt(values, "word_bytes"), bytes = realAt(values, "bytes");
    const auto words = static_cast<std::int64_t>(std::ceil(bytes / wordBytes));
    const auto count = static_cast<double>(words);
    const double wormWords = realAt(values, "worm_words");
    const double scheduling = delays.scheduler / delays.word * wormsOf(count, wormWords);
    const double slotBytes = realAt(values, "slot_words") * wordBytes;
    return {wormholeLatency(delays, words, integerAt(values, "worm_words")),
            circuitLatency(delays, words),
            slotLatency(delays, words),
            slotLatency(delays, words) + missPenalty(delays),
            100 * count / (count + scheduling),
            100 * count / (count + missPenalty(delays) / delays.word),
            100 * bytes / (slotBytes * std::ceil(bytes / slotBytes))};
  };
  return model;
}

Model slotGuard() {
  Model model;
  model.name = "slot_guard";
  model.label = "Guard band of a time slot";
  model.help = "No data while the fabric is set up and grants are on their way.";
  model.source = "Ding, PhD thesis, University of Pittsburgh 2006, section 5.3.1";
  model.parameters = {
      number(ParameterType::real, "slot_ns", "Slot", 1000.0, 0.001, 1e12, "ns", ""),
      number(ParameterType::real, "setup_ns", "Setting up the fabric", 50.0, 0, 1e12, "ns", ""),
      number(ParameterType::real, "grant_ns", "Spread of the grants", 50.0, 0, 1e12, "ns",
             "Between the nearest and the farthest NIC."),
      number(ParameterType::real, "rate", "Link", 1.0, 0.001, 1e6, "Gb/s", "")};
  model.outputs = {{"guard", "Guard", "ns"},
                   {"share", "Guard, of the slot", "%"},
                   {"bytes", "A whole slot carries", "bytes"},
                   {"useful", "Between guards", "bytes"}};
  model.check = [](const Values& values) -> Issues {
    const double guard = std::max(realAt(values, "setup_ns"), realAt(values, "grant_ns"));
    if (guard < realAt(values, "slot_ns")) return {};
    return {{Severity::error, "slot_ns",
             sentence("The guard of {:g} ns leaves nothing of the slot.", guard),
             sentence("Choose a slot longer than its guard.")}};
  };
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const double slot = realAt(values, "slot_ns"), rate = realAt(values, "rate");
    const double guard = std::max(realAt(values, "setup_ns"), realAt(values, "grant_ns"));
    return {guard, 100 * guard / slot, slot * rate / 8, (slot - guard) * rate / 8};
  };
  return model;
}

Model rotorSchedule() {
  Model model;
  model.name = "rotor_schedule";
  model.label = "Configurations in turn";
  model.help = "A pair waits for its slot, whatever the traffic is.";
  model.source = "RotorNet, SIGCOMM 2017; Sirius, SIGCOMM 2020; Ding 2006, section 8.4.3";
  model.parameters = {
      number(ParameterType::integer, "configurations", "Configurations", std::int64_t{32}, 1, 1e6,
             "", "In a round; each pair has one of them."),
      number(ParameterType::real, "slot", "Slot", 100.0, 0.001, 1e12, "ns", ""),
      number(ParameterType::real, "guard", "Guard", 0.0, 0, 1e12, "ns", "")};
  model.outputs = {{"wait", "Mean wait for a slot", "slots"},
                   {"wait_ns", "Mean wait for a slot", "ns"},
                   {"gap", "Between two slots of a pair", "slots"},
                   {"uniform", "Throughput of uniform traffic", "%"},
                   {"valiant", "Throughput of any traffic over relays", "%"},
                   {"relayed_wait", "Mean wait for two slots, over a relay", "slots"},
                   {"relayed_uniform", "Throughput of uniform traffic over relays", "%"}};
  model.check = [](const Values& values) -> Issues {
    if (realAt(values, "guard") < realAt(values, "slot")) return {};
    return {{Severity::error, "guard", sentence("The guard leaves nothing of the slot."),
             sentence("Choose a guard below the slot.")}};
  };
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const double count = realAt(values, "configurations"), slot = realAt(values, "slot");
    const double useful = 1 - realAt(values, "guard") / slot;
    // A relay is drawn among all others: the destination needs one slot, each other one two.
    return {count / 2,
            count / 2 * slot,
            count - 1,
            100 * useful,
            50 * useful,
            count,
            100 * useful * count / (2 * count - 1)};
  };
  return model;
}

}  // namespace hopscope::formulas
