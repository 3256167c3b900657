// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/allocator_parameters.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "engine/core/declare.h"

namespace hopscope {
namespace {

constexpr double kMostIterations = 16;

template <typename Kind>
struct Named {
  Kind kind;
  const char *name, *label;
};

constexpr std::array kAllocators = {
    Named{AllocatorKind::separableInputFirst, "separable_input_first", "Separable, input first"},
    Named{AllocatorKind::separableOutputFirst, "separable_output_first", "Separable, output first"},
    Named{AllocatorKind::islip, "islip", "iSLIP"},
    Named{AllocatorKind::wavefront, "wavefront", "Wavefront"},
    Named{AllocatorKind::maximumMatching, "maximum_matching", "Maximum matching"}};

constexpr std::array kArbiters = {Named{ArbiterKind::roundRobin, "round_robin", "Round robin"},
                                  Named{ArbiterKind::matrix, "matrix", "Least recently served"},
                                  Named{ArbiterKind::age, "age", "Oldest packet"},
                                  Named{ArbiterKind::random, "random", "Random"}};

template <typename Table>
std::vector<ParameterChoice> choicesOf(const Table& table) {
  std::vector<ParameterChoice> choices;
  for (const auto& each : table) choices.push_back({each.name, each.label});
  return choices;
}

template <typename Table>
auto kindCalled(const Table& table, const std::string& name) {
  const auto found = std::find_if(table.begin(), std::prev(table.end()),
                                  [&](const auto& each) { return each.name == name; });
  return found->kind;
}

const char* nameOf(AllocatorKind kind) {
  return std::find_if(kAllocators.begin(), std::prev(kAllocators.end()),
                      [&](const auto& each) { return each.kind == kind; })
      ->name;
}

}  // namespace

std::vector<Parameter> allocatorParameters(const AllocatorParameters& allocator) {
  const std::string kind = allocator.path + ".kind";
  const std::vector<std::string> separable{nameOf(AllocatorKind::separableInputFirst),
                                           nameOf(AllocatorKind::separableOutputFirst)};
  std::vector<std::string> inRounds = separable;
  inRounds.emplace_back(nameOf(AllocatorKind::islip));
  return {declare::choice(kind, allocator.label, nameOf(allocator.fallback), choicesOf(kAllocators),
                          allocator.help),
          declare::onlyWhere(
              kind.c_str(), separable,
              declare::choice(allocator.path + ".arbiter", allocator.arbiterLabel, "round_robin",
                              choicesOf(kArbiters),
                              "How a separable allocator chooses one of several requests.")),
          declare::onlyWhere(
              kind.c_str(), inRounds,
              declare::number(ParameterType::integer, allocator.path + ".iterations",
                              allocator.iterationsLabel, std::int64_t{1}, 1, kMostIterations, "",
                              "Rounds of matching per cycle, of separable allocators and iSLIP."))};
}

AllocatorSettings resolveAllocator(const SettingsReader& reader, const std::string& path) {
  AllocatorSettings result;
  result.kind = kindCalled(kAllocators, reader.text(path + ".kind"));
  result.arbiter = kindCalled(kArbiters, reader.text(path + ".arbiter"));
  result.iterations = static_cast<std::uint32_t>(reader.integer(path + ".iterations"));
  return result;
}

}  // namespace hopscope
