// SPDX-License-Identifier: GPL-3.0-or-later
// A mix of traffic: the text it is written as, what is refused, and whom it sends to.
#include "engine/traffic/traffic_mix.h"

#include <QTest>
#include <cmath>

#include "engine/traffic/silent_terminals.h"
#include "tests/engine/traffic/traffic_support.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

constexpr const char* kText =
    "web = 0.7 uniform; 0.2 hot_spot(share=0.5 targets=[0 5]) 8 flits; bulk = 0.1 neighbour";

Topology smallestDragonfly() {
  return test::network("dragonfly", {});
}

Issues said(const std::string& text) {
  return test::checkPattern("mix", smallestDragonfly(), {{"parts", text}});
}

}  // namespace

class MixTest : public QObject {
  Q_OBJECT

 private slots:
  void textIsReadAndWritten();
  void blanksAndCommasDoNotMatter();
  void refused_data();
  void refused();
  void namesHaveFortyCharactersOfAnyScript();
  void sharesAreOfEachOther();
  void anyDestinationBySharesOfItsClass();
  void classesThatAreSilentLeaveTheRest();
  void silentTerminalsAreSilentInAllClasses();
};

void MixTest::textIsReadAndWritten() {
  const ReadMix mix = parseMix(kText);
  QVERIFY2(mix.issues.empty(), mix.issues.empty() ? "" : mix.issues.front().text.english().c_str());
  const std::vector<MixPart> expected = {
      {"web", 0.7, "uniform", {}, 0},
      {"class 2",
       0.2,
       "hot_spot",
       {{"share", 0.5}, {"targets", std::vector<std::int64_t>{0, 5}}},
       8},
      {"bulk", 0.1, "neighbour", {}, 0}};
  QVERIFY(mix.parts == expected);
  QCOMPARE(mixText(mix.parts), std::string(kText));
}

void MixTest::blanksAndCommasDoNotMatter() {
  const ReadMix mix = parseMix(
      " web=0.7 uniform ;  0.2  hot_spot ( share = 0.5, targets = [0, 5] )8 flits;bulk = 0.1 "
      "neighbour;");
  QVERIFY2(mix.issues.empty(), mix.issues.empty() ? "" : mix.issues.front().text.english().c_str());
  QCOMPARE(mixText(mix.parts), std::string(kText));
}

void MixTest::refused_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("path");
  QTest::addColumn<QByteArray>("words");
  const auto row = [](const char* name, const QByteArray& text, const char* path,
                      const char* words) {
    QTest::newRow(name) << text << QByteArray(path) << QByteArray(words);
  };
  QByteArray many("1 uniform");
  for (int i = 0; i < 16; ++i) many += "; 1 uniform";
  row("no class", "", "traffic.parts", "has no classes");
  row("17 classes", many, "traffic.parts", "has 17 classes; 16 are the most");
  row("share below 0", "0.5 uniform; -0.5 tornado", "traffic.parts[1].share", "cannot be -0.5");
  row("share of 0", "0 uniform", "traffic.parts[0].share", "cannot be 0");
  row("share of no number", "much uniform", "traffic.parts[0]", "\"much\"");
  row("infinite share", "inf uniform", "traffic.parts[0].share", "cannot be inf");
  row("nested", "1 uniform; 1 mix", "traffic.parts[1].pattern", "cannot be a class");
  row("ordered", "1 all_to_all", "traffic.parts[0].pattern", "cannot be a class");
  row("unknown pattern", "1 unifrom", "traffic.parts[0].pattern", "no traffic pattern \"unifrom\"");
  row("no pattern", "1", "traffic.parts[0].pattern", "no traffic pattern");
  row("unknown setting", "1 uniform(offset=1)", "traffic.parts[0].pattern.offset", "no setting");
  row("bad setting", "1 hot_spot(share=2)", "traffic.parts[0].pattern.share", "cannot be 2");
  row("setting of another network", "1 adversarial(offset=0)", "traffic.parts[0].pattern.offset",
      "offset of 0");
  row("same name twice", "a = 1 uniform; a = 1 tornado", "traffic.parts[1].name", "Two classes");
  row("usual name twice", "class 2 = 1 uniform; 1 tornado", "traffic.parts[1].name", "Two classes");
  row("empty name", "= 1 uniform", "traffic.parts[0].name", "called \"\"");
  row("open bracket", "1 hot_spot(share=0.5", "traffic.parts[0]", "not closed");
  row("no size", "1 uniform 0 flits", "traffic.parts[0].flits", "cannot be 0");
  row("what follows", "1 uniform 5 apples", "traffic.parts[0]", "apples");
}

