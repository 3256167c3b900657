// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/decimal.h"

#include <QTest>

#include "tests/support/test_main.h"

namespace hopscope {

class DecimalTest : public QObject {
  Q_OBJECT

 private slots:
  void readAndWritten_data();
  void readAndWritten();
  void refused_data();
  void refused();
  void oneScale();
};

void DecimalTest::readAndWritten_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("written");
  const auto row = [](const char* text, const char* written) {
    QTest::newRow(text) << QString(text) << QString(written);
  };
  row("0", "0");
  row("-0", "0");
  row("1234567890123", "1234567890123");
  row("9223372036854775807", "9223372036854775807");
  row("-9223372036854775808", "-9223372036854775808");
  row("0.05", "0.05");
  row("-0.050", "-0.05");
  row(".5", "0.5");
  row("5.", "5");
  row("+7", "7");
  row("100.0", "100");
  row("1e3", "1000");
  row("1.5E+3", "1500");
  row("25e-4", "0.0025");
  row("1.0000000000000000000000000000", "1");
}

void DecimalTest::readAndWritten() {
  QFETCH(QString, text);
  QFETCH(QString, written);
  const auto number = readDecimal(text.toStdString());
  QVERIFY(number);
  QCOMPARE(QString::fromStdString(toText(*number)), written);
}

void DecimalTest::refused_data() {
  QTest::addColumn<QString>("text");
  for (const char* text : {"", "-", ".", "1.2.3", "a", "1e", "1e+", "1e+-3", "nan", "inf", "0x10",
                           "1 ", " 1", "9223372036854775808", "1e999999999999", "--1"})
    QTest::newRow(text) << QString(text);
}

void DecimalTest::refused() {
  QFETCH(QString, text);
  QVERIFY(!readDecimal(text.toStdString()));
}

void DecimalTest::oneScale() {
  const auto triple = commonScale({Decimal{5, -2}, Decimal{95, -2}, Decimal{1, 0}});
  QVERIFY(triple);
  QCOMPARE(triple->exponent, -2);
  QVERIFY((triple->digits == std::array<std::int64_t, 3>{5, 95, 100}));
  // A zero has any scale.
  const auto zero = commonScale({Decimal{0, 0}, Decimal{3, 6}, Decimal{1, 6}});
  QVERIFY(zero && zero->exponent == 6);
  QVERIFY(!commonScale({Decimal{1, 18}, Decimal{1, -2}, Decimal{1, 0}}));
}

}  // namespace hopscope

using hopscope::DecimalTest;
HOPSCOPE_TEST(DecimalTest)
#include "decimal_test.moc"
