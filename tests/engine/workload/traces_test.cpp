// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <QTest>
#include <random>

#include "engine/workload/applications/trace_program.h"
#include "engine/workload/collective.h"
#include "engine/workload/listed_program.h"
#include "engine/workload/traces/trace_files.h"
#include "engine/workload/traces/trace_format.h"
#include "engine/workload/traces/trace_partners.h"
#include "engine/workload/traces/trace_progress.h"
#include "tests/support/applications.h"
#include "tests/support/setups.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

using Op = Operation;
using Kind = OperationKind;

const TraceFormat& format(const char* name) {
  return *traceFormats().find(name);
}

Setup crossbar(std::uint32_t terminals) {
  Setup s = test::makeSetup("crossbar", {{"terminals", std::int64_t{terminals}}});
  s.load = 0;
  s.packetFlits = 4;
  s.flitBytes = 8;
  return s;
}

test::Played play(std::vector<Operations> ranks, double picosecondsPerCycle) {
  const Setup s = crossbar(static_cast<std::uint32_t>(ranks.size()));
  const auto plan = test::planFor(s, std::move(ranks));
  plan->picosecondsPerCycle = picosecondsPerCycle;
  plan->jobs[0].cyclesPerOperation = 2;
  plan->endpoints.eager = 200;
  plan->endpoints.sendOverhead = OverheadTable({{0, 7, 0}});
  plan->endpoints.receiveOverhead = OverheadTable({{0, 11, 0}});
  return test::play(s, plan);
}

/// All that a program's ranks do, in its own words.
std::vector<Operations> listed(const Program& program) {
  std::vector<Operations> ranks(program.ranks());
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank)
    for (std::uint64_t block = 0; program.block(rank, block, ranks[rank]);) ++block;
  return ranks;
}

/// Messages begun early, waited for together and one by one, large and small, with tags.
std::vector<Operations> mixed() {
  return {{Op::receiveLater(1, kAnySize, 3, 1), Op::receiveLater(2, 5000, 0, 2),
           Op::sendLater(1, 700, 0, 2), Op::compute(90), Op::wait(2), Op::work(15), Op::send(2, 90),
           Op::wait(1)},
          {Op::compute(400), Op::receive(0), Op::sendLater(0, 30, 3), Op::sendLater(2, 3000, 1),
           Op::waitAll(), Op::pass(12'000)},
          {Op::sendLater(0, 5000, 0, 9), Op::receive(kAnyRank, kAnySize, kAnyTag), Op::wait(9),
           Op::compute(3), Op::receive(kAnyRank, kAnySize, kAnyTag)}};
}

QStringList saidOf(const ReadTrace& trace) {
  QStringList said;
  for (const Issue& issue : trace.issues) said << QString::fromStdString(describe(issue));
  return said;
}

}  // namespace

/// Traces: what they say, what comes back of what was written, and what is said of wrong ones.
class TracesTest : public QObject {
  Q_OBJECT

 private slots:
  void whatWasWrittenRunsAlike_data();
  void whatWasWrittenRunsAlike();
  void applicationsComeBack_data();
  void applicationsComeBack();
  void simGridActions();
  void simGridWithoutTags();
  void capitalsOfOldTraces();
  void collectivesKeepToThemselves();
  void partsOfDifferentSizes();
  void goalOrders();
  void byteOrderMarksAreNoWords();
  void looseChainsAreTold();
  void tagsOfOthersAreTheirs();
  void chainsOfOneRankAlone();
  void wrongTracesAreRefused_data();
  void wrongTracesAreRefused();
  void numbersBeyondAreTold();
  void wrongLinesNameTheirRank();
  void circlesAreToldWhole();
  void marksOfEditorsArePassedOver();
  void whatMayGoWellIsTaken_data();
  void whatMayGoWellIsTaken();
  void circlesAreThoseOfRuns();
  void formatsAreFoundOut();
};

void TracesTest::whatWasWrittenRunsAlike_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<double>("picoseconds");
  for (const TraceFormat& each : traceFormats()) {
    const QString name = QString::fromStdString(each.name);
    QTest::newRow(qPrintable(name + ", 1 GHz")) << name << 1000.0;
    QTest::newRow(qPrintable(name + ", 0.25 GHz")) << name << 4000.0;
  }
}

