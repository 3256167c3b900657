// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/workload/command_file.h"
#include "engine/workload/command_partners.h"
#include "engine/workload/preload_files.h"
#include "tests/support/fuzz.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

const std::string kHead = std::string(kCommandsHeader) + "\n";

struct Seen {
  Command command;
  std::uint32_t peer;
  bool operator==(const Seen&) const = default;
};

std::vector<Seen> seen(const CommandFile& file, std::uint32_t element, std::uint64_t from,
                       std::uint64_t to) {
  std::vector<Seen> all;
  file.forEach(element, from, to, [&](const Command& command, std::uint32_t peer) {
    all.push_back({command, peer});
  });
  return all;
}

}  // namespace

/// Files of commands: what they say, and what is said of those that are wrong.
class CommandFileTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCommandIsRead();
  void elementsAndRepetitions();
  void circuitsAreLoaded();
  void filesOfCircuitsAreRead();
  void stretchesAreOfTheWhole();
  void repetitionsStayWhatTheyAre();
  void manyPartsAreFound();
  void marksOfEditorsArePassedOver();
  void wrongFilesAreRefused_data();
  void wrongFilesAreRefused();
  void receivesOfNothingAreTold();
  void anyTextIsSurvived();
};

void CommandFileTest::everyCommandIsRead() {
  const CommandFile file = parseCommands(
      kHead +
          "pe 1\nsend 64 3   # to the last\nbsend 8 self-2\nrecv *\nrecv 0\nbcast 16\n"
          "wait 90 ns\nwait 5\nbarrier\nphase 7\nflush\npredict self+1\npreload 2 3>1 0>3\n",
      4);
  QVERIFY(file.issues.empty());
  QCOMPARE(file.operations(0), std::uint64_t{0});
  const std::vector<Seen> own = seen(file, 1, 0, file.operations(1));
  QCOMPARE(own.size(), std::size_t{14});
  QVERIFY(own[0].command.kind == CommandKind::send && own[0].peer == 3);
  QCOMPARE(own[0].command.amount, 64.0);
  QVERIFY(own[1].command.kind == CommandKind::blockingSend && own[1].peer == 3);
  QCOMPARE(own[2].peer, kNone);
  QCOMPARE(own[3].peer, 0u);
  for (std::uint32_t i = 0; i < 3; ++i) {
    QVERIFY(own[4 + i].command.kind == CommandKind::broadcast);
    QCOMPARE(own[4 + i].peer, i == 0 ? 0 : i + 1);  // all but itself
  }
  QVERIFY(own[7].command.hasUnit && !own[8].command.hasUnit);
  QCOMPARE(own[7].command.amount, 90e3);
  QCOMPARE(own[8].command.amount, 5.0);
  QCOMPARE(own[10].command.amount, 7.0);
  QCOMPARE(own[12].peer, 2u);
  QVERIFY(own[13].command.kind == CommandKind::preload && own[13].peer == 0);
  QCOMPARE(file.loads(), (std::vector<CircuitLoad>{{2, {{0, 3}, {3, 1}}, 14}}));
}

/// Circuits for a slot, each once however often they are loaded; of what is no circuit the line.
void CommandFileTest::circuitsAreLoaded() {
  const CommandFile file = parseCommands(
      kHead +
          "pe *\nrepeat 9\npreload 0 self-1\npreload 1 0>2 2>0\npreload 0 none\nend\npe 2\n"
          "preload 1 2>0 0>2\npreload 0 0>2 2>1 1>0\n",
      3);
  QVERIFY(file.issues.empty());
  QCOMPARE(file.loads(),
           (std::vector<CircuitLoad>{
               {0, {{0, 2}, {1, 0}, {2, 1}}, 4}, {1, {{0, 2}, {2, 0}}, 5}, {0, {}, 6}}));
  const std::vector<Seen> own = seen(file, 2, 27, file.operations(2));
  QCOMPARE(own.size(), std::size_t{2});
  QVERIFY(own[0].peer == 1 && own[1].peer == 0);
  const std::pair<const char*, const char*> wrong[] = {
      {"0", "\"preload\" has 2 words behind it, not 1."},
      {"x 0>1", "\"x\" cannot be the number of a slot."},
      {"0 mesh.txt", "\"mesh.txt\" names no circuit."},
      {"0 0>1 1>1", "Inputs 0 and 1 are both connected to output 1."},
      {"0 0>1 0>2", "Input 0 is connected to outputs 1 and 2."},
      {"0 0>3", "A circuit from 0 to 3 is of no elements."},
      {"0 self+1 self+2", ""},
      {"0 none none", ""}};
  for (const auto& [words, said] : wrong) {
    const Issues issues = parseCommands(kHead + "pe 0\npreload " + words + "\n", 3).issues;
    QVERIFY2(issues.size() == 1 && issues[0].path == "line 3", words);
    QVERIFY2(issues[0].text.english().starts_with(said), issues[0].text.english().c_str());
  }
  std::string many = kHead + "pe 0\n";
  for (int slot = 0; slot < 2000; ++slot) many += "preload " + std::to_string(slot) + " 0>1\n";
  const Issues issues = parseCommands(many, 3).issues;
  QVERIFY(issues.size() == 1 && issues[0].path == "line 1027");
}

