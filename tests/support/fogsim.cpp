// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fogsim.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

#include "engine/simulation/simulation.h"
#include "tests/support/oracle.h"
#include "tests/support/setups.h"

namespace hopscope::test {
namespace {

using nlohmann::json;

/// "piggyback lgl" -> the registered name, and FOGSim's choices for it.
std::pair<std::string, Values> routingOf(const std::string& name) {
  const std::size_t space = name.find(' ');
  if (space == std::string::npos) return {name, {}};
  const std::string algorithm = name.substr(0, space), phaseA = name.substr(space + 1);
  if (algorithm == "olm") return {algorithm, {{"trigger", phaseA}}};
  const bool lgl = phaseA == "lgl";
  Values values{{"phase_a", phaseA},
                {"intra_group", std::string(lgl ? "unrestricted" : "minimal")},
                {"roots", std::string("fogsim")}};
  if (algorithm == "piggyback") {
    values["hop_counts"] = std::string(lgl ? "consecutive_minimal" : "consecutive");
    values["mean"] = std::string("all");
    values["eject_in_passing"] = lgl;
  }
  return {algorithm, values};
}

FogsimPoint pointOf(const json& row) {
  return {row.at("load"), row.at("latency"), row.at("accepted"), row.at("nonminimal"),
          row.at("hops")};
}

/// FOGSim counts packets that stay in their group as sent non-minimally by lg-, though they go
/// minimally; and its oblivious routings count every packet.
bool countsNonminimalAlike(const FogsimCase& which) {
  if (which.routing == "minimal" || which.routing == "piggyback lgl") return true;
  if (which.routing.rfind("olm", 0) == 0) return true;
  return which.routing == "piggyback lg-" && which.traffic == "adversarial";
}

}  // namespace

Setup fogsimSetup(const FogsimCase& wanted, double load, std::uint64_t seed, Cycle warmup,
                  Cycle measure) {
  Setup s = thesisDragonfly(wanted.h);
  SwitchSettings& settings = test::vct(s).kinds.front();
  settings.ejection = EjectionRule::consumer;
  settings.pointer = PointerRule::onRequest;
  settings.outputHold = OutputHold::transfer;
  const auto [name, given] = routingOf(wanted.routing);
  s.virtualChannels = name == "minimal" ? VcCounts{2, 1} : VcCounts{4, 2};
  // FOGSim's lg- leaves the fourth local channel idle.
  if (wanted.routing.find("lg-") != std::string::npos) s.virtualChannels = {3, 2};
  if (name == "olm") s.virtualChannels = {3, 2};
  setRouting(s, name, given);
  const std::size_t space = wanted.traffic.find(' ');
  if (space == std::string::npos)
    setPattern(s, wanted.traffic);
  else
    setPattern(s, wanted.traffic.substr(0, space),
               {{"offset", std::int64_t{std::stoi(wanted.traffic.substr(space))}}});
  s.load = load;
  s.run.warmup = warmup;
  s.run.measure = measure;
  s.run.maxCycles = warmup + measure + 20'000;
  s.run.window = measure;
  s.run.seed = seed;
  return s;
}

FogsimPoint simulate(const FogsimCase& wanted, double load, Cycle warmup, Cycle measure,
                     unsigned seeds) {
  FogsimPoint mean;
  mean.load = load;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    Simulation simulation(fogsimSetup(wanted, load, seed, warmup, measure));
    while (!simulation.done()) simulation.advance(10'000);
    const Results results = simulation.results();
    mean.latency += results.latency.mean / seeds;
    mean.accepted += results.acceptedLoad / seeds;
    mean.nonminimal += results.nonminimalFraction * results.acceptedLoad / seeds;
    mean.hops += results.hopsMean / seeds;
  }
  return mean;
}

FogsimOracle fogsimOracle(const std::string& file) {
  const json all = oracle(file.c_str());
  FogsimOracle result;
  result.warmup = all.at("warmup");
  result.measure = all.at("measure");
  const json& t = all.at("tolerance");
  result.tolerance = {t.at("latency"), t.at("latency_up_to"), t.at("saturation"), t.at("hops"),
                      t.at("nonminimal")};
  for (const json& stated : all.at("tables")) {
    FogsimTable table{
        {stated.at("routing"), stated.at("traffic"), all.at("h")}, stated.at("saturation"), {}};
    for (const json& row : stated.at("points")) table.points.push_back(pointOf(row));
    result.tables.push_back(std::move(table));
  }
  return result;
}

double saturationOf(const std::vector<FogsimPoint>& points) {
  double highest = 0;
  for (const FogsimPoint& point : points)
    if (point.accepted >= 0.99 * point.load) highest = std::max(highest, point.load);
  return highest;
}

std::vector<std::string> differences(const FogsimTable& table, const FogsimPoint& theirs,
                                     const FogsimPoint& ours, const FogsimTolerance& tolerance) {
  std::vector<std::string> found;
  if (theirs.load > tolerance.latencyUpTo * table.saturation) return found;
  const auto compare = [&](const char* what, const Expected& stated, double measured) {
    if (stated.differs(measured))
      found.push_back(fmt::format("{}, {}, load {}: {} is {:.4g}, FOGSim's {:.4g}.",
                                  table.which.routing, table.which.traffic, theirs.load, what,
                                  measured, stated.value));
  };
  compare("latency", {theirs.latency, tolerance.latency * theirs.latency}, ours.latency);
  compare("hops", {theirs.hops, tolerance.hops}, ours.hops);
  if (countsNonminimalAlike(table.which))
    compare("accepted load of non-minimal packets", {theirs.nonminimal, tolerance.nonminimal},
            ours.nonminimal);
  return found;
}

std::vector<std::string> saturationDifferences(const FogsimTable& table,
                                               const std::vector<FogsimPoint>& ours,
                                               const FogsimTolerance& tolerance) {
  const double measured = saturationOf(ours);
  // The grid's own steps are not exact in binary.
  const Expected stated{table.saturation, tolerance.saturation + 1e-9};
  if (!stated.differs(measured)) return {};
  return {fmt::format("{}, {}: saturates at {}, FOGSim at {}.", table.which.routing,
                      table.which.traffic, measured, stated.value)};
}

}  // namespace hopscope::test
