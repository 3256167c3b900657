// SPDX-License-Identifier: GPL-3.0-or-later
// What formulas say of networks against the networks themselves.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/explore/explore.h"
#include "engine/explore/explore_parameters.h"
#include "engine/explore/pareto.h"
#include "tests/engine/explore/sizes.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// Sizes per family, as the issue asks for.
constexpr std::size_t kSizes = 50;
constexpr std::uint32_t kMostTerminals = 1500;
/// Of the mean length of a class; on small floors few racks stand for a run.
constexpr double kLengthTolerance = 0.1;

ExploreSettings usualSettings() {
  return settingsOf(exploreDefaults(priceLists().entries().front()));
}

void familyRows() {
  QTest::addColumn<QString>("kind");
  for (const Generator& family : generators())
    QTest::newRow(family.name.c_str()) << QString::fromStdString(family.name);
}

const Generator& familyNamed(const QString& kind) {
  return *generators().find(kind.toStdString());
}

}  // namespace

class CandidatesTest : public QObject {
  Q_OBJECT

 private slots:
  void countsAreThoseOfTheNetwork_data() { familyRows(); }
  void countsAreThoseOfTheNetwork();
  void lengthsAreThoseOfTheNetwork_data() { familyRows(); }
  void lengthsAreThoseOfTheNetwork();
  void opensAsDesign_data() { familyRows(); }
  void opensAsDesign();
  void frontIsTheFront();
  void whatIsNotKnownIsNoFront();
  void progressGoesOn();
  void routersForSale();
  void thousandsAtOnce();
  void aMillionTerminals();
  void tooManyAreRefused();
};

void CandidatesTest::countsAreThoseOfTheNetwork() {
  QFETCH(QString, kind);
  const Generator& family = familyNamed(kind);
  const std::vector<Values> sizes = test::randomSizes(family, kSizes, kMostTerminals);
  QCOMPARE(sizes.size(), kSizes);
  for (const Values& size : sizes) {
    const auto candidate = evaluate(family, size, usualSettings());
    QVERIFY(candidate);
    const std::string name = nameOf(*candidate);
    const Topology topology = family.build(size);
    const TopologyFacts built = measureFacts(topology);
    QVERIFY2(candidate->facts.routers == built.routers, name.c_str());
    QVERIFY2(candidate->facts.terminals == built.terminals, name.c_str());
    QVERIFY2(candidate->facts.links == built.links, name.c_str());
    QVERIFY2(candidate->facts.radix == built.radix, name.c_str());
    QVERIFY2(!candidate->facts.diameter || candidate->facts.diameter == built.diameter,
             name.c_str());
    const auto distance = candidate->facts.averageDistanceExcludingSelf;
    // What is told as the least there can be is said to be that, and nothing else.
    const bool least = findCandidateColumn("distance")->sign(*candidate) == std::string("≥ ");
    QCOMPARE(least, family.name == "random_regular");
    if (distance && least)
      QVERIFY2(*distance <= *built.averageDistanceExcludingSelf + 1e-9, name.c_str());
    else if (distance)
      QVERIFY2(std::abs(*distance - *built.averageDistanceExcludingSelf) < 1e-9, name.c_str());
    std::map<std::string, std::uint64_t> cables;
    for (LinkId link = 0; link < topology.linkCount(); ++link)
      ++cables[topology.classOf(link).name];
    std::map<std::string, std::uint64_t> told;
    for (const ClassCables& each : candidate->cables) told[each.linkClass] = each.count;
    QVERIFY2(cables == told, name.c_str());
  }
}

/// Cable by cable over the same floor.
void CandidatesTest::lengthsAreThoseOfTheNetwork() {
  QFETCH(QString, kind);
  const Generator& family = familyNamed(kind);
  const ExploreSettings settings = usualSettings();
  for (const Values& size : test::randomSizes(family, kSizes, kMostTerminals)) {
    const auto candidate = evaluate(family, size, settings);
    const Topology topology = family.build(size);
    const Prospect prospect = family.prospect(size);
    const std::uint64_t hosts =
        prospect.hostRouters > 0 ? prospect.hostRouters : topology.routerCount();
    const FloorPlan floor(settings.floor, topology.routerCount(),
                          (topology.terminalCount() + hosts - 1) / hosts, prospect.rackUnit);
    double metres = 0;
    for (const Link& link : topology.links)
      metres += link.a.isTerminal ? settings.floor.inRack : floor.length(link.a.node, link.b.node);
    QVERIFY2(std::abs(candidate->lengths.metres / metres - 1) < kLengthTolerance,
             qPrintable(QStringLiteral("%1: %2 for %3 m")
                            .arg(QString::fromStdString(nameOf(*candidate)))
                            .arg(candidate->lengths.metres)
                            .arg(metres)));
  }
}

