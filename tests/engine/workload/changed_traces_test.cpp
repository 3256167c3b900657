// SPDX-License-Identifier: GPL-3.0-or-later
// Traces and files of commands that begin right and are changed at random: most of them get far
// into what reads them.
#include <QTest>
#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "engine/workload/command_file.h"
#include "engine/workload/command_partners.h"
#include "engine/workload/listed_program.h"
#include "engine/workload/traces/trace_format.h"
#include "tests/support/fuzz.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

/// With tags, collectives of every shape, and requests that are waited for.
const std::string kTagged =
    "0 init\n0 isend 1 3 800 6\n0 irecv 2 0 40 6\n0 compute 1e3\n0 wait 2 0 0\n0 waitall\n"
    "0 bcast 8 0 6\n0 allreduce 9 4 6\n0 alltoallv 3 1 2 1 3 1 2 1 6 6\n0 finalize\n"
    "1 init\n1 recv 0 3 800 6\n1 sleep 1e-6\n1 send 2 1 16 6\n1 bcast 8 0 6\n1 allreduce 9 4 6\n"
    "1 alltoallv 3 2 1 1 3 2 1 1 6 6\n1 finalize\n"
    "2 init\n2 send 0 0 40 6\n2 recv -1 -1 16 6\n2 bcast 8 0 6\n2 allreduce 9 4 6\n"
    "2 alltoallv 3 1 1 1 3 1 1 1 6 6\n2 finalize\n";
const std::string kUntagged =
    "p0 send p1 1e3\np0 recv p1 40\np0 gather 8 8 0\np0 barrier\n"
    "p1 recv p0 1e3\np1 send p0 40\np1 gather 8 8 0\np1 barrier\n";
const std::string kGoal =
    "num_ranks 3\nrank 0 {\nl1: send 800b to 1 tag 3 cpu 0 nic 0\nl2: calc 100 cpu 1\n"
    "l3: recv 40b from 2\nl3 requires l1\nl2 irequires l1\n}\nrank 1 {\n"
    "a: recv 800b from 0 tag 3\nb: send 16b to 2 tag 1\nb requires a\n}\nrank 2 {\n"
    "x: send 40b to 0\ny: recv 16b from 1 tag 1\ny requires x\n}\n";
const std::string kOfCommands =
    "# hopscope commands 1\npe *\nphase 1\nsend 128 self+1\nrecv self-1\nbarrier\npe 0-1\n"
    "repeat 3\nbsend 8 2\nwait 10 ns\nend\npe 2\nrepeat 3\nrecv 0\nrecv 1\nend\nbcast 64\n"
    "pe 0,1,3\nrecv 2\npredict 2\npreload 0 0>1\nflush\n";

class Changes {
 public:
  explicit Changes(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t count) { return random_() % count; }

  /// Bytes, words, lines and digits: replaced, removed, repeated or moved; or all is cut off.
  std::string of(std::string text) {
    for (std::size_t left = 1 + below(4); left > 0 && !text.empty(); --left) {
      const std::size_t at = below(text.size());
      switch (below(8)) {
        case 0:
          text[at] = static_cast<char>(random_());
          break;
        case 1:
          text.erase(at, 1 + below(12));
          break;
        case 2:
          text.insert(at, text.substr(below(text.size()), below(40)));
          break;
        case 3:
          text.resize(at);
          break;
        case 4:  // a line again
        case 5: {
          const std::size_t begin = text.rfind('\n', at) + 1;
          const std::string line = text.substr(begin, text.find('\n', begin) - begin) + '\n';
          if (below(2) == 0) text.erase(begin, line.size());
          text.insert(text.rfind('\n', below(std::max<std::size_t>(1, text.size()))) + 1, line);
          break;
        }
        default: {
          static const std::array<const char*, 12> kNumbers{
              "0", "1", "2", "-1", "3", "7", "65537", "4294967295", "1e6", "1e308", "0.5", "nan"};
          const std::size_t digit = text.find_first_of("0123456789", at);
          if (digit != std::string::npos) text.replace(digit, 1, kNumbers[below(kNumbers.size())]);
        }
      }
    }
    return text;
  }

 private:
  std::mt19937 random_;
};

}  // namespace

/// What is refused says so in few words; what is taken can be written, and is read again.
class ChangedTracesTest : public QObject {
  Q_OBJECT

