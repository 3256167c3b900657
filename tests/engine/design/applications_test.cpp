// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <QElapsedTimer>
#include <QTest>

#include "engine/design/application_text.h"
#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/simulation/application_results.h"
#include "engine/simulation/simulation.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

const std::string kRing = R"({"schema": "hopscope.design/1", "name": "ring",
  "topology": {"kind": "ring", "routers": 8}
)";

Design ring(const std::string& more = {}) {
  ParsedDesign parsed = parseDesign(kRing + more + "}");
  for (const Issue& issue : parsed.issues) qWarning("%s", describe(issue).c_str());
  return std::move(parsed.design);
}

Issues issuesOf(const std::string& more) {
  ParsedDesign parsed = parseDesign(kRing + more + "}");
  return hasErrors(parsed.issues) ? parsed.issues : validate(parsed.design);
}

Results run(const Design& design, Cycle step = 1'000'000) {
  Compiled compiled = compile(design);
  Simulation simulation(std::move(*compiled.setup));
  while (!simulation.done()) simulation.advance(step);
  return simulation.results();
}

}  // namespace

/// Applications as a design has them.
class ApplicationsTest : public QObject {
  Q_OBJECT

 private slots:
  void aListIsReadAndWritten();
  void withoutThemNothingChanges();
  void endpointsWaitForApplications();
  void textAddsOne();
  void changingTheKindDropsItsSettings();
  void mistakesAreNamed_data();
  void mistakesAreNamed();
  void aRunEndsWithItsPrograms();
  void aRunMayGiveUpBefore();
  void computationIsSkipped();
  void twoJobsShareTheNetwork();
  void passingARateIsNoReordering();
  void listsOfTerminalsAreRead();
  void windowsGrow();
  void aProgramThatStallsSaysWhere();
  void manyStalledRanksDoNotHideTheAdvice();
  void aTerminalListedTwiceIsTold();
};

void ApplicationsTest::aListIsReadAndWritten() {
  const Design design = ring(R"(, "applications": [
      {"kind": "ping_pong", "ranks": 4, "bytes": 100, "mapping": "random"},
      {"kind": "halo", "ranks": 4, "mapping": {"kind": "blocks", "per_terminal": 2}, "start": 50}],
      "endpoints": {"eager": 32})");
  QCOMPARE(effectiveValue(design, "applications.1.per_terminal"), Value(std::int64_t{2}));
  QCOMPARE(effectiveValue(design, "traffic.load"), Value(std::int64_t{0}));
  for (const bool everything : {false, true}) {
    const ParsedDesign again = parseDesign(writeDesign(design, everything));
    QVERIFY(!hasErrors(again.issues));
    QCOMPARE(designHash(again.design), designHash(design));
  }
}

void ApplicationsTest::withoutThemNothingChanges() {
  const std::string text = writeDesign(ring(), true);
  QVERIFY(text.find("applications") == std::string::npos);
  QVERIFY(text.find("endpoints") == std::string::npos);
  Design none = ring();
  none.settings["applications.0.kind"] = std::string("none");
  QCOMPARE(designHash(none), designHash(ring()));
  QVERIFY(run(ring()).applications.empty());
}

void ApplicationsTest::textAddsOne() {
  Design design = ring();
  QVERIFY(addApplication(design, "ping_pong(ranks=4 bytes=8)", "random").empty());
  QVERIFY(addApplication(design, " halo ").empty());
  QVERIFY(addApplication(design, "ping_pong(mapping=listed places=[3, 4])").empty());
  QCOMPARE(effectiveValue(design, "applications.0.mapping"), Value(std::string("random")));
  QCOMPARE(effectiveValue(design, "applications.2.places"), Value(std::vector<std::int64_t>{3, 4}));
  for (const char* wrong : {"", "ping_ponk", "ping_pong(ranks=4", "ping_pong(ranks)",
                            "ping_pong(rank=2)", "ping_pong(ranks=x)"})
    QVERIFY2(hasErrors(addApplication(design, wrong)), wrong);
}

