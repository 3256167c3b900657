// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/explore/explore.h"
#include "tests/support/test_main.h"

namespace hopscope {

class ExploreReaderTest : public QObject {
  Q_OBJECT

 private slots:
  void defaults();
  void prices();
  void badInput_data();
  void badInput();
};

void ExploreReaderTest::defaults() {
  const ParsedExplore parsed =
      parseExplore(R"({"schema": "hopscope.explore/1", "terminals": 1000, "radix": 32})");
  QVERIFY(parsed.issues.empty());
  QCOMPARE(parsed.request.size.least, 1000u);
  QCOMPARE(parsed.request.size.most, 1200u);
  QCOMPARE(parsed.request.size.radix, 32u);
  QCOMPARE(parsed.request.families.size(), generators().entries().size());
}

/// Of a list, but for those that are given.
void ExploreReaderTest::prices() {
  const ParsedExplore parsed = parseExplore(
      R"({"schema": "hopscope.explore/1", "prices": {"list": "kim2008", "optical_fixed": 5}})");
  QVERIFY(parsed.issues.empty());
  QCOMPARE(parsed.request.settings.prices.opticalFixed, 5.0);
  QCOMPARE(parsed.request.settings.prices.opticalPerM, 0.364);
}

void ExploreReaderTest::badInput_data() {
  QTest::addColumn<QString>("rest");
  QTest::addColumn<QString>("path");
  const auto row = [](const char* rest, const char* path) {
    QTest::newRow(rest) << QString::fromUtf8(rest) << QString::fromUtf8(path);
  };
  row(R"("radiks": 3)", "radiks");
  row(R"("radix": 1)", "radix");
  row(R"("terminals": {"least": 100, "most": 10})", "terminals.most");
  row(R"("terminals": "many")", "terminals");
  row(R"("terminals": [900, 1100], "name": "a list")", "terminals");
  row(R"("families": ["meshh"])", "families[0]");
  row(R"("families": ["mesh", "mesh"])", "families[1]");
  row(R"("families": [])", "families");
  row(R"("prices": {"list": "mine"})", "prices.list");
  row(R"("floor": {"rack_width": 0})", "floor.rack_width");
  row(R"("router_ports": [36, 36])", "router_ports");
}

void ExploreReaderTest::badInput() {
  QFETCH(QString, rest);
  QFETCH(QString, path);
  const ParsedExplore parsed =
      parseExplore("{\"schema\": \"hopscope.explore/1\", " + rest.toStdString() + "}");
  QCOMPARE(parsed.issues.size(), 1u);
  QCOMPARE(QString::fromStdString(parsed.issues.front().path), path);
  QVERIFY(!parsed.issues.front().text.empty());
  // Nobody is told to write what stands there already.
  QVERIFY(!QString::fromStdString(parsed.issues.front().remedy.english())
               .contains("Did you mean \"" + path + "\""));
  QVERIFY(hasErrors(parseExplore("{}").issues));
  QVERIFY(hasErrors(parseExplore("[").issues));
}

}  // namespace hopscope

using hopscope::ExploreReaderTest;
HOPSCOPE_TEST(ExploreReaderTest)
#include "explore_reader_test.moc"