/// Files of circuits stand in for what they say; a text without them is as it was.
void CommandFileTest::filesOfCircuitsAreRead() {
  QTemporaryDir folder;
  const auto put = [&](const char* name, const QByteArray& text) {
    QFile file(folder.filePath(QString::fromLatin1(name)));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
  };
  put("mesh.txt", "# to the east\r\n0>1 1>2\n2>0  # round\n");
  put("empty.txt", "# nothing\n");
  put("long.txt", QByteArray(100'000, ' '));
  const std::filesystem::path place = folder.path().toStdString();
  std::string text = kHead + "pe 0\npreload 0 mesh.txt # first\npreload 1 empty.txt\nwait 1";
  QVERIFY(putPreloadsIn(text, place).empty());
  QCOMPARE(text, kHead + "pe 0\npreload 0 0>1 1>2 2>0\npreload 1 none\nwait 1\n");
  for (const char* name : {"none-such.txt", "long.txt", ".", "/dev/zero"}) {
    std::string wrong = kHead + "pe 0\npreload 0 " + name + "\n";
    const std::string before = wrong;
    const Issues issues = putPreloadsIn(wrong, place);
    QVERIFY2(issues.size() == 1 && issues[0].path == "line 3", name);
    QVERIFY(wrong == before);
  }
  std::string other = "{\"preload 0 mesh.txt\": 1}";
  QVERIFY(putPreloadsIn(other, place).empty() && other == "{\"preload 0 mesh.txt\": 1}");
}

void CommandFileTest::elementsAndRepetitions() {
  const CommandFile file = parseCommands(
      kHead + "pe *\nrepeat 3\nsend 1 self+1\nrepeat 2\nwait 1\nend\nend\npe 0,2-3\nbarrier\n", 4);
  QVERIFY(file.issues.empty());
  QCOMPARE(file.operations(0), std::uint64_t{10});
  QCOMPARE(file.operations(1), std::uint64_t{9});
  const std::vector<Seen> own = seen(file, 3, 0, 10);
  QCOMPARE(own.size(), std::size_t{10});
  QCOMPARE(own[0].peer, 0u);
  QVERIFY(own[3].command.kind == CommandKind::send && own[4].command.kind == CommandKind::wait);
  QVERIFY(own.back().command.kind == CommandKind::barrier);
}

/// Any stretch is that part of the whole, also where it begins within repetitions.
void CommandFileTest::stretchesAreOfTheWhole() {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    std::string text = kHead;
    for (int section = 0; section < 3; ++section) {
      text += section == 1 ? "pe 1\n" : "pe *\n";
      int open = 0;
      for (int i = 0; i < 12; ++i) {
        const char* const lines[] = {"bcast 8\n", "send 8 self+1\n", "wait 3\n", "end\n"};
        if (random() % 4 == 0 && open < 5) {
          text += "repeat " + std::to_string(random() % 4) + "\n";
          ++open;
        }
        const auto drawn = random() % 4;
        if (drawn == 3 && open-- == 0)
          ++open;
        else
          text += lines[drawn];
      }
      for (; open > 0; --open) text += "end\n";
    }
    const CommandFile file = parseCommands(text, 3);
    QVERIFY2(file.issues.empty(), text.c_str());
    const std::vector<Seen> whole = seen(file, 1, 0, file.operations(1));
    QCOMPARE(whole.size(), std::size_t{file.operations(1)});
    if (whole.empty()) continue;
    const std::size_t from = random() % whole.size(),
                      to = from + random() % (whole.size() - from + 1);
    const std::vector<Seen> part = seen(file, 1, from, to);
    QVERIFY(std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(from),
                       whole.begin() + static_cast<std::ptrdiff_t>(to)));
  }
}