void MixTest::refused() {
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, path);
  QFETCH(QByteArray, words);
  const Issues issues = said(text.toStdString());
  QVERIFY(hasErrors(issues));
  QCOMPARE(issues.front().path, path.toStdString());
  QVERIFY2(issues.front().text.english().find(words.toStdString()) != std::string::npos,
           issues.front().text.english().c_str());
  // What does not fit this network fits another one; all else is known without one.
  QCOMPARE(hasErrors(parseMix(text.toStdString()).issues), !text.contains("adversarial"));
}

void MixTest::namesHaveFortyCharactersOfAnyScript() {
  std::string name;
  for (std::size_t i = 0; i < kLongestClassName; ++i) name += "\u7f51";
  QVERIFY(isClassName(name));
  QVERIFY(parseMix(name + " = 1 uniform").issues.empty());
  name += "a";
  QVERIFY(!isClassName(name));
  QVERIFY(!isClassName(std::string(kLongestClassName + 1, 'a')));
  const Issues issues = parseMix(name + " = 1 uniform").issues;
  QCOMPARE(issues.size(), std::size_t{1});
  QCOMPARE(issues.front().remedy, classNameRule());
}

void MixTest::sharesAreOfEachOther() {
  const auto mix =
      test::patternOf("mix", smallestDragonfly(), {{"parts", "3 uniform; 1 neighbour"}});
  QCOMPARE(mix->classes().size(), std::size_t{2});
  QCOMPARE(mix->classes()[0].share, 0.75);
  QCOMPARE(mix->classes()[1].share, 0.25);
  QVERIFY(mix->classes()[0].name == "class 1" && mix->classes()[1].name == "class 2");
}

void MixTest::anyDestinationBySharesOfItsClass() {
  const Topology topology = smallestDragonfly();
  const auto mix = test::patternOf("mix", topology,
                                   {{"parts", "0.25 uniform; 0.75 hot_spot(share=1 targets=[7])"}});
  constexpr int kDraws = 40'000;
  const int toSeven = test::histogram(*mix, topology, 0, kDraws)[7];
  const double expected = 0.75 + 0.25 / (topology.terminalCount() - 1);
  const double deviation = std::sqrt(expected * (1 - expected) * kDraws);
  QVERIFY(std::abs(toSeven - expected * kDraws) < 5 * deviation);
}

void MixTest::classesThatAreSilentLeaveTheRest() {
  const Topology topology = test::network("crossbar", {{"terminals", std::int64_t{16}}});
  const auto mix = test::patternOf("mix", topology, {{"parts", "0.5 uniform; 0.5 transpose"}});
  for (const TerminalId source : {TerminalId{0}, TerminalId{1}}) {  // transpose keeps terminal 0
    std::vector<DestinationShare> shares;
    mix->destinations(source, shares);
    double sum = 0;
    for (const DestinationShare& share : shares) sum += share.share;
    QVERIFY(std::abs(sum - 1) < 1e-12);
    QCOMPARE(shares.size(), source == 0 ? std::size_t{15} : std::size_t{16});
  }
}

void MixTest::silentTerminalsAreSilentInAllClasses() {
  const Topology topology = smallestDragonfly();
  std::vector<bool> silent(topology.terminalCount(), false);
  silent[3] = true;
  const auto mix = withSilentTerminals(
      test::patternOf("mix", topology, {{"parts", "a = 1 uniform; b = 3 neighbour"}}), silent);
  QCOMPARE(mix->classes().size(), std::size_t{2});
  QCOMPARE(mix->classes()[1].share, 0.75);
  QCOMPARE(mix->classes()[1].name, std::string("b"));
  QVERIFY(mix->silent(3) && !mix->silent(2));
  Rng rng(1, 0, RandomPurpose::destination);
  for (const TrafficClass& each : mix->classes())
    for (int i = 0; i < 1000; ++i) {
      QCOMPARE(each.pattern->destination(3, rng), kNone);
      QVERIFY(each.pattern->destination(2, rng) != 3);
    }
}

}  // namespace hopscope

using hopscope::MixTest;
HOPSCOPE_TEST(MixTest)
#include "mix_test.moc"
