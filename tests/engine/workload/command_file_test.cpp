// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <random>

#include "engine/workload/command_file.h"
#include "tests/support/test_main.h"

namespace hopscope {
namespace {

const std::string kHead = std::string(kCommandsHeader) + "\n";

}  // namespace

/// Files of commands: what they say, and what is said of those that are wrong.
class CommandFileTest : public QObject {
  Q_OBJECT

 private slots:
  void everyCommandIsRead();
  void elementsAndRepetitions();
  void wrongFilesAreRefused_data();
  void wrongFilesAreRefused();
  void anyTextIsSurvived();
};

void CommandFileTest::everyCommandIsRead() {
  const CommandFile file = parseCommands(
      kHead +
          "pe 1\nsend 64 3   # to the last\nbsend 8 self-2\nrecv *\nrecv 0\nbcast 16\n"
          "wait 90 ns\nwait 5\nbarrier\nphase 7\nflush\npredict self+1\npreload 2 slots.txt\n",
      4);
  QVERIFY(file.issues.empty());
  QVERIFY(file.elements[0].empty());
  const std::vector<Command>& own = file.elements[1];
  QCOMPARE(own.size(), std::size_t{12});
  QCOMPARE(own[0], (Command{CommandKind::send, 3, 64, 0, 0, 3, kNone}));
  QCOMPARE(own[1], (Command{CommandKind::blockingSend, 3, 8, 0, 0, 4, kNone}));
  QCOMPARE(own[2].peer, kNone);
  QCOMPARE(own[3].peer, 0u);
  QCOMPARE(own[5].picoseconds, 90e3);
  QCOMPARE(own[5].cycles, 0.0);
  QCOMPARE(own[6].cycles, 5.0);
  QCOMPARE(own[8].bytes, std::uint64_t{7});
  QCOMPARE(own[10].peer, 2u);
  QCOMPARE(file.texts.at(own[11].text), std::string("slots.txt"));
}

void CommandFileTest::elementsAndRepetitions() {
  const CommandFile file = parseCommands(
      kHead + "pe *\nrepeat 3\nsend 1 self+1\nrepeat 2\nwait 1\nend\nend\npe 0,2-3\nbarrier\n", 4);
  QVERIFY(file.issues.empty());
  QCOMPARE(file.elements[0].size(), std::size_t{10});
  QCOMPARE(file.elements[1].size(), std::size_t{9});
  QCOMPARE(file.elements[3][0].peer, 0u);
  QCOMPARE(file.elements[3].back().kind, CommandKind::barrier);
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
  row("a rate for a time", kHead + "pe *\nwait 5 Gb/s\n", "line 3");
}

void CommandFileTest::wrongFilesAreRefused() {
  QFETCH(QString, text);
  QFETCH(QString, place);
  const CommandFile file = parseCommands(text.toStdString(), 4);
  QVERIFY(!file.issues.empty());
  QCOMPARE(QString::fromStdString(file.issues[0].path), place);
  QVERIFY(!file.issues[0].remedy.empty());
}

/// Texts of parts of what may stand there, and of any bytes.
void CommandFileTest::anyTextIsSurvived() {
  std::mt19937 random(7);
  const std::vector<std::string> parts{
      "pe",    "*",     "send",   "1",           "self+1", "self-",   "repeat",
      "end",   "\n",    "\n",     "wait",        "ns",     "recv",    "#",
      "bsend", "4-7",   "0,1",    "99999999999", "-",      "barrier", std::string(1, '\0'),
      "\xff",  "phase", "preload"};
  for (int i = 0; i < 20'000; ++i) {
    std::string text = random() % 8 == 0 ? "" : kHead;
    for (auto left = random() % 40; left > 0; --left)
      text += parts[random() % parts.size()] + (random() % 3 == 0 ? "" : " ");
    const CommandFile file = parseCommands(text, static_cast<std::uint32_t>(1 + random() % 9));
    QVERIFY(file.issues.size() <= 21);
  }
}

HOPSCOPE_TEST(CommandFileTest)

}  // namespace hopscope

#include "command_file_test.moc"