void ApplicationsTest::changingTheKindDropsItsSettings() {
  Design design = ring(R"(, "applications": [{"kind": "ping_pong", "bytes": 9}])");
  QVERIFY(setFromText(design, "applications.0.kind", "npb_ep").empty());
  QVERIFY(validate(design).empty() || !hasErrors(validate(design)) ||
          validate(design)[0].path == "applications.0.mapping");
  QCOMPARE(design.settings.count("applications.0.bytes"), std::size_t{0});
  QVERIFY(setFromText(design, "applications.0.kind", "none").empty());
  QCOMPARE(designHash(design), designHash(ring()));
}

void ApplicationsTest::mistakesAreNamed_data() {
  QTest::addColumn<QString>("more");
  QTest::addColumn<QString>("path");
  const auto row = [](const char* name, const char* more, const char* path) {
    QTest::newRow(name) << more << path;
  };
  row("no list", R"(, "applications": {"kind": "halo"})", "applications");
  row("no kind", R"(, "applications": [{"bytes": 8}])", "applications.0");
  row("unknown kind", R"(, "applications": [{"kind": "hallo"}])", "applications.0.kind");
  row("unknown setting", R"(, "applications": [{"kind": "halo", "size": 1}])",
      "applications.0.size");
  row("ranks", R"(, "applications": [{"kind": "npb_bt", "ranks": 8}])", "applications.0.ranks");
  row("too many ranks", R"(, "applications": [{"kind": "halo", "ranks": 9}])",
      "applications.0.mapping");
  row("list too short",
      R"(, "applications": [{"kind": "ping_pong", "mapping": "listed", "places": [1]}])",
      "applications.0.places");
  row("list too long",
      R"(, "applications": [{"kind": "ping_pong", "mapping": "listed", "places": [1, 2, 3]}])",
      "applications.0.places");
  row("no terminal",
      R"(, "applications": [{"kind": "ping_pong", "mapping": "listed", "places": [1, 99]}])",
      "applications.0.places");
  row("overhead",
      R"(, "applications": [{"kind": "ping_pong"}], "endpoints": {"send_overhead": "1:x"})",
      "endpoints.send_overhead");
  row("header", R"(, "applications": [{"kind": "ping_pong"}], "endpoints": {"header": 100})",
      "endpoints.header");
  row("commands", R"(, "applications": [{"kind": "commands", "ranks": 2, "text": "x"}])",
      "applications.0.text, line 1");
}

void ApplicationsTest::mistakesAreNamed() {
  QFETCH(QString, more);
  QFETCH(QString, path);
  const Issues issues = issuesOf(more.toStdString());
  QVERIFY(hasErrors(issues));
  QCOMPARE(QString::fromStdString(issues[0].path), path);
}

void ApplicationsTest::aRunEndsWithItsPrograms() {
  const Design design =
      ring(R"(, "applications": [{"kind": "halo", "ranks": 8, "dimensions": 1}])");
  const Results results = run(design);
  QVERIFY(results.complete);
  QVERIFY(results.cycles < 100'000);
  QCOMPARE(results.applications.size(), std::size_t{1});
  const ApplicationResult& halo = results.applications[0];
  QCOMPARE(halo.end, ApplicationEnd::finished);
  QCOMPARE(halo.messages, std::uint64_t{8 * 2 * 10});
  QVERIFY(halo.slowdown >= 1);
  QCOMPARE(halo.path.computation + halo.path.overhead + halo.path.interface + halo.path.transfer +
               halo.path.contention,
           halo.completion);
  QVERIFY(run(design, 1).applications == results.applications);
  QVERIFY(run(design, 37).applications == results.applications);
}

/// Nothing has to be said of how long is measured.
void ApplicationsTest::aRunMayGiveUpBefore() {
  const std::string halo =
      R"(, "applications": [{"kind": "halo", "ranks": 8, "dimensions": 1}], "run": )";
  const Results results = run(ring(halo + R"({"max_cycles": 40})"));
  QVERIFY(results.complete);
  QCOMPARE(results.cycles, Cycle{40});
  QCOMPARE(results.applications.front().end, ApplicationEnd::unfinished);
  // What is said holds.
  QVERIFY(hasErrors(issuesOf(halo + R"({"max_cycles": 40, "measure": 50})")));
  QVERIFY(hasErrors(issuesOf(halo + R"({"max_cycles": 40, "warmup": 50})")));
}

/// A billion cycles of computation cost nothing (gone through one by one they would take minutes),
/// and are the same with a tiny step.
void ApplicationsTest::computationIsSkipped() {
  const Design design = ring(R"(, "applications": [{"kind": "commands", "ranks": 2,
      "text": "# hopscope commands 1\npe 0\nwait 1000000000\nsend 8 1\npe 1\nrecv 0\n"}])");
  QElapsedTimer timer;
  timer.start();
  const Results results = run(design, Cycle{1} << 40);
  QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
  QCOMPARE(results.applications[0].end, ApplicationEnd::finished);
  QVERIFY(results.applications[0].completion > 1e9);
}