/// With overheads and rendezvous: the same cycle, whatever was begun early or waited for together.
void TracesTest::whatWasWrittenRunsAlike() {
  QFETCH(QString, name);
  QFETCH(double, picoseconds);
  const ListedProgram program(mixed());
  const WrittenTrace written = format(qPrintable(name)).write({program, picoseconds, 2});
  QVERIFY(written.issues.empty());
  ReadTrace read = format(qPrintable(name)).read(written.text);
  QCOMPARE(saidOf(read), QStringList());
  const test::Played before = play(mixed(), picoseconds);
  const test::Played after = play(std::move(read.ranks), picoseconds);
  QCOMPARE(before.application.end, ApplicationEnd::finished);
  QCOMPARE(after.application.completion, before.application.completion);
  QCOMPARE(after.matrix, before.matrix);
}

void TracesTest::applicationsComeBack_data() {
  QTest::addColumn<QString>("name");
  for (const TraceFormat& each : traceFormats())
    QTest::newRow(each.name.c_str()) << QString::fromStdString(each.name);
}

/// Collectives become the messages they are made of, and meet no others.
void TracesTest::applicationsComeBack() {
  QFETCH(QString, name);
  int seen = 0;
  for (const char* kind : {"halo", "sweep", "npb_ep", "collective"}) {
    const ApplicationEntry* entry = applications().find(kind);
    if (entry == nullptr) continue;
    Values values;
    for (const Parameter& parameter : entry->parameters)
      values[parameter.name] = parameter.fallback;
    values["ranks"] = std::int64_t{16};
    if (values.count("class") != 0) values["class"] = std::string("S");
    if (values.count("iterations") != 0) values["iterations"] = std::int64_t{2};
    if (hasErrors(entry->check(values))) continue;
    const auto program = entry->make(values);
    const WrittenTrace written = format(qPrintable(name)).write({*program, 1000, 2});
    ReadTrace read = format(qPrintable(name)).read(written.text);
    QCOMPARE(saidOf(read), QStringList());
    const test::Played before = play(listed(*program), 1000);
    const test::Played after = play(std::move(read.ranks), 1000);
    QCOMPARE(after.application.completion, before.application.completion);
    QCOMPARE(after.matrix, before.matrix);
    ++seen;
  }
  QVERIFY(seen >= 3);
}