/// A file of few lines takes little memory, whatever it comes to.
void CommandFileTest::repetitionsStayWhatTheyAre() {
  const CommandFile file =
      parseCommands(kHead + "pe *\nrepeat 10000\nrepeat 1000\nwait 1\nend\nbcast 8\nend\n", 8);
  QVERIFY(file.issues.empty());
  QCOMPARE(file.operations(7), std::uint64_t{10'070'000});
  const std::vector<Seen> own = seen(file, 7, 10'069'990, 10'070'000);
  QVERIFY(own[2].command.kind == CommandKind::wait);
  QCOMPARE(own[3].peer, 0u);
  QCOMPARE(own[9].peer, 6u);
}

/// Elements of any sets in turn, against lists that are written out; any stretch of them, too.
void CommandFileTest::manyPartsAreFound() {
  std::mt19937 random(5);
  constexpr std::uint32_t elements = 70;
  for (int round = 0; round < 4; ++round) {
    std::string text = kHead;
    std::vector<std::vector<std::uint64_t>> expected(elements);
    std::vector<bool> receives(elements, false);
    const std::size_t lines = 1 + random() % 700;
    for (std::size_t i = 0; i < lines; ++i) {
      const std::uint32_t first = static_cast<std::uint32_t>(random() % elements);
      const std::uint32_t last = first + static_cast<std::uint32_t>(random() % (elements - first));
      text += "pe " + std::to_string(first) + "-" + std::to_string(last) + "\n";
      const std::uint64_t bytes = 1 + random() % 1'000, times = random() % 3;
      text += "repeat " + std::to_string(times) + "\nsend " + std::to_string(bytes) +
              " 0\nend\nsend 7 1\n";
      const bool receive = random() % 300 == 0;
      if (receive) text += "recv *\n";
      for (std::uint32_t e = first; e <= last; ++e) {
        expected[e].insert(expected[e].end(), times, bytes);
        expected[e].push_back(7);
        if (receive) expected[e].push_back(0);
        receives[e] = receives[e] || receive;
      }
    }
    const CommandFile file = parseCommands(text, elements);
    QVERIFY(file.issues.empty());
    for (std::uint32_t e = 0; e < elements; ++e) {
      QCOMPARE(file.operations(e), std::uint64_t{expected[e].size()});
      QCOMPARE(file.receives(e), static_cast<bool>(receives[e]));
      for (int stretch = 0; stretch < 5; ++stretch) {
        const std::size_t from = stretch == 0 ? 0 : random() % (expected[e].size() + 1);
        const std::size_t to =
            stretch == 0 ? expected[e].size() : from + random() % (expected[e].size() - from + 1);
        std::vector<std::uint64_t> found;
        file.forEach(e, from, to, [&](const Command& command, std::uint32_t /*peer*/) {
          found.push_back(static_cast<std::uint64_t>(command.amount));
        });
        QVERIFY(found ==
                std::vector<std::uint64_t>(expected[e].begin() + static_cast<std::ptrdiff_t>(from),
                                           expected[e].begin() + static_cast<std::ptrdiff_t>(to)));
      }
    }
  }
}

void CommandFileTest::marksOfEditorsArePassedOver() {
  const std::string text =
      "\xEF\xBB\xBF" + std::string(kCommandsHeader) + "\r\npe 0\r\nsend 8 1\r\npe 1\r\nrecv 0\r\n";
  QVERIFY(looksLikeCommands(text));
  const CommandFile file = parseCommands(text, 2);
  QVERIFY(file.issues.empty());
  QVERIFY(file.receives(1));
}