/// Short runs have windows, and long ones not too many.
/// In source queues without end packets of programs pass older ones of the rate: the network, which
/// has one way and one queue for each pair, reorders nothing.
void ApplicationsTest::passingARateIsNoReordering() {
  ParsedDesign parsed = parseDesign(R"({"schema": "hopscope.design/1",
      "topology": {"kind": "mesh", "dimensions": [2, 2]},
      "switch": {"model": "wormhole", "virtual_channels": 1},
      "traffic": {"load": 0.9}, "run": {"warmup": 0, "measure": 5000, "max_cycles": 20000},
      "applications": [{"kind": "halo", "ranks": 4, "iterations": 200, "bytes": 400}]})");
  QVERIFY(!hasErrors(parsed.issues));
  const Results results = run(parsed.design);
  QVERIFY(results.applications[0].messages > 100);
  QVERIFY(results.packetsMeasured > 5000);
  QCOMPARE(results.packetsReordered, std::optional<std::uint64_t>(0));
}

/// Also as other systems write them: a byte order mark, and two characters for the end of a line.
void ApplicationsTest::listsOfTerminalsAreRead() {
  const auto places = readPlaces(
      "\xEF\xBB\xBF"
      "3, 1 # of two\r\n2\r\n");
  QVERIFY(std::holds_alternative<std::vector<std::int64_t>>(places));
  QCOMPARE(std::get<0>(places), (std::vector<std::int64_t>{3, 1, 2}));
}

void ApplicationsTest::windowsGrow() {
  const auto windows = [](const char* wait) {
    return run(ring(R"(, "applications": [{"kind": "commands", "ranks": 2,
        "text": "# hopscope commands 1\npe 0\nwait )" +
                    std::string(wait) + R"(\nsend 8 1\npe 1\nrecv 0\n"}])"))
        .windows;
  };
  const std::vector<WindowSample> few = windows("5000");
  QCOMPARE(few.size(), std::size_t{10});
  for (const WindowSample& each : few) QCOMPARE(each.length, Cycle{500});
  const std::vector<WindowSample> many = windows("1000000000");
  QVERIFY(many.size() > 2'500 && many.size() < 5'000);
  Cycle end = 0;
  for (std::size_t i = 0; i < many.size(); ++i) {
    QCOMPARE(many[i].length, Cycle{500} << (i / 250));
    QCOMPARE(many[i].end, end + many[i].length);
    end = many[i].end;
  }
}

void ApplicationsTest::twoJobsShareTheNetwork() {
  const Design design = ring(R"(, "applications": [
      {"kind": "ping_pong", "iterations": 5},
      {"kind": "ping_pong", "iterations": 5, "start": 100, "first": 4}])");
  const Results results = run(design);
  QCOMPARE(results.applications[1].name, std::string("ping_pong 2"));
  QCOMPARE(results.applications[0].completion, results.applications[1].completion);
  QVERIFY(results.applications[1].perRank[0].finished >= 100);
}

void ApplicationsTest::aProgramThatStallsSaysWhere() {
  const Design design = ring(R"(, "applications": [{"kind": "commands", "ranks": 3,
      "text": "# hopscope commands 1\npe *\nrecv self+1\nsend 8 self-1\n"}])");
  const Results results = run(design);
  QCOMPARE(results.applications[0].end, ApplicationEnd::stalled);
  QCOMPARE(results.verdict, Verdict::stalled);
  QVERIFY(results.deadlock.empty());
  QCOMPARE(results.applications[0].stalled.size(), std::size_t{3});
  QCOMPARE(results.applications[0].stalled[0], std::string("Rank 0 receives from rank 1."));
  QCOMPARE(results.warnings.size(), std::size_t{1});
}

