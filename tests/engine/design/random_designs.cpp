// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/design/random_designs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <tuple>

#include "engine/design/catalogue.h"
#include "engine/topology/generator.h"

namespace hopscope::test {
namespace {

constexpr const char* kChoicesFirst[] = {"switch.model", "routing.algorithm", "traffic.pattern"};

bool chance(int percent) {
  return anyOf(0, 100) < percent;
}

std::string randomName() {
  static const std::vector<std::string> names = {
      "", "A", "Core North", "Zürich", "拓扑", "quote \" and \\ slash", "line\nbreak", "\u00a0"};
  return *rc::gen::elementOf(names);
}

std::int64_t integerWithin(const Parameter& parameter) {
  const auto low = static_cast<std::int64_t>(std::ceil(parameter.minimum));
  const auto high = static_cast<std::int64_t>(std::min(parameter.maximum, 1e15));
  return anyOf(low, high + 1);
}

Value randomValue(const Parameter& parameter) {
  switch (parameter.type) {
    case ParameterType::boolean:
      return chance(50);
    case ParameterType::integer:
      return integerWithin(parameter);
    case ParameterType::real: {
      if (chance(20)) return integerWithin(parameter);
      const double share = anyOf(0, 1'000'001) / 1e6;
      return parameter.minimum + share * (parameter.maximum - parameter.minimum);
    }
    case ParameterType::integers: {
      std::vector<std::int64_t> list(anyOf<std::size_t>(1, 4));
      for (std::int64_t& item : list) item = integerWithin(parameter);
      return list;
    }
    case ParameterType::choice:
      return (*rc::gen::elementOf(parameter.choices)).name;
    case ParameterType::text:
      return *rc::gen::elementOf(std::vector<std::string>{"", "auto", "L0 G0 L1", "a, \"b\"",
                                                          "1:0.5, 5:0.5", "none", "self+1; self-1",
                                                          "0>1 1>0 1>2"});
    case ParameterType::classes:
      return *rc::gen::elementOf(std::vector<std::string>{
          "0.5 uniform; b = 2 hot_spot(share=0.25 targets=[1 2])", "a = 1e-05 tornado 3 flits",
          "1 neighbour;  2 neighbour", "", "nonsense; [("});
    case ParameterType::cycles:
      if (chance(30))
        return *rc::gen::elementOf(std::vector<std::string>{"90 ns", "1.5 us", "7ns"});
      return integerWithin(parameter);
    case ParameterType::flits:
      if (chance(30)) return *rc::gen::elementOf(std::vector<std::string>{"18 KB", "4KiB", "99 B"});
      return integerWithin(parameter);
  }
  return false;
}

std::vector<std::uint32_t> randomIds(std::size_t most) {
  const auto ids =
      *rc::gen::container<std::set<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 0xffffffffu));
  std::vector<std::uint32_t> list(ids.begin(), ids.end());
  if (list.size() > most) list.resize(most);
  return list;
}

DrawnNetwork randomDrawing() {
  DrawnNetwork drawn;
  for (const std::uint32_t id : randomIds(8)) drawn.routers.push_back({id, randomName()});
  if (drawn.routers.empty()) return drawn;
  const auto router = [&] { return (*rc::gen::elementOf(drawn.routers)).id; };
  for (const std::uint32_t id : randomIds(8)) drawn.terminals.push_back({id, router()});
  for (const std::uint32_t id : randomIds(8)) {
    DrawnLink link{id, router(), router(), chance(50) ? "local" : "global", {}};
    if (chance(40)) link.latency = anyOf<std::int64_t>(1, 1000);
    if (link.from != link.to) drawn.links.push_back(link);
  }
  return drawn;
}