void CommandFileTest::wrongFilesAreRefused_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("place");
  const auto row = [](const char* name, const std::string& text, const char* place) {
    QTest::newRow(name) << QString::fromStdString(text) << place;
  };
  row("nothing", "", "line 1");
  row("another file", "send 1 2\n", "line 1");
  row("a newer version", "# hopscope commands 2\n", "line 1");
  row("unknown command", kHead + "pe *\nsent 1 2\n", "line 3");
  row("nobody's command", kHead + "send 1 2\n", "line 2");
  row("beyond the elements", kHead + "pe 4\n", "line 2");
  row("peer beyond", kHead + "pe *\nsend 1 4\n", "line 3");
  row("overflow", kHead + "pe *\nsend 99999999999999999999 1\n", "line 3");
  row("too large", kHead + "pe *\nsend 4294967296 1\n", "line 3");
  row("missing word", kHead + "pe *\nsend 1\n", "line 3");
  row("open repetition", kHead + "pe *\nrepeat 2\nbarrier\n", "line 4");
  row("end alone", kHead + "pe *\nend\n", "line 3");
  row("nothing sent", kHead + "pe *\nsend 0 1\n", "line 3");
  row("beyond 2^31", kHead + "pe *\nsend 2147483649 1\n", "line 3");
  row("too many", kHead + "pe *\nrepeat 100000\nrepeat 100000\nflush\nend\nend\n", "line 7");
  row("too many of all", kHead + "pe *\nrepeat 30000000\nflush\nend\n", "line 5");
  row("too many at once",
      kHead +
          "pe *\nrepeat 1000000000\nrepeat 1000000000\nrepeat 1000000000\nflush\nend\nend\nend\n",
      "line 7");
  row("twice the same", kHead + "pe 0-2,1\n", "line 2");
  row("below zero", kHead + "pe *\nsend -5 1\n", "line 3");
  row("a phase beyond", kHead + "pe *\nphase 4294967296\n", "line 3");
  std::string deep = kHead + "pe *\n";
  for (int i = 0; i < 20; ++i) deep += "repeat 2\n";
  row("deep", deep + "flush\n", "line 19");
  row("a zero byte", kHead + "pe *\nsend 8 " + std::string(1, '\0') + "1\n", "line 3");
  row("cut off", kHead + "pe *\nsend 8", "line 3");
  row("endless wait", kHead + "pe *\nwait 1e300\n", "line 3");
  row("a rate for a time", kHead + "pe *\nwait 5 Gb/s\n", "line 3");
}

void CommandFileTest::wrongFilesAreRefused() {
  QFETCH(QString, text);
  QFETCH(QString, place);
  const CommandFile file = parseCommands(text.toStdString(), 4);
  QVERIFY(!file.issues.empty());
  QCOMPARE(file.issues.size(), std::size_t{1});
  QCOMPARE(QString::fromStdString(file.issues[0].path), place);
  QVERIFY(!file.issues[0].remedy.empty());
}

/// Texts of parts of what may stand there, and of any bytes.
void CommandFileTest::anyTextIsSurvived() {
  std::mt19937 random(7);
  const std::vector<std::string> parts{
      "pe",    "*",     "send",    "1",           "self+1", "self-",   "repeat",
      "end",   "\n",    "\n",      "wait",        "ns",     "recv",    "#",
      "bsend", "4-7",   "0,1",     "99999999999", "-",      "barrier", std::string(1, '\0'),
      "\xff",  "phase", "preload", "0>1",         "0>",     "none"};
  for (int i = 0; i < test::fuzzRounds(20'000); ++i) {
    std::string text = random() % 8 == 0 ? "" : kHead;
    for (auto left = random() % 40; left > 0; --left)
      text += parts[random() % parts.size()] + (random() % 3 == 0 ? "" : " ");
    const CommandFile file = parseCommands(text, static_cast<std::uint32_t>(1 + random() % 9));
    QVERIFY(file.issues.size() <= 21);
  }
}

/// Also with repetitions, and only where it is sure.
void CommandFileTest::receivesOfNothingAreTold() {
  const auto lines = [](const char* commands) {
    QStringList all;
    for (const Issue& issue : checkReceives(parseCommands(kHead + commands, 4)))
      if (!issue.remedy.empty()) all << QString::fromStdString(issue.path);
    return all.join(QLatin1Char(' '));
  };
  QCOMPARE(lines("pe 0\nrecv 1\n"), QString("line 3"));
  QCOMPARE(lines("pe *\nsend 8 self+1\nrecv self-1\n"), QString());
  QCOMPARE(lines("pe 0\nrecv 1\nrecv 1\npe 1\nsend 8 0\n"), QString("line 4"));
  QCOMPARE(lines("pe 0\nrepeat 3\nrecv 1\nend\npe 1\nrepeat 3\nbsend 8 0\nend\n"), QString());
  QCOMPARE(lines("pe 0\nrepeat 3\nrecv 1\nend\npe 1\nrepeat 2\nsend 8 0\nend\n"),
           QString("line 4"));
  QCOMPARE(lines("pe 0\nrecv 1\nrecv 2\npe 1\nbcast 8\npe 2\nbcast 8\n"), QString());
  QCOMPARE(lines("pe 0\nrecv 0\nbcast 8\n"), QString("line 3"));
  QCOMPARE(lines("pe 0\nrecv *\nrecv 1\n"), QString());
  const Issues one = checkReceives(parseCommands("\xEF\xBB\xBF" + kHead + "pe 0\nrecv 1\n", 4));
  QCOMPARE(one.size(), std::size_t{1});
  QCOMPARE(one.front().text.english(),
           std::string("Element 0 receives a message from element 1, which sends it none."));
}

HOPSCOPE_TEST(CommandFileTest)

}  // namespace hopscope

#include "command_file_test.moc"
