// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/csv.h"

#include <QTest>
#include <limits>

#include "tests/support/test_main.h"

namespace hopscope {

class CsvTest : public QObject {
  Q_OBJECT

 private slots:
  void cells_data();
  void cells();
  void numbers();
};

void CsvTest::cells_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("cell");
  const auto row = [](const char* text, const char* cell) {
    QTest::newRow(cell) << QByteArray(text) << QByteArray(cell);
  };
  row("", "");
  row("plain words", "plain words");
  row("a,b", "\"a,b\"");
  row("say \"x\"", "\"say \"\"x\"\"\"");
  row("two\nlines", "\"two\nlines\"");
  row("=HYPERLINK(\"http://x\")", "\"'=HYPERLINK(\"\"http://x\"\")\"");
  row("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0");
  row("-2+3", "'-2+3");
  row("@SUM(A1)", "'@SUM(A1)");
  row("\t=1", "'\t=1");
  row("\r=1", "\"'\r=1\"");
  row("-0.5", "-0.5");
  row("+3", "+3");
  row("-1e-3", "-1e-3");
  row("-", "'-");
  row("+-1", "'+-1");
  row("-nan", "'-nan");
  row("a=b", "a=b");
  row("caf\xe9", "caf\xef\xbf\xbd");
  row("größer", "größer");
}

void CsvTest::cells() {
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, cell);
  QCOMPARE(QByteArray::fromStdString(csvCell(text.toStdString())), cell);
}

void CsvTest::numbers() {
  QCOMPARE(csvCell(-0.1), std::string("-0.1"));
  QCOMPARE(csvCell(std::numeric_limits<double>::quiet_NaN()), std::string());
  QCOMPARE(csvCell(std::numeric_limits<double>::infinity()), std::string());
}

}  // namespace hopscope

using hopscope::CsvTest;
HOPSCOPE_TEST(CsvTest)
#include "csv_test.moc"