Override randomOverride(const Design& design) {
  Override entry;
  if (chance(40)) {
    entry.channels = {anyOf(0u, 1000u)};
    entry.values["latency"] = anyOf<std::int64_t>(1, 1000);
    return entry;
  }
  entry.routers = randomIds(4);
  if (entry.routers.empty()) entry.routers = {0};
  for (const Section& section : sections(design))
    for (const Parameter& parameter : section.parameters)
      if (parameter.perRouter && chance(20)) entry.values[parameter.name] = randomValue(parameter);
  return entry;
}

Point randomPoint() {
  return {anyOf(-1'000'000, 1'000'000) / 7.0, anyOf(-5000, 5000) * 1.0};
}

/// Small parameters only: the reader builds the network to learn its link classes.
void setTopology(Design& design) {
  std::vector<std::string> kinds = {"custom"};
  for (const Generator& generator : generators()) kinds.push_back(generator.name);
  const std::string kind = *rc::gen::elementOf(kinds);
  if (kind != "custom" || chance(80)) design.settings["topology.kind"] = kind;
  if (kind == "custom") {
    design.drawn = randomDrawing();
    return;
  }
  for (Parameter parameter : generators().find(kind)->parameters) {
    if (parameter.type == ParameterType::integer)
      parameter.maximum = std::min(parameter.maximum, parameter.minimum + 3);
    if (parameter.type == ParameterType::integers) parameter.maximum = 5;
    if (chance(60)) design.settings["topology." + parameter.name] = randomValue(parameter);
  }
}

/// Circuits whose slots move on, few enough that many a network has room for them.
void setCircuits(Design& design) {
  design.settings["switch.model"] = std::string("slotted");
  for (const auto& [path, least, most] :
       {std::tuple("switch.slots", 0, 40), std::tuple("switch.slots_each", 1, 4),
        std::tuple("switch.slot_length", 2, 120), std::tuple("switch.nic_flits", 1, 300)})
    if (chance(40)) design.settings[path] = anyOf<std::int64_t>(least, most);
  design.settings["switch.best_effort"] =
      *rc::gen::elementOf(std::vector<std::string>{"none", "free", "idle"});
  // Few pairs: of all of them slots take long to find in the larger trees.
  design.settings["traffic.pattern"] = std::string(chance(50) ? "neighbour" : "permutation");
  if (chance(60))
    design.settings["switch.circuits"] = *rc::gen::elementOf(
        std::vector<std::string>{"all", "none", "self+1; self-1", "0>1 1>0 1>2"});
}

}  // namespace

Design randomDesign() {
  Design design;
  design.name = randomName();
  setTopology(design);
  if (chance(15)) {
    setCircuits(design);
    return design;
  }
  // The choices first: they decide which settings there are.
  for (const char* path : kChoicesFirst)
    if (chance(50)) design.settings[path] = randomValue(*findParameter(design, path));
  for (const Section& section : sections(design))
    for (const Parameter& parameter : section.parameters)
      if (section.name != "topology" && design.settings.count(parameter.name) == 0 && chance(30) &&
          std::find(std::begin(kChoicesFirst), std::end(kChoicesFirst), parameter.name) ==
              std::end(kChoicesFirst))
        design.settings[parameter.name] = randomValue(parameter);
  while (chance(40)) design.overrides.push_back(randomOverride(design));
  while (chance(20)) {
    Phase phase{anyOf<std::int64_t>(1, 100'000), {{"traffic.load", anyOf(0, 101) / 100.0}}};
    if (chance(50))
      phase.set["traffic.pattern"] = randomValue(*findParameter(design, "traffic.pattern"));
    if (chance(40)) phase.fail = {randomIds(4), randomIds(3)};
    if (chance(30)) phase.restore = {randomIds(3), randomIds(4)};
    design.phases.push_back(std::move(phase));
  }
  for (const std::uint32_t id : randomIds(5)) design.layout.routers[id] = randomPoint();
  for (const std::uint32_t id : randomIds(5)) design.layout.terminals[id] = randomPoint();
  return design;
}

}  // namespace hopscope::test
