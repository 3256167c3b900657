// SPDX-License-Identifier: GPL-3.0-or-later
// Size and speed of the hardware that schedules circuits.
#include "engine/models/circuit_hardware.h"

#include <cmath>

#include "engine/core/declare.h"
#include "engine/models/entries.h"

namespace hopscope::formulas {
namespace {

using declare::choice;
using declare::number;

constexpr const char* kThesis = "Ding, PhD thesis, University of Pittsburgh 2006";

std::string section(const char* where) {
  return std::string(kThesis) + ", " + where;
}

MatchingProcessor processorAt(const Values& values) {
  const std::string& name = textAt(values, "processor");
  if (name == "pure_logic") return MatchingProcessor::pureLogic;
  return name == "matrix" ? MatchingProcessor::matrix : MatchingProcessor::vector;
}

}  // namespace

MatchingHardware matchingHardware(MatchingProcessor processor, double ports, double steps) {
  const double cells = ports * ports;
  switch (processor) {
    case MatchingProcessor::pureLogic:
      return {steps * cells, steps * cells, 0};
    case MatchingProcessor::matrix:
      return {cells, cells, steps * cells};
    case MatchingProcessor::vector:
      break;
  }
  return {ports, steps, steps * cells};
}

double matchingCycles(MatchingProcessor processor, double ports, double stages) {
  if (processor == MatchingProcessor::pureLogic) return 1;
  const double operations = 2 * stages + 1;
  return processor == MatchingProcessor::matrix ? operations : ports * operations;
}

double localTreeEstimate(double levels, double width) {
  double granted = 1;
  for (int hop = 1; hop < static_cast<int>(levels); ++hop)
    granted = 1 - std::pow(1 - granted / width, width);
  return granted;
}

Model greedyCircuitScheduler() {
  Model model;
  model.name = "greedy_circuit_scheduler";
  model.label = "Speed of a greedy circuit scheduler";
  model.help = "An array of ports times ports cells that a signal crosses in one clock.";
  model.source = section("section 5.3, table 5.3; the straight line is a fit of ours");
  model.parameters = {
      number(ParameterType::integer, "ports", "Ports", std::int64_t{128}, 1, 4096, "", ""),
      number(ParameterType::real, "measured_ns", "Measured latency", 0.0, 0, 1e6, "ns",
             "Of the hardware; 0: by the straight line."),
      number(ParameterType::real, "per_port_ns", "Latency per port", 2.81, 0, 1e3, "ns", ""),
      number(ParameterType::real, "fixed_ns", "Fixed latency", 28.0, 0.1, 1e6, "ns", ""),
      number(ParameterType::real, "faster", "ASIC against FPGA", 5.0, 1, 1000, "", "")};
  model.outputs = {{"latency", "Latency", "ns"},
                   {"rate", "Connections scheduled", "M/s"},
                   {"asic", "Latency of an ASIC", "ns"}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const double ports = realAt(values, "ports");
    const double measured = realAt(values, "measured_ns");
    const double latency = measured > 0
                               ? measured
                               : realAt(values, "per_port_ns") * ports + realAt(values, "fixed_ns");
    return {latency, 1e3 * ports / latency, latency / realAt(values, "faster")};
  };
  return model;
}

Model nQueue() {
  Model model;
  model.name = "n_queue";
  model.label = "Queue for each destination in one memory";
  model.help = "Logical queues on one memory of 64-bit words, a word a cycle.";
  model.source = section("section 8.3, table 8.1");
  model.parameters = {
      number(ParameterType::integer, "ports", "Destinations", std::int64_t{128}, 1, 4096, "", ""),
      number(ParameterType::integer, "words", "Words per destination", std::int64_t{64}, 1, 1e6, "",
             ""),
      number(ParameterType::integer, "bits", "Bits of a word", std::int64_t{64}, 1, 4096, "", ""),
      number(ParameterType::real, "clock_mhz", "Clock", 59.0, 0.001, 1e6, "MHz", ""),
      number(ParameterType::integer, "logic_cells", "Logic cells", std::int64_t{8010}, 0, 1e9, "",
             ""),
      number(ParameterType::integer, "device_cells", "Logic cells of the device",
             std::int64_t{25'660}, 1, 1e9, "", ""),
      number(ParameterType::integer, "device_bits", "Memory of the device", std::int64_t{1'944'576},
             1, 1e12, "bits", "")};
  model.outputs = {{"memory", "Memory", "bits"},
                   {"memory_share", "Memory, of the device", "%"},
                   {"logic_share", "Logic, of the device", "%"},
                   {"throughput", "Throughput", "Gb/s"},
                   {"latency", "Latency", "ns"}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const double bits = realAt(values, "bits");
    const double memory = realAt(values, "ports") * realAt(values, "words") * bits;
    const double clock = realAt(values, "clock_mhz");
    return {memory, 100 * memory / realAt(values, "device_bits"),
            100 * realAt(values, "logic_cells") / realAt(values, "device_cells"),
            clock * bits / 1e3, 1e3 / clock};
  };
  return model;
}

Model matchingProcessors() {
  Model model;
  model.name = "matching_processor";
  model.label = "Processors for K-step matching";
  model.help = "Size by number of parts, and cycles for one augmenting path.";
  model.source = section("chapter 6, table 6.1; the cycles are ours");
  model.parameters = {
      choice("processor", "Processor", "matrix",
             {{"pure_logic", "pure logic"}, {"matrix", "matrix"}, {"vector", "vector"}}, ""),
      number(ParameterType::integer, "ports", "Ports", std::int64_t{64}, 1, 4096, "", ""),
      number(ParameterType::integer, "steps", "K", std::int64_t{9}, 1, 8191, "",
             "Stages of the longest path; with 2 N - 1 the matching is a largest one."),
      number(ParameterType::integer, "stages", "Stages of the path", std::int64_t{3}, 1, 8191, "",
             "")};
  model.outputs = {{"wires", "Wires", ""},
                   {"logic", "Logic", ""},
                   {"memory", "Memory of the stages", "KiB"},
                   {"masks", "Memory of the masks", "KiB"},
                   {"cycles", "Cycles for one path", "cycles"}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const MatchingProcessor processor = processorAt(values);
    const double ports = realAt(values, "ports"), steps = realAt(values, "steps");
    const MatchingHardware size = matchingHardware(processor, ports, steps);
    constexpr double kBits = 8 * 1024;
    return {size.wires, size.logic, size.memoryBits / kBits,
            processor == MatchingProcessor::pureLogic ? 0 : 2 * steps * ports / kBits,
            matchingCycles(processor, ports, realAt(values, "stages"))};
  };
  return model;
}

Model levelWiseScheduler() {
  Model model;
  model.name = "level_wise_scheduler";
  model.label = "Speed of a level-wise scheduler of fat trees";
  model.help = "A pipeline of one block per level that is climbed; each loads, computes, updates.";
  model.source = section("section 7.6, table 7.1; the latency of a block is fitted");
  model.parameters = {
      number(ParameterType::integer, "levels", "Levels", std::int64_t{3}, 2, 16, "", ""),
      number(ParameterType::integer, "width", "Ports up", std::int64_t{8}, 2, 1024, "", ""),
      number(ParameterType::real, "fixed_ns", "Fixed latency of a block", 5.5, 0, 1e6, "ns",
             "Beside one nanosecond for each doubling of the ports.")};
  model.outputs = {{"terminals", "Terminals", ""},
                   {"one", "One request", "ns"},
                   {"all", "A request of each terminal", "ns"}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const double width = realAt(values, "width"), levels = realAt(values, "levels");
    const double block = realAt(values, "fixed_ns") + std::log2(width);
    const double terminals = std::pow(width, levels);
    return {terminals, (levels - 1) * block, terminals * block};
  };
  return model;
}

Model localTreeScheduler() {
  Model model;
  model.name = "local_tree_scheduler";
  model.label = "Requests that a local scheduler of a fat tree grants";
  model.help =
      "Of a permutation, as if hops were independent: a little low, as some pairs turn back early.";
  model.source = section("chapter 7; the estimate is ours");
  model.parameters = {
      number(ParameterType::integer, "levels", "Levels", std::int64_t{3}, 1, 16, "", ""),
      number(ParameterType::integer, "width", "Ports up", std::int64_t{8}, 1, 1024, "", "")};
  model.outputs = {{"granted", "Granted", "%"}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    return {100 * localTreeEstimate(realAt(values, "levels"), realAt(values, "width"))};
  };
  return model;
}

}  // namespace hopscope::formulas
