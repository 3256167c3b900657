// SPDX-License-Identifier: GPL-3.0-or-later
// Loads by symmetry against those counted pair by pair, for all that says it has a symmetry.
#include "engine/routing/uniform_loads.h"

#include <QTest>
#include <map>

#include "tests/engine/routing/networks.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr double kDigits = 1e-9;

Destinations toAllAlike(const Topology& topology, bool includeSelf) {
  return [count = topology.terminalCount(), includeSelf](TerminalId source,
                                                         std::vector<DestinationShare>& out) {
    for (TerminalId t = 0; t < count; ++t)
      if (includeSelf || t != source) out.push_back({t, 1.0 / (includeSelf ? count : count - 1)});
  };
}

/// Values with each combination of the choices that there are.
std::vector<Values> allChoices(const std::vector<Parameter>& parameters) {
  std::vector<Values> all{defaultsOf(parameters)};
  for (const Parameter& parameter : parameters) {
    if (parameter.type != ParameterType::choice) continue;
    std::vector<Values> more;
    for (const Values& values : all)
      for (const ParameterChoice& choice : parameter.choices) {
        more.push_back(values);
        more.back()[parameter.name] = choice.name;
      }
    all = std::move(more);
  }
  return all;
}

QString wordsOf(const std::string& network, const std::string& routing, const Values& values) {
  std::string words = network + ", " + routing;
  for (const auto& [name, value] : values) words += " " + name + "=" + toText(value);
  return QString::fromStdString(words);
}

/// Empty where both say the same.
QString difference(const ChannelLoads& ours, const ChannelLoads& counted) {
  const auto differ = [](double a, double b) { return std::abs(a - b) > kDigits * (1 + b); };
  if (differ(ours.sent, counted.sent)) return "sent";
  if (differ(ours.hopsMean, counted.hopsMean)) return "hops";
  if (counted.lost != 0) return "lost";
  for (std::size_t c = 0; c < counted.perChannel.size(); ++c)
    if (differ(ours.perChannel[c], counted.perChannel[c]))
      return QString("channel %1: %2 and not %3")
          .arg(c)
          .arg(ours.perChannel[c])
          .arg(counted.perChannel[c]);
  return {};
}

std::vector<test::NamedNetwork> evenNetworks() {
  using List = std::vector<std::int64_t>;
  std::vector<test::NamedNetwork> networks = test::smallNetworks();
  const auto add = [&](const std::string& kind, const Values& values) {
    networks.push_back({kind + " more", test::network(kind, values)});
  };
  add("k_ary_n_tree", {{"n", std::int64_t{3}}, {"k", std::int64_t{3}}});
  add("mesh", {{"dimensions", List{3, 4, 5}}, {"terminals_per_router", std::int64_t{2}}});
  add("torus", {{"dimensions", List{6, 3, 2}}, {"terminals_per_router", std::int64_t{3}}});
  add("hyperx", {{"dimensions", List{3, 4}}, {"terminals_per_router", std::int64_t{2}}});
  add("dragonfly", {{"p", std::int64_t{1}}, {"a", std::int64_t{3}}, {"h", std::int64_t{2}}});
  return networks;
}

}  // namespace

class UniformLoadsTest : public QObject {
  Q_OBJECT

 private slots:
  void sameAsPairByPair();
  void largeNetworksTakeFewDecisions_data();
  void largeNetworksTakeFewDecisions();
  void nothingWithoutSymmetry();
};

void UniformLoadsTest::sameAsPairByPair() {
  std::map<Evenness, int> compared;
  QStringList wrong;
  for (const test::NamedNetwork& each : evenNetworks())
    for (const RoutingEntry& entry : routingAlgorithms())
      for (const Values& values : allChoices(entry.parameters)) {
        const VcCounts vcs = entry.virtualChannels(each.topology, values);
        if (!entry.check(each.topology, vcs, values).empty()) continue;
        const auto routing = entry.make(each.topology, vcs, values);
        if (routing->evenness() == Evenness::none || routing->decides() != Decides::never) continue;
        for (const bool includeSelf : {false, true}) {
          const auto ours = uniformLoads(each.topology, *routing, includeSelf);
          if (!ours) continue;  // two links side by side
          const auto counted =
              channelLoads(each.topology, *routing, toAllAlike(each.topology, includeSelf));
          QVERIFY(counted);
          const QString found = difference(*ours, *counted);
          if (!found.isEmpty()) wrong << wordsOf(each.name, entry.name, values) + ": " + found;
          ++compared[routing->evenness()];
        }
      }
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
  QVERIFY2(compared[Evenness::rows] >= 10, qPrintable(QString::number(compared[Evenness::rows])));
  QVERIFY2(compared[Evenness::levels] >= 6,
           qPrintable(QString::number(compared[Evenness::levels])));
  QVERIFY2(compared[Evenness::classes] >= 20,
           qPrintable(QString::number(compared[Evenness::classes])));
}

void UniformLoadsTest::largeNetworksTakeFewDecisions_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<QString>("routing");
  QTest::newRow("mesh") << "mesh"
                        << "dimension_order";
  QTest::newRow("torus") << "torus"
                         << "dimension_order";
  QTest::newRow("tree") << "k_ary_n_tree"
                        << "nearest_common_ancestor";
  QTest::newRow("dragonfly") << "dragonfly"
                             << "minimal";
  QTest::newRow("dragonfly, by way of others") << "dragonfly"
                                               << "valiant";
}

/// Of 10,000 terminals; pair by pair they would be 10⁸.
void UniformLoadsTest::largeNetworksTakeFewDecisions() {
  using List = std::vector<std::int64_t>;
  QFETCH(QString, kind);
  QFETCH(QString, routing);
  const std::map<QString, Values> sizes = {
      {"mesh", {{"dimensions", List{100, 100}}}},
      {"torus", {{"dimensions", List{10, 10, 10}}, {"terminals_per_router", std::int64_t{10}}}},
      {"k_ary_n_tree", {{"n", std::int64_t{4}}, {"k", std::int64_t{10}}}},
      {"dragonfly", {{"p", std::int64_t{7}}, {"a", std::int64_t{14}}, {"h", std::int64_t{7}}}}};
  const Topology network = test::network(kind.toStdString(), sizes.at(kind));
  QVERIFY(network.terminalCount() > 9'000);
  const auto algorithm = test::routingOf(routing.toStdString(), network);
  QVERIFY(uniformLoads(network, *algorithm, false, 1'000'000));
}

void UniformLoadsTest::nothingWithoutSymmetry() {
  const Topology few = test::network("dragonfly", {{"p", std::int64_t{2}},
                                                   {"a", std::int64_t{4}},
                                                   {"h", std::int64_t{2}},
                                                   {"groups", std::int64_t{5}}});
  QVERIFY(!uniformLoads(few, *test::routingOf("minimal", few), false));
  const Topology mesh = test::network("mesh", {{"dimensions", std::vector<std::int64_t>{4, 4}}});
  QVERIFY(!uniformLoads(mesh, *test::routingOf("o1turn", mesh), false));
  QVERIFY(!uniformLoads(mesh, *test::routingOf("minimal_adaptive", mesh), false));
  QVERIFY(!uniformLoads(mesh, *test::routingOf("dimension_order", mesh), false, 10));
}

}  // namespace hopscope

using hopscope::UniformLoadsTest;
HOPSCOPE_TEST(UniformLoadsTest)
#include "uniform_loads_test.moc"