void TracesTest::simGridActions() {
  const ReadTrace read = format("tit").read(
      "# by hand\n0 init\n1 init\n0 compute 1e3\n0 sleep 2.5e-7\n0 isend 1 5 10 0\n"
      "0 irecv 1 6 0 0\n0 wait 1 0 6\n0 waitall\n1 recv 0 5 10 0\n1 send 0 6 100 6\n"
      "0 allReduce 2 50 0\n1 allreduce 2 50 0\n0 comm_size 2\n0 finalize\n1 finalize\n");
  QVERIFY2(!hasErrors(read.issues), qPrintable(saidOf(read).join('\n')));
  QCOMPARE(read.ranks.size(), std::size_t{2});
  const Operations& own = read.ranks[0];
  QCOMPARE(own.size(), std::size_t{8});
  QVERIFY(own[0].kind == Kind::work && own[0].amount == 1000);
  QVERIFY(own[1].kind == Kind::pass && own[1].amount == 250'000);
  QVERIFY(own[2].kind == Kind::sendLater && own[2].bytes == 80 && own[2].tag == 5);
  QVERIFY(own[3].kind == Kind::receiveLater && own[3].bytes == kAnySize);
  QVERIFY(own[4].kind == Kind::wait && own[4].request == own[3].request);
  QVERIFY(own[5].kind == Kind::waitAll);
  QVERIFY(own[6].kind == Kind::collective && own[6].bytes == 16 && own[6].group.count == 2);
  QVERIFY(own[7].kind == Kind::work && own[7].amount == 50);
  // How a collective goes is not in the trace: that is told, and is no warning.
  QCOMPARE(read.issues.size(), std::size_t{1});
  QVERIFY(read.issues[0].severity == Severity::note);
}

void TracesTest::simGridWithoutTags() {
  const ReadTrace read = format("tit").read(
      "p0 init 1\np1 init 1\np0 isend p1 4\np0 irecv p1 2\np0 wait\np0 waitAll\np1 recv p0 4\n"
      "p1 send p0 2\n");
  QCOMPARE(saidOf(read), QStringList());
  QCOMPARE(read.ranks[0][0].bytes, std::uint64_t{32});  // of doubles, as "init 1" says
  QVERIFY(read.ranks[0][2].kind == Kind::wait);
  QCOMPARE(read.ranks[0][2].request, read.ranks[0][1].request);  // the one begun last
  // Three words behind a send may mean two things.
  const ReadTrace three = format("tit").read("0 send 1 7 64\n1 recv 0 7 64\n");
  QVERIFY(!hasErrors(three.issues));
  QCOMPARE(three.issues.size(), std::size_t{1});
  QCOMPARE(three.ranks[0][0].tag, 7);
  QCOMPARE(three.ranks[0][0].bytes, std::uint64_t{64});
}

void TracesTest::capitalsOfOldTraces() {
  const ReadTrace read =
      format("tit").read("0 Init 1\n0 iSend 1 4\n0 Wait\n1 init 1\n1 Irecv 0 4\n1 waitAll\n");
  QCOMPARE(saidOf(read), QStringList());
  QVERIFY(read.ranks[0][0].kind == Kind::sendLater && read.ranks[0][0].bytes == 32);
  QVERIFY(read.ranks[1][0].kind == Kind::receiveLater);
}

/// A receive of anything is not met by a message of a barrier, before and after it was written.
void TracesTest::collectivesKeepToThemselves() {
  const std::string text =
      "0 irecv -1 -1 0 6\n0 barrier\n0 sleep 1e-8\n0 waitall\n1 barrier\n1 sleep 1e-6\n"
      "1 send 0 5 8 6\n";
  const auto read = [](const TraceFormat& of, const std::string& trace) {
    ReadTrace got = of.read(trace);
    return hasErrors(got.issues) ? std::vector<Operations>() : std::move(got.ranks);
  };
  const ListedProgram program(read(format("tit"), text));
  QCOMPARE(program.ranks(), 2U);
  const Cycle before = play(read(format("tit"), text), 1000).application.completion;
  for (const TraceFormat& each : traceFormats()) {
    const WrittenTrace written = each.write({program, 1000, 0});
    QCOMPARE(written.issues.size(), std::size_t{1});  // others may take it otherwise
    const test::Played played = play(read(each, written.text), 1000);
    QCOMPARE(played.application.end, ApplicationEnd::finished);
    QCOMPARE(played.application.completion, before);
  }
}

/// Each message of an all-to-all has its own size; what is empty is not sent.
void TracesTest::partsOfDifferentSizes() {
  ReadTrace read = format("tit").read(
      "0 alltoallv 9 1 20 300 9 1 5 0 6 6\n1 alltoallv 9 5 1 0 9 20 1 70 6 6\n"
      "2 alltoallv 9 0 70 1 9 300 0 1 6 6\n"
      "0 gatherv 8 8 16 24 0 6 6\n1 gatherv 16 8 16 24 0 6 6\n2 gatherv 24 8 16 24 0 6 6\n"
      "0 allgatherv 10 10 20 30 6 6\n1 allgatherv 20 10 20 30 6 6\n2 allgatherv 30 10 20 30 6 6\n");
  QVERIFY2(!hasErrors(read.issues), qPrintable(saidOf(read).join('\n')));
  const test::Played played = play(std::move(read.ranks), 1000);
  QCOMPARE(played.application.end, ApplicationEnd::finished);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> bytes;
  for (const MatrixEntry& entry : played.matrix)
    bytes[{entry.source, entry.destination}] = entry.bytes;
  const std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> expected{
      {{0, 1}, 20 + 10 + 30}, {{0, 2}, 300},          {{1, 0}, 5 + 16},
      {{1, 2}, 20 + 10},      {{2, 0}, 24 + 30 + 20}, {{2, 1}, 70}};
  QVERIFY(bytes == expected);
}

void TracesTest::goalOrders() {
  const ReadTrace read = format("goal").read(
      "num_ranks 2\nrank 0 {\nl1: calc 100 cpu 0\nl2: send 10b to 1 tag 5\nl2 requires l1\n"
      "l3: recv 8b from 1\nl3 irequires l2\nl4: calc 50 // after both\nl4 requires l2\n"
      "l4 requires l3\n}\nrank 1 {\nl1: recv 10b from 0 tag 5\nl2: send 8b to 0 tag 0\n"
      "l2 requires l1\n}\n");
  QCOMPARE(saidOf(read), QStringList());
  const Operations& own = read.ranks[0];
  QCOMPARE(own.size(), std::size_t{5});
  QVERIFY(own[0].kind == Kind::pass && own[0].amount == 100'000);
  QVERIFY(own[1].kind == Kind::sendLater && own[1].tag == 5);
  QVERIFY(own[2].kind == Kind::receiveLater && own[3].kind == Kind::wait);
  // What is waited for together goes by one number.
  QVERIFY(own[1].request == own[3].request && own[2].request == own[3].request);
  QVERIFY(own[4].kind == Kind::pass);
}

/// Two chains that know nothing of each other run here one after the other.
void TracesTest::tagsOfOthersAreTheirs() {
  const ReadTrace read = format("goal").read(
      "num_ranks 2\nrank 0 {\nl1: send 8b to 1 tag 1000005\n}\n"
      "rank 1 {\nl1: recv 8b from 0 tag 1000005\n}\n");
  QVERIFY(!hasErrors(read.issues));
  QVERIFY(!read.ranks[0].front().ofCollective);
  QCOMPARE(read.ranks[0].front().tag, 1'000'005);
}

/// What goes on beside one rank has its partners in another that does the same in order.
void TracesTest::chainsOfOneRankAlone() {
  const auto problems = [](const char* received) {
    const ReadTrace read = format("goal").read(
        fmt::format("num_ranks 2\nrank 0 {{\nl1: send 8b to 1 tag 2000000001 cpu 1\n"
                    "l2: recv 8b from 1 tag 2000000001 cpu 2\nl3: calc 10\nl3 requires l1\n"
                    "l3 requires l2\n}}\nrank 1 {{\nl1: recv 8b from 0 tag {}\n"
                    "l2: send 8b to 0 tag 2000000001\nl2 requires l1\n}}\n",
                    received));
    return hasErrors(read.issues) || hasErrors(checkPartners(read.ranks));
  };
  QVERIFY(!problems("2000000001"));
  QVERIFY(problems("2000000002"));
}

/// Some programs put a byte order mark at the head of a text.
void TracesTest::byteOrderMarksAreNoWords() {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string goal =
      "num_ranks 2\nrank 0 {\nl1: send 8b to 1 tag 1\n}\n"
      "rank 1 {\nl1: recv 8b from 0 tag 1\n}\n";
  const TraceFormat* const found = guessTraceFormat(mark + goal);
  QVERIFY(found != nullptr && found == guessTraceFormat(goal));
  QCOMPARE(saidOf(found->read(mark + goal)), QStringList());
  const std::string tit = "0 init\n0 send 1 0 8\n0 finalize\n1 init\n1 recv 0 0 8\n1 finalize\n";
  QVERIFY(guessTraceFormat(tit) != nullptr && guessTraceFormat(mark + tit) != nullptr);
  QCOMPARE(saidOf(guessTraceFormat(tit)->read(mark + tit)),
           saidOf(guessTraceFormat(tit)->read(tit)));
}

void TracesTest::looseChainsAreTold() {
  const std::string head =
      "num_ranks 2\nrank 1 {\na: send 8b to 0 tag 1\nb: send 8b to 0 tag 2\n}\n";
  const std::string chains =
      "rank 0 {\nr1: recv 8b from 1 tag 1\nc1: calc 10\nc1 requires r1\n"
      "r2: recv 8b from 1 tag 2\nc2: calc 10\nc2 requires r2\n";
  const ReadTrace loose = format("goal").read(head + chains + "}\n");
  QCOMPARE(loose.issues.size(), std::size_t{1});
  QVERIFY(loose.issues[0].severity == Severity::warning);
  QCOMPARE(saidOf(format("goal").read(head + chains + "c2 requires c1\n}\n")), QStringList());
}

void TracesTest::wrongTracesAreRefused_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("place");
  const auto row = [](const char* what, const char* name, const char* text, const char* place) {
    QTest::newRow(what) << name << text << place;
  };
  row("nothing", "tit", "", "line 1");
  row("no action", "tit", "0 init\nhello\n", "line 2");
  row("unknown action", "tit", "0 snd 1 2\n", "line 1, rank 0");
  row("rank beyond", "tit", "0 send 4 0 8 6\n", "line 1, rank 0");
  row("negative amount", "tit", "0 compute -4\n", "line 1, rank 0");
  row("no number", "tit", "0 compute nan\n", "line 1, rank 0");
  row("too large", "tit", "0 send 0 0 9e9 0\n", "line 1, rank 0");
  row("for ever", "tit", "0 sleep 1e18\n", "line 1, rank 0");
  row("ranks without lines", "tit", "1048575 compute 1\n", "");
  row("a rank is missing", "goal", "num_ranks 2\nrank 0 {\n}\n", "line 3");
  row("nothing", "goal", "", "line 1");
  row("unknown type", "tit", "0 send 0 0 1 77\n", "line 1, rank 0");
  row("waits for nothing", "tit", "0 isend 0 0 1 6\n0 wait 0 0 4\n", "line 2, rank 0");
  row("nobody receives", "tit", "0 send 1 0 8 6\n1 init\n", "line 1");
  row("nobody sends", "tit", "1 init\n0 recv 1 0 8 6\n", "line 2");
  row("does not fit", "tit", "0 send 1 0 80 6\n1 recv 0 0 8 6\n", "line 2");
  row("nobody receives the second", "tit", "0 send 1 0 8 6\n1 recv 0 0 8 6\n0 isend 1 0 8 6\n",
      "line 3");
  row("nobody receives the second", "goal",
      "num_ranks 2\nrank 0 {\nsend 8b to 1\nsend 8b to 1 tag 4\nsend 8b to 1\n}\n"
      "rank 1 {\nrecv 8b from 0\nrecv 8b from 0 tag 4\n}\n",
      "line 5");
  row("too large for any receive of anything", "tit",
      "0 send 1 0 8 6\n0 send 1 0 80 6\n1 recv -1 0 8 6\n1 recv -1 0 40 6\n", "line 2");
  row("more than are received from anybody", "tit",
      "0 init\n0 send 1 0 8 6\n0 send 1 0 8 6\n1 recv -1 0 8 6\n", "line 2");
  row("more receives of anything than messages", "tit",
      "0 send 1 0 8 6\n1 recv -1 0 8 6\n"
      "1 recv -1 0 8 6\n",
      "line 2");
  row("a collective is left out", "tit", "0 barrier\n0 bcast 8 0\n1 barrier\n", "line 2");
  row("another collective", "tit", "0 barrier\n1 barrier\n2 bcast 8 0\n", "line 3");
  row("another root", "tit", "0 bcast 8 0\n1 bcast 8 1\n2 bcast 8 0\n", "line 2");
  row("another size", "tit", "0 allreduce 9 0\n1 allreduce 8 0\n2 allreduce 8 0\n", "line 1");
  row("another part", "tit", "0 gather 8 8 0\n1 gather 9 0 0\n2 gather 8 0 0\n", "line 2");
  row("parts of one rank alone", "tit", "0 gatherv 8 8 8 0 6 6\n1 init\n", "line 1");
  row("both receive first", "tit",
      "0 init\n0 recv 1 0 8 6\n0 send 1 0 8 6\n1 recv 0 0 8 6\n1 send 0 0 8 6\n", "line 2");
  row("both wait first", "tit",
      "0 irecv 1 0 8 6\n0 waitall\n0 send 1 0 8 6\n1 irecv 0 0 8 6\n1 wait 0 1 0\n"
      "1 send 0 0 8 6\n",
      "line 1");
  row("one receives before a barrier", "tit",
      "0 recv 1 0 8 6\n0 barrier\n1 barrier\n1 send 0 0 8 6\n", "line 1");
  row("the root receives before it broadcasts", "tit",
      "0 recv 1 0 8 6\n0 bcast 8 0\n1 bcast 8 0\n1 send 0 0 8 6\n", "line 1");
  row("both receive first", "goal",
      "num_ranks 2\nrank 0 {\na: recv 8b from 1\nb: send 8b to 1\nb requires a\n}\n"
      "rank 1 {\na: recv 8b from 0\nb: send 8b to 0\nb requires a\n}\n",
      "line 3");
  row("ranks beyond all", "tit", "99999999999 send 0 0 8 6\n", "line 1");
  row("ranks beyond all", "goal", "num_ranks 99999999999\nrank 0 {\n}\n", "line 1");
  row("too few parts", "tit", "0 alltoallv 1 1 1\n1 init\n", "line 1, rank 0");
  row("cut off before the amount", "tit", "0 send 1 0 8\n1 recv 0 0 ", "line 2, rank 1");
  row("cut off within the file", "tit", "0 send 1 0 8\n1 recv 0 0 \n", "line 2, rank 1");
  row("cut off behind others", "tit", "0 send 1 0 8\n1 recv 0 0 8\n0 send 1 0 8\n1 recv 0 5",
      "line 4, rank 1");
  row("amounts that are no types", "tit", "0 send 1 7 800\n1 recv 0 7 \n0 barrier\n1 barrier\n",
      "line 2, rank 1");
  row("tags that are waited for", "tit",
      "0 isend 1 7 8\n1 irecv 0 7 \n0 wait 0 1 7\n1 wait 0 1 7\n", "line 2, rank 1");
  row("tag beyond all", "tit", "0 send 1 4294967295 8 6\n1 recv 0 -1 8 6\n", "line 1, rank 0");
  row("sent with any tag", "tit", "0 send 1 -1 8 6\n1 recv 0 -1 8 6\n", "line 1, rank 0");
  row("no ranks", "goal", "rank 0 {\n}\n", "line 1");
  row("rank beyond", "goal", "num_ranks 2\nrank 2 {\n", "line 2");
  row("outside", "goal", "num_ranks 2\ncalc 10\n", "line 2");
  row("unknown operation", "goal", "num_ranks 1\nrank 0 {\nl1: cal 10\n}\n", "line 3, rank 0");
  row("peer beyond", "goal", "num_ranks 1\nrank 0 {\nl1: send 8b to 3\n}\n", "line 3, rank 0");
  row("unknown label", "goal", "num_ranks 1\nrank 0 {\nl1: calc 1\nl1 requires l2\n}\n",
      "line 4, rank 0");
  row("twice", "goal", "num_ranks 1\nrank 0 {\nl1: calc 1\nl1: calc 1\n}\n", "line 4, rank 0");
  row("in a circle", "goal",
      "num_ranks 1\nrank 0 {\na: calc 1\nb: calc 1\na requires b\nb requires a\n}\n", "line 7");
  row("cut off", "goal", "num_ranks 1\nrank 0 {\na: calc 1\n", "line 3, rank 0");
  row("nobody sends", "goal", "num_ranks 2\nrank 0 {\nl1: recv 8b from 1\n}\nrank 1 {\n}\n",
      "line 3");
}

void TracesTest::wrongTracesAreRefused() {
  QFETCH(QString, name);
  QFETCH(QString, text);
  QFETCH(QString, place);
  const ReadTrace read = format(qPrintable(name)).read(text.toStdString());
  QVERIFY(hasErrors(read.issues));
  const QString path = QString::fromStdString(read.issues[0].path);
  QCOMPARE(path, place);
  QVERIFY(!read.issues[0].remedy.empty());
}

/// A number that is beyond is told as such, not as a line that cannot be read.
void TracesTest::numbersBeyondAreTold() {
  const auto said = [](const char* operation) {
    const std::string text = fmt::format("num_ranks 2\nrank 0 {{\nl1: {}\n}}\n", operation);
    const Issue issue = format("goal").read(text).issues.front();
    return QString::fromStdString(issue.text.english());
  };
  QCOMPARE(said("send 8b to 7"), QString("There is no rank 7."));
  QCOMPARE(said("recv 8b from 99999999999"), QString("There is no rank 99999999999."));
  QCOMPARE(said("send 5000000000b to 1"), QString("A message of 5000000000 bytes is too large."));
  QCOMPARE(said("send 99999999999999999999b to 1"),
           QString("A message of 99999999999999999999 bytes is too large."));
  QCOMPARE(said("calc 9999999999999999"), QString("\"9999999999999999\" is no amount."));
  for (const char* unread : {"send 8b", "send b to 1", "send -8b to 1", "recv 8b to 1", "calc"})
    QVERIFY(said(unread).contains("cannot be read"));
}

/// A line that cannot be read says whose it is, also where it is one of many files.
void TracesTest::wrongLinesNameTheirRank() {
  const auto path = [](const char* name, const char* text) {
    return QString::fromStdString(format(name).read(text).issues.front().path);
  };
  QCOMPARE(path("tit", "0 send 1 0 8 6\n1 recv 0 0 "), QString("line 2, rank 1"));
  QCOMPARE(path("tit", "0 init\nhello\n"), QString("line 2"));
  QCOMPARE(path("goal", "num_ranks 2\nrank 1 {\nl1: cal 10\n}\n"), QString("line 3, rank 1"));
  Issues issues;
  const FileReader reader = [](const std::string& file, Issues&) {
    return file == "a" ? "0 send 1 0 8 6\n" : "# of rank 1\n1 recv 0 0 ";
  };
  QVERIFY(!readTrace({"a", "b"}, "", reader, issues));
  QCOMPARE(issues.front().path, std::string("b, line 2, rank 1"));
}

/// Each rank of it, with the line it waits in; and nothing of the rank that waits for the circle.
void TracesTest::circlesAreToldWhole() {
  const ReadTrace read = format("tit").read(
      "0 recv 1 0 8 6\n0 send 2 0 8 6\n1 recv 2 0 8 6\n1 send 0 0 8 6\n1 send 3 0 8 6\n"
      "2 recv 0 0 8 6\n2 send 1 0 8 6\n3 recv 1 0 8 6\n");
  QCOMPARE(read.issues.size(), std::size_t{3});
  QCOMPARE(read.issues[0].path, std::string("line 1"));
  QCOMPARE(read.issues[1].path, std::string("line 3"));
  QCOMPARE(read.issues[2].path, std::string("line 6"));
  QCOMPARE(read.issues[1].text,
           "Rank 1 waits for ever for what it receives here from rank 2: ranks 0, 1, 2 wait for "
           "each other in a circle.");
}

void TracesTest::whatMayGoWellIsTaken_data() {
  QTest::addColumn<QString>("text");
  const auto row = [](const char* what, const char* text) { QTest::newRow(what) << text; };
  row("whoever comes first", "0 recv -1 0 8 6\n0 send 1 0 8 6\n1 recv 0 0 8 6\n1 send 0 0 8 6\n");
  row("both send first", "0 send 1 0 8 6\n0 recv 1 0 8 6\n1 send 0 0 8 6\n1 recv 0 0 8 6\n");
  row("begun before",
      "0 irecv 1 0 8 6\n0 send 1 0 8 6\n0 waitall\n1 irecv 0 0 8 6\n"
      "1 send 0 0 8 6\n1 waitall\n");
  row("the root broadcasts before it receives",
      "0 bcast 8 0\n0 recv 1 0 8 6\n1 send 0 0 8 6\n1 bcast 8 0\n");
  row("the root's part in place",
      "0 gather 0 8 0\n0 scatter 8 0 0\n1 gather 8 0 0\n"
      "1 scatter 0 8 0\n");
  row("parts of nothing, beside what is ignored",
      "0 gather 0 0 0\n0 scatter 0 0 0\n1 gather 0 8 0\n"
      "1 scatter 8 0 0\n");
  row("types where they are not bytes",
      "0 send 1 800\n1 recv 0 800 \n0 send 1 100 0\n1 recv 0 100 0\n");
  row("larger ones for larger receives",
      "0 send 2 0 8 6\n1 send 2 0 80 6\n2 recv -1 0 80 6\n"
      "2 recv 0 0 8 6\n");
}

/// Also as other systems write them: a byte order mark, and two characters for the end of a line.
void TracesTest::marksOfEditorsArePassedOver() {
  for (const char* text :
       {"\xEF\xBB\xBF"
        "0 send 1 0 8 6\r\n1 recv 0 0 8 6\r\n",
        "\xEF\xBB\xBFnum_ranks 2\r\nrank 0 {\r\nsend 8b to 1\r\n}\r\nrank 1 {\r\n"
        "recv 8b from 0\r\n}\r\n"}) {
    const TraceFormat* format = guessTraceFormat(text);
    QVERIFY(format != nullptr);
    const ReadTrace read = format->read(text);
    QCOMPARE(saidOf(read), QStringList());
    QCOMPARE(read.ranks.size(), std::size_t{2});
  }
}

/// What may come to an end is no error: who comes first, and whether sends wait, shows when it
/// runs.
void TracesTest::whatMayGoWellIsTaken() {
  QFETCH(QString, text);
  const ReadTrace read = format("tit").read(text.toStdString());
  QVERIFY2(!hasErrors(read.issues), qPrintable(saidOf(read).join('\n')));
}

/// Ranks in random order: refused are those that stall when they run. Where all wait for all, and
/// not along a tree that nobody has to take, no others do.
void TracesTest::circlesAreThoseOfRuns() {
  std::mt19937 random(5);
  const auto draw = [&random](std::uint32_t below) {
    return static_cast<std::uint32_t>(random() % below);
  };
  const Collective* const all[] = {&collectiveNamed("barrier_dissemination"),
                                   &collectiveNamed("bcast_binomial"),
                                   &collectiveNamed("reduce_binomial")};
  int circles = 0, ends = 0;
  for (int round = 0; round < 300; ++round) {
    const std::uint32_t count = 2 + draw(4);
    std::vector<Operations> ranks(count);
    bool trees = false;
    for (std::uint32_t stretch = 0; stretch < 3; ++stretch) {
      for (std::uint32_t message = draw(6); message > 0; --message) {
        const std::uint32_t from = draw(count), to = (from + 1 + draw(count - 1)) % count;
        const auto tag = static_cast<std::int32_t>(draw(2));
        const auto put = [&](std::uint32_t rank, const Operation& operation) {
          Operations& own = ranks[rank];
          own.insert(own.end() - draw(std::min<std::uint32_t>(
                                     3, static_cast<std::uint32_t>(own.size()) + 1)),
                     operation);
          if (operation.kind != Kind::send && operation.kind != Kind::receive && draw(2) == 0)
            own.push_back(draw(2) == 0 ? Op::waitAll() : Op::wait(operation.request));
        };
        put(from, draw(2) == 0 ? Op::send(to, 8, tag) : Op::sendLater(to, 8, tag, draw(4)));
        put(to, draw(2) == 0 ? Op::receive(from, 8, tag) : Op::receiveLater(from, 8, tag, draw(4)));
      }
      const std::uint32_t kind = draw(5) / 2;
      const Collective& collective = *all[kind];
      trees = trees || kind > 0;
      for (std::uint32_t rank = 0; rank < count; ++rank)
        ranks[rank].push_back(Op::all(collective, {0, count, 1}, 8, stretch % count));
    }
    const bool refused = hasErrors(checkProgress(ranks));
    const bool stalls = play(ranks, 1000).application.end == ApplicationEnd::stalled;
    QVERIFY2(refused == stalls || (trees && stalls), qPrintable(QString::number(round)));
    ++(refused ? circles : ends);
  }
  QVERIFY(circles > 30 && ends > 30);
}

void TracesTest::formatsAreFoundOut() {
  QCOMPARE(guessTraceFormat("\n# x\nnum_ranks 4\n"), &format("goal"));
  QCOMPARE(guessTraceFormat("# x\n0 init\n"), &format("tit"));
  QVERIFY(guessTraceFormat("graph { 0 -- 1 }") == nullptr);
  QVERIFY(guessTraceFormat("") == nullptr);
}

HOPSCOPE_TEST(TracesTest)

}  // namespace hopscope

#include "traces_test.moc"