void CandidatesTest::opensAsDesign() {
  QFETCH(QString, kind);
  const Generator& family = familyNamed(kind);
  for (const Values& size : test::randomSizes(family, 3, 200)) {
    const auto candidate = evaluate(family, size, usualSettings());
    const ParsedDesign parsed = parseDesign(writeDesign(designOf(*candidate)));
    QVERIFY(!hasErrors(parsed.issues));
    for (const Issue& issue : validate(parsed.design))
      QVERIFY2(issue.severity != Severity::error, describe(issue).c_str());
    Issues issues;
    const auto topology = buildTopology(parsed.design, issues);
    QVERIFY(topology);
    QCOMPARE(topology->terminalCount(), candidate->facts.terminals);
  }
}

/// Against the definition, pair by pair.
void CandidatesTest::frontIsTheFront() {
  ExploreRequest request;
  request.size = {500, 520, 24};
  request.settings = usualSettings();
  for (const Generator& family : generators()) request.families.push_back(&family);
  const std::vector<Candidate> all = explore(request);
  QVERIFY(all.size() > 100);
  const std::vector<const CandidateColumn*> objectives{findCandidateColumn("cost"),
                                                       findCandidateColumn("throughput"),
                                                       findCandidateColumn("diameter")};
  std::vector<std::size_t> front;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].facts.diameter) continue;
    bool beaten = false;
    for (const Candidate& other : all) {
      if (!other.facts.diameter) continue;
      const double mine[] = {objectives[0]->value(all[i]).value(), -all[i].throughput,
                             static_cast<double>(*all[i].facts.diameter)};
      const double theirs[] = {objectives[0]->value(other).value(), -other.throughput,
                               static_cast<double>(*other.facts.diameter)};
      bool asGood = true, better = false;
      for (int o = 0; o < 3; ++o) {
        asGood = asGood && theirs[o] <= mine[o];
        better = better || theirs[o] < mine[o];
      }
      beaten = beaten || (asGood && better);
    }
    if (!beaten) front.push_back(i);
  }
  QCOMPARE(paretoFront(all, objectives), front);
}

void CandidatesTest::whatIsNotKnownIsNoFront() {
  const double none = std::nan("");
  QCOMPARE(undominated({{1, 3}, {2, 2}, {2, 3}, {none, 0}, {2, 2}, {3, 1}}),
           (std::vector<std::size_t>{0, 1, 4, 5}));
  QVERIFY(undominated({}).empty());
}

void CandidatesTest::progressGoesOn() {
  ExploreRequest request;
  request.size = {60, 70, 16};
  request.settings = usualSettings();
  for (const Generator& family : generators()) request.families.push_back(&family);
  std::vector<double> shares;
  explore(request, {}, nullptr, [&](double share) { shares.push_back(share); });
  QCOMPARE(shares.size(), request.families.size());
  QVERIFY(std::is_sorted(shares.begin(), shares.end()));
  QVERIFY(shares.front() == 0 && shares.back() < 1);
}

void CandidatesTest::routersForSale() {
  const Generator& family = familyNamed("torus");
  const Values size = test::randomSizes(family, 1, 100).front();
  ExploreSettings settings = usualSettings();
  const std::uint64_t radix = evaluate(family, size, settings)->facts.radix;
  settings.routerPorts = {radix - 1, radix + 5, radix + 50};
  QCOMPARE(evaluate(family, size, settings)->ports, radix + 5);
  settings.routerPorts = {radix - 1};
  QVERIFY(!evaluate(family, size, settings));
}

/// A usual request: thousands of networks of 10,000 terminals.
void CandidatesTest::thousandsAtOnce() {
  ExploreRequest request;
  request.size = {10'000, 12'000, 64};
  request.settings = usualSettings();
  for (const Generator& family : generators()) request.families.push_back(&family);
  const std::vector<Candidate> all = explore(request);
  QVERIFY(all.size() > 1000);
}

void CandidatesTest::aMillionTerminals() {
  ExploreRequest request;
  request.size = {kMaxTerminals, kMaxTerminals, 128};
  request.settings = usualSettings();
  for (const char* kind : {"dragonfly", "xgft", "hyperx"})
    request.families.push_back(generators().find(kind));
  for (const Candidate& candidate : explore(request))
    QCOMPARE(candidate.facts.terminals, kMaxTerminals);
  QVERIFY(!explore(request).empty());
}

/// Where more fit than anybody looks at, that is said, and soon.
void CandidatesTest::tooManyAreRefused() {
  ExploreRequest request;
  request.settings = usualSettings();
  Issues issues;
  request.size = {2, 1'000'000, 64};
  for (const Generator& family : generators()) request.families.push_back(&family);
  QVERIFY(explore(request, {}, &issues).empty());
  QCOMPARE(issues.size(), std::size_t{1});
  QCOMPARE(issues.front().path, std::string("terminals"));
  request.size.most = 1'000;
  issues.clear();
  QVERIFY(!explore(request, {}, &issues).empty());
  QVERIFY(issues.empty());
}

}  // namespace hopscope

using hopscope::CandidatesTest;
HOPSCOPE_TEST(CandidatesTest)
#include "candidates_test.moc"
