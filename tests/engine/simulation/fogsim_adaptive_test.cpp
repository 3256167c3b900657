// SPDX-License-Identifier: GPL-3.0-or-later
// Routing that draws anew and learns against FOGSim's, every load of its tables up to 0.9 of
// saturation, which is where their latency means something.
#include <fmt/format.h>

#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/simulation/simulation.h"
#include "tests/support/oracle.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using nlohmann::json;
using test::Expected;

constexpr double kLatencyUpTo = 0.9;  ///< times the saturation load

const json& tables() {
  static const json all = test::oracle("fogsim_adaptive");
  return all;
}

Value valueOf(const json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return value.get<double>();
  return value.get<std::int64_t>();
}

Setup setupOf(const json& table, double load, std::uint64_t seed) {
  Setup s = test::thesisDragonfly(tables().at("h"));
  SwitchSettings& settings = test::vct(s).kinds.front();
  settings.ejection = EjectionRule::consumer;
  settings.pointer = PointerRule::onRequest;
  settings.outputHold = OutputHold::transfer;
  s.virtualChannels = {4, 2};
  Values routing;
  for (const auto& [name, value] : table.at("routing").items())
    if (name != "algorithm") routing[name] = valueOf(value);
  test::setRouting(s, table.at("routing").at("algorithm"), routing);
  const std::string traffic = table.at("traffic");
  const std::size_t space = traffic.find(' ');
  if (space == std::string::npos)
    test::setPattern(s, traffic);
  else
    test::setPattern(s, traffic.substr(0, space),
                     {{"offset", std::int64_t{std::stoi(traffic.substr(space + 1))}}});
  s.load = load;
  s.run.warmup = tables().at("warmup");
  s.run.measure = tables().at("measure");
  s.run.maxCycles = s.run.warmup + s.run.measure + 20'000;
  s.run.window = s.run.measure;
  s.run.seed = seed;
  return s;
}

struct Found {
  double latency = 0, accepted = 0, hops = 0;
};

Found simulated(const json& table, double load) {
  constexpr unsigned kSeeds = 2;
  Found mean;
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    Simulation simulation(setupOf(table, load, seed));
    while (!simulation.done()) simulation.advance(10'000);
    const Results results = simulation.results();
    mean.latency += results.latency.mean / kSeeds;
    mean.accepted += results.acceptedLoad / kSeeds;
    mean.hops += results.hopsMean / kSeeds;
  }
  return mean;
}

}  // namespace

class FogsimAdaptiveTest : public QObject {
  Q_OBJECT

 private slots:
  void latencyAgrees_data() { rows(); }
  void latencyAgrees();
  void acceptsUpToSaturation_data() { rows(); }
  void acceptsUpToSaturation();

 private:
  static void rows() {
    QTest::addColumn<int>("table");
    int number = 0;
    for (const json& table : tables().at("tables"))
      QTest::addRow("%s, %s", table.at("policy").get<std::string>().c_str(),
                    table.at("traffic").get<std::string>().c_str())
          << number++;
  }
  static const json& tableOf(int number) {
    return tables().at("tables").at(static_cast<std::size_t>(number));
  }
};

void FogsimAdaptiveTest::latencyAgrees() {
  QFETCH(int, table);
  const json& stated = tableOf(table);
  const double saturation = stated.at("saturation"), tolerance = stated.at("latency");
  std::string found;
  for (const json& point : stated.at("points")) {
    const double load = point.at("load"), latency = point.at("latency");
    if (load > kLatencyUpTo * saturation) continue;
    const Found ours = simulated(stated, load);
    const Expected expected{latency, tolerance * latency};
    if (expected.differs(ours.latency))
      found += fmt::format("At {} latency is {:.1f}, FOGSim's {}; hops {:.3f}, {}. ", load,
                           ours.latency, latency, ours.hops, point.at("hops").get<double>());
    QVERIFY(expected.noticesShift(ours.latency) || expected.differs(ours.latency));
  }
  QVERIFY2(found.empty(), found.c_str());
}

/// 0.02 below FOGSim's saturation all is accepted, but for the 1 % that FOGSim's sources offer more
/// than their load. The tables end near it, so nothing says that more is not.
void FogsimAdaptiveTest::acceptsUpToSaturation() {
  QFETCH(int, table);
  const json& stated = tableOf(table);
  const double load = stated.at("saturation").get<double>() - 0.02;
  const double accepted = simulated(stated, load).accepted;
  QVERIFY2(accepted >= 0.98 * load, qPrintable(QString::number(accepted)));
}

}  // namespace hopscope

using hopscope::FogsimAdaptiveTest;
HOPSCOPE_TEST(FogsimAdaptiveTest)
#include "fogsim_adaptive_test.moc"
