// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>

#include "tests/support/booksim.h"
#include "tests/support/test_main.h"

namespace hopscope {

/// The same numbers as BookSim2's, row by row.
class WormholeBooksimTest : public QObject {
  Q_OBJECT

 private slots:
  void agrees_data() {
    QTest::addColumn<QString>("table");
    QTest::addColumn<int>("row");
    for (const char* name : {"booksim_mesh", "booksim_routers"}) {
      const test::BooksimTable table = test::booksimTable(name);
      for (std::size_t i = 0; i < table.rows.size(); ++i)
        QTest::newRow((std::string(name) + ": " + table.rows[i].name).c_str())
            << QString::fromLatin1(name) << static_cast<int>(i);
    }
  }

  /// Within the tolerance, and beyond it had BookSim2 found anything else.
  void agrees() {
    QFETCH(QString, table);
    QFETCH(int, row);
    const test::BooksimRow wanted =
        test::booksimTable(table.toStdString()).rows[static_cast<std::size_t>(row)];
    QVERIFY2(wanted.latency || wanted.accepted, wanted.name.c_str());
    const Results results = test::runDesign(wanted.design);
    if (wanted.latency) {
      QVERIFY2(!wanted.latency->differs(results.latency.mean),
               qPrintable(QString("latency %1, BookSim2 %2")
                              .arg(results.latency.mean)
                              .arg(wanted.latency->value)));
      QVERIFY(wanted.latency->noticesShift(results.latency.mean));
    }
    if (wanted.accepted) {
      QVERIFY2(!wanted.accepted->differs(results.acceptedLoad),
               qPrintable(QString("accepted %1, BookSim2 %2")
                              .arg(results.acceptedLoad)
                              .arg(wanted.accepted->value)));
      QVERIFY(wanted.accepted->noticesShift(results.acceptedLoad));
    }
  }
};

HOPSCOPE_TEST(WormholeBooksimTest)

}  // namespace hopscope

#include "wormhole_booksim_test.moc"
