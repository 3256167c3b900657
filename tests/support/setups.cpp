// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/setups.h"

#include <stdexcept>

#include "engine/routing/routing_algorithm.h"
#include "engine/simulation/simulation.h"
#include "engine/topology/generator.h"

namespace hopscope::test {
namespace {

class OnePair final : public TrafficPattern {
 public:
  OnePair(TerminalId source, TerminalId destination) : source_(source), destination_(destination) {}
  TerminalId destination(TerminalId source, Rng&) const override {
    return source == source_ ? destination_ : kNone;
  }
  void destinations(TerminalId source, std::vector<DestinationShare>& out) const override {
    if (source == source_) out.push_back({destination_, 1});
  }

 private:
  TerminalId source_, destination_;
};

/// What was given, and the declared default of what was not.
Values complete(const std::vector<Parameter>& parameters, const Values& given) {
  Values all;
  for (const Parameter& p : parameters) all[p.name] = p.fallback;
  for (const auto& [name, value] : given) all[name] = value;
  return all;
}

void refuse(const Issues& issues) {
  if (hasErrors(issues)) throw std::runtime_error(describe(issues.front()));
}

template <typename T>
const T& require(const Registry<T>& registry, const std::string& name) {
  const T* entry = registry.find(name);
  if (entry == nullptr) throw std::runtime_error("not registered: " + name);
  return *entry;
}

}  // namespace

std::shared_ptr<const TrafficPattern> onePair(TerminalId source, TerminalId destination) {
  return std::make_shared<OnePair>(source, destination);
}

Model modelOf(const Setup& setup) {
  return std::holds_alternative<VctSwitches>(setup.switches) ? Model::vct : Model::wormhole;
}

VctSwitches& vct(Setup& setup) {
  return std::get<VctSwitches>(setup.switches);
}

const VctSwitches& vct(const Setup& setup) {
  return std::get<VctSwitches>(setup.switches);
}

WormholeSettings& wormhole(Setup& setup) {
  return std::get<WormholeSwitches>(setup.switches).settings;
}

const WormholeSettings& wormhole(const Setup& setup) {
  return std::get<WormholeSwitches>(setup.switches).settings;
}

void makeWormhole(Setup& setup) {
  setup.switches = WormholeSwitches{};
}

Setup makeSetup(const std::string& kind, const Values& parameters, const std::string& routing) {
  const Generator& generator = require(generators(), kind);
  const Values values = complete(generator.parameters, parameters);
  refuse(generator.check(values));
  Setup s;
  s.topology = std::make_shared<Topology>(generator.build(values));
  s.linkLatency.assign(s.topology->linkCount(), 1);
  SwitchSettings settings;
  settings.latency = 5;
  settings.speedupNumerator = 2;
  settings.injectionBuffer = 256;
  settings.localBuffer = settings.globalBuffer = settings.outputBuffer = 64;
  s.switches = VctSwitches{{settings}, std::vector<std::uint16_t>(s.topology->routerCount(), 0)};
  s.lookups = {LookupSettings{}};
  s.lookupOf.assign(s.topology->routerCount(), 0);
  const std::string name = routing.empty() ? generator.firstRoutings.front() : routing;
  const RoutingEntry& entry = require(routingAlgorithms(), name);
  s.virtualChannels = entry.fewestVirtualChannels(*s.topology);
  const Values routingValues = complete(entry.parameters, {});
  refuse(entry.check(*s.topology, s.virtualChannels, routingValues));
  s.routing = entry.make(*s.topology, s.virtualChannels, routingValues);
  s.load = 0.3;
  s.packetFlits = 4;
  s.run = {1000, 4000, 50000, 500, 1};
  setPattern(s, "uniform");
  return s;
}

Setup thesisDragonfly(std::int64_t h) {
  Setup s = makeSetup("dragonfly", {{"p", h}, {"a", 2 * h}, {"h", h}});
  setLatency(s, LinkKind::local, 15);
  setLatency(s, LinkKind::global, 150);
  SwitchSettings& settings = vct(s).kinds.front();
  settings.latency = 90;
  settings.injectionBuffer = 5040;
  settings.localBuffer = 720;
  settings.globalBuffer = 1800;
  settings.outputBuffer = 630;
  s.packetFlits = 10;
  return s;
}

void setRouting(Setup& setup, const std::string& routing, const Values& parameters) {
  const RoutingEntry& entry = require(routingAlgorithms(), routing);
  const Values values = complete(entry.parameters, parameters);
  refuse(entry.check(*setup.topology, setup.virtualChannels, values));
  setup.routing = entry.make(*setup.topology, setup.virtualChannels, values);
}

void setPattern(Setup& setup, const std::string& pattern, const Values& parameters) {
  const TrafficEntry& entry = require(trafficPatterns(), pattern);
  Values values = complete(entry.parameters, parameters);
  values.emplace("include_self", false);
  refuse(entry.check(*setup.topology, values));
  setup.traffic = entry.make(*setup.topology, values, setup.run.seed);
}

void setLatency(Setup& setup, LinkKind kind, Cycle latency) {
  for (LinkId l = 0; l < setup.topology->linkCount(); ++l)
    if (setup.topology->kindOf(l) == kind) setup.linkLatency[l] = latency;
}

Results runOf(Setup setup) {
  Simulation simulation(std::move(setup));
  simulation.advance(10'000'000);
  return simulation.results();
}

}  // namespace hopscope::test