 private slots:
  void tracesAreSurvived_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::newRow("tit with tags") << "tit" << QString::fromStdString(kTagged);
    QTest::newRow("tit without tags") << "tit" << QString::fromStdString(kUntagged);
    QTest::newRow("goal") << "goal" << QString::fromStdString(kGoal);
  }
  void tracesAreSurvived() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    const TraceFormat& format = *traceFormats().find(name.toStdString());
    QVERIFY(!hasErrors(format.read(text.toStdString()).issues));
    Changes changes(3);
    int taken = 0;
    const int rounds = test::fuzzRounds(5'000);
    for (int i = 0; i < rounds; ++i) {
      const std::string changed = changes.of(text.toStdString());
      ReadTrace read = format.read(changed);
      QVERIFY2(read.issues.size() <= 22, changed.c_str());
      if (hasErrors(read.issues)) continue;
      ++taken;
      QVERIFY2(!read.ranks.empty(), changed.c_str());
      const ListedProgram program(std::move(read.ranks), read.begun);
      for (const TraceFormat& other : traceFormats()) {
        // Ranks so fast that the largest amount takes no longer than times in files may be.
        const WrittenTrace written = other.write({program, 1000, 1e-6});
        if (hasErrors(written.issues)) continue;
        const ReadTrace again = other.read(written.text);
        QVERIFY2(!hasErrors(again.issues),
                 (changed + "\n=>\n" + written.text + "\n" +
                  (again.issues.empty() ? "" : describe(again.issues.front())))
                     .c_str());
      }
    }
    QVERIFY(taken > rounds / 100);
  }

  void anyTextIsSurvived_data() {
    QTest::addColumn<QString>("name");
    for (const TraceFormat& each : traceFormats())
      QTest::newRow(each.name.c_str()) << QString::fromStdString(each.name);
  }
  /// Texts of parts of what may stand there, and of any bytes.
  void anyTextIsSurvived() {
    QFETCH(QString, name);
    std::mt19937 random(11);
    const std::vector<std::string> parts{"0",
                                         "1",
                                         "p2",
                                         "send",
                                         "isend",
                                         "irecv",
                                         "recv",
                                         "wait",
                                         "\n",
                                         "\n",
                                         "waitall",
                                         "-1",
                                         "1e9",
                                         "alltoallv",
                                         "gatherv",
                                         "allgatherv",
                                         "nan",
                                         "4e300",
                                         "scatterv",
                                         "bcast",
                                         "calc",
                                         "rank",
                                         "{",
                                         "}",
                                         "to",
                                         "from",
                                         "8b",
                                         "requires",
                                         "l1:",
                                         "l1",
                                         "l2:",
                                         "l2",
                                         "cpu",
                                         "tag",
                                         "irequires",
                                         "\xff",
                                         "reducescatter",
                                         "num_ranks 3",
                                         std::string(1, '\0'),
                                         "99999999999999999999"};
    for (int i = 0; i < test::fuzzRounds(20'000); ++i) {
      std::string text = random() % 2 == 0 ? "" : "num_ranks 2\nrank 0 {\n";
      for (auto left = random() % 40; left > 0; --left)
        text += parts[random() % parts.size()] + (random() % 4 == 0 ? "" : " ");
      const ReadTrace read = traceFormats().find(name.toStdString())->read(text);
      QVERIFY(read.issues.size() <= 22);
      QVERIFY(hasErrors(read.issues) || !read.ranks.empty());
    }
  }

  void commandsAreSurvived() {
    QVERIFY(!hasErrors(parseCommands(kOfCommands, 4).issues));
    Changes changes(5);
    int taken = 0;
    const int rounds = test::fuzzRounds(5'000);
    for (int i = 0; i < rounds; ++i) {
      const std::string changed = changes.of(kOfCommands);
      const auto elements = static_cast<std::uint32_t>(1 + changes.below(9));
      const CommandFile file = parseCommands(changed, elements);
      QVERIFY2(file.issues.size() <= 21, changed.c_str());
      if (hasErrors(file.issues)) continue;
      ++taken;
      QVERIFY2(checkReceives(file).size() <= 21, changed.c_str());
    }
    QVERIFY(taken > rounds / 100);
  }
};

HOPSCOPE_TEST(ChangedTracesTest)

}  // namespace hopscope

#include "changed_traces_test.moc"
