// SPDX-License-Identifier: GPL-3.0-or-later
// What a run says of terminals that starve.
#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/command_line.h"
#include "tests/support/test_main.h"

using namespace hopscope::test;

/// Behind a slow link of their own router: beside the words about saturation, and with who it is.
class StarvedTest : public QObject {
  Q_OBJECT

 private slots:
  void behindTheirOwnLink() {
    const QTemporaryDir folder;
    const CommandResult run = runCommand(folder.path(), {"run", "-", "--out", "r.json"},
                                         R"({"schema": "hopscope.design/1",
      "topology": {"kind": "ring", "routers": 24},
      "overrides": [{"channels": [27], "bandwidth": 0.1}],
      "traffic": {"pattern": "neighbour", "load": 0.9, "packet_flits": 4},
      "run": {"warmup": 2000, "measure": 4000}})");
    QVERIFY2(run.err.contains("Saturated: "), run.err);
    QVERIFY2(run.err.contains("\nTerminals of router 3 starve: they got in 0."), run.err);
    QVERIFY2(run.err.contains("mean is 0.8") && run.err.contains(" is full of what terminals of "
                                                                 "router 3 send themselves."),
             run.err);
    // Once, whoever offers it.
    QCOMPARE(run.err.count("traffic.load="), 1);
  }
};

HOPSCOPE_TEST(StarvedTest)
#include "starved_test.moc"