/// However many ranks wait, what mends it stands behind those that are told.
void ApplicationsTest::manyStalledRanksDoNotHideTheAdvice() {
  const auto stall = [](int ranks) {
    std::string trace;
    for (int rank = 0; rank < ranks; ++rank)
      trace += fmt::format(R"({0} send {1} 0 {2} 6\n{0} recv {3} 0 {4} 6\n)", rank,
                           (rank + 1) % ranks, 70'000 + rank, (rank + ranks - 1) % ranks,
                           70'000 + (rank + ranks - 1) % ranks);
    const Design design = ring(fmt::format(
        R"(, "applications": [{{"kind": "tit", "ranks": {}, "mapping": "round_robin",
            "text": "{}"}}])",
        ranks, trace));
    return run(design);
  };
  for (const int ranks : {3, 8, 9, 12, 40}) {
    const Results results = stall(ranks);
    QCOMPARE(results.verdict, Verdict::stalled);
    const ApplicationResult& told = results.applications[0];
    const auto enough = static_cast<std::uint64_t>(70'000 + ranks - 1);
    QCOMPARE(told.eagerEnough, enough);
    const std::string advice = fmt::format("With endpoints.eager = {} none", enough);
    QCOMPARE(eagerAdvice(told).english().rfind(advice, 0), std::size_t{0});
    QCOMPARE(results.warnings.size(), std::size_t{1});
    const std::string warning = results.warnings[0].english();
    QVERIFY2(warning.find(advice) != std::string::npos, warning.c_str());
    // Ranks alone stand in the list of ranks.
    for (const std::string& line : told.stalled)
      QVERIFY2(line.find("endpoints") == std::string::npos, line.c_str());
    QCOMPARE(warning.find("Rank 8 sends") != std::string::npos, false);
    QCOMPARE(warning.find(" …") != std::string::npos, ranks > 8);
  }
}

/// Ranks that share a terminal are meant where all do; one pair among others may be a slip.
void ApplicationsTest::aTerminalListedTwiceIsTold() {
  const auto warnings = [](const char* places, int ranks = 4) {
    const ParsedDesign parsed =
        parseDesign(fmt::format(R"({{"schema": "hopscope.design/1", "traffic": {{"load": 0}},
          "topology": {{"kind": "ring", "routers": 4}}, "applications": [{{"kind": "halo",
          "ranks": {}, "mapping": "listed", "places": [{}]}}]}})",
                                ranks, places));
    QStringList told;
    for (const Issue& issue : validate(parsed.design))
      told << QString::fromStdString(describe(issue));
    return told.join(QLatin1Char(' '));
  };
  QCOMPARE(warnings("0, 2, 1, 3"), QString());
  QCOMPARE(warnings("0, 0, 1, 1"), QString());
  // More ranks than terminals: some have to share.
  QCOMPARE(warnings("0, 1, 2, 3, 3, 3", 6), QString());
  QVERIFY2(warnings("0, 1, 1, 3").contains("Ranks 1 and 2 are both put on terminal 1"),
           qPrintable(warnings("0, 1, 1, 3")));
}

/// They are kept, and count once there is an application.
void ApplicationsTest::endpointsWaitForApplications() {
  Design design = ring(R"(, "endpoints": {"eager": 32})");
  const Issues alone = validate(design);
  QVERIFY(!hasErrors(alone) && alone.size() == 1 && alone[0].path == "endpoints.eager");
  QVERIFY(hasErrors(issuesOf(R"(, "endpoints": {"eager": -1})")));
  QVERIFY(hasErrors(issuesOf(R"(, "endpoints": {"eagr": 32})")));
  QCOMPARE(designHash(parseDesign(writeDesign(design)).design), designHash(design));
  QVERIFY(!hasErrors(addApplication(design, "ping_pong(ranks=4)", "")));
  QVERIFY(validate(design).empty());
  QCOMPARE(compile(design).setup->applications->endpoints.eager, std::uint64_t{32});
}

HOPSCOPE_TEST(ApplicationsTest)

}  // namespace hopscope

#include "applications_test.moc"
