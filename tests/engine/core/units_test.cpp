// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/units.h"

#include <QTest>
#include <clocale>

#include "tests/support/test_main.h"

namespace hopscope {

class UnitsTest : public QObject {
  Q_OBJECT

 private slots:
  void reads_data();
  void reads();
  void refuses_data();
  void refuses();
  void readsAlikeInEveryLocale();
  void becomesCycles_data();
  void becomesCycles();
  void warnsAboveOnePercent();
  void becomesFlits();
  void becomesPicoseconds();
  void refusesTheWrongDimension();
  void refusesTheEndless();
  void ratesAreFlitsPerCycle();
};

void UnitsTest::reads_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<double>("amount");
  QTest::addColumn<int>("dimension");
  const auto row = [](const char* text, double amount, Dimension dimension) {
    QTest::newRow(text) << QByteArray(text) << amount << static_cast<int>(dimension);
  };
  row("90 ns", 90e3, Dimension::time);
  row("1.5us", 1.5e6, Dimension::time);
  row("1.5 \u00b5s", 1.5e6, Dimension::time);  // micro sign
  row("1.5 \u03bcs", 1.5e6, Dimension::time);  // Greek mu
  row("2 ms", 2e9, Dimension::time);
  row("1 s", 1e12, Dimension::time);
  row("410 ps", 410, Dimension::time);
  row(".41 ns", 410, Dimension::time);
  row("90\u00a0ns", 90e3, Dimension::time);  // no-break space
  row("90\u202fns", 90e3, Dimension::time);  // narrow no-break space
  row("  90   ns  ", 90e3, Dimension::time);
  row("18 KB", 18'000, Dimension::size);
  row("18 kB", 18'000, Dimension::size);
  row("16 KiB", 16'384, Dimension::size);
  row("1 MiB", 1'048'576, Dimension::size);
  row("1500 B", 1500, Dimension::size);
  row("200 Gb/s", 200e9, Dimension::rate);
  row("25 GB/s", 200e9, Dimension::rate);
  row("7 cycles", 7, Dimension::cycles);
  row("1 flit", 1, Dimension::flits);
  row("12", 12, Dimension::number);
  row("1e3", 1000, Dimension::number);
}

void UnitsTest::reads() {
  QFETCH(QByteArray, text);
  QFETCH(double, amount);
  QFETCH(int, dimension);
  const auto quantity = parseQuantity(text.toStdString());
  QVERIFY(quantity.has_value());
  QVERIFY2(qFuzzyCompare(quantity->amount, amount), qPrintable(QString::number(quantity->amount)));
  QCOMPARE(static_cast<int>(quantity->dimension), dimension);
}

void UnitsTest::refuses_data() {
  QTest::addColumn<QByteArray>("text");
  for (const char* text :
       {"", " ", "ns", "90 nz", "90 NS", "-5 ns", "+5 ns", "inf", "nan", "nan ns", "0x10", "1e999",
        "5 ns 6", "1,5 us", "90 ns\xff", "\xc2", "5 kb"})
    QTest::newRow(text) << QByteArray(text);
}

void UnitsTest::refuses() {
  QFETCH(QByteArray, text);
  QVERIFY(!parseQuantity(text.toStdString()).has_value());
}

void UnitsTest::readsAlikeInEveryLocale() {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  // Where no locale with a decimal comma is installed this repeats the C locale.
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"}) {
    if (std::setlocale(LC_ALL, name) == nullptr) continue;
    const auto quantity = parseQuantity("1.5 us");
    std::setlocale(LC_ALL, before.c_str());
    QVERIFY(quantity.has_value());
    QCOMPARE(quantity->amount, 1.5e6);
  }
}

void UnitsTest::becomesCycles_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<double>("frequency");
  QTest::addColumn<qint64>("cycles");
  const auto row = [](const char* text, double frequency, qint64 cycles) {
    QTest::addRow("%s at %g GHz", text, frequency) << QByteArray(text) << frequency << cycles;
  };
  row("90 ns", 1, 90);
  row("90 ns", 0.5, 45);
  row("90 ns", 1.6, 144);
  row("1.5 us", 1, 1500);
  row("0 ns", 1, 0);
  row("90.5 ns", 1, 91);
  row("0.41 ns", 1, 1);
  row("10 ns", 0.1, 1);
  // 0.3 ns / 0.1 ns is a little more than 3 in binary; it must not become 4.
  row("0.3 ns", 10, 3);
  row("17 cycles", 3, 17);
}

void UnitsTest::becomesCycles() {
  QFETCH(QByteArray, text);
  QFETCH(double, frequency);
  QFETCH(qint64, cycles);
  Issues issues;
  QCOMPARE(toCycles(Value{text.toStdString()}, {frequency, 25}, "x", issues), cycles);
  QVERIFY(!hasErrors(issues));
}

void UnitsTest::warnsAboveOnePercent() {
  const Clock clock{1, 25};
  Issues issues;
  QCOMPARE(toCycles(Value{std::string("199.5 ns")}, clock, "a", issues), Cycle{200});
  QVERIFY(issues.empty());  // 0.25 %
  QCOMPARE(toCycles(Value{std::string("20.5 ns")}, clock, "switch.latency", issues), Cycle{21});
  QCOMPARE(issues.size(), std::size_t{1});  // 2.4 %
  QCOMPARE(issues[0].severity, Severity::warning);
  QCOMPARE(issues[0].path, std::string("switch.latency"));
  QVERIFY(issues[0].text.english().find("20.5 cycles") != std::string::npos);
  QVERIFY(issues[0].text.english().find("21") != std::string::npos);
}

void UnitsTest::becomesFlits() {
  Issues issues;
  const Clock clock{1, 25};
  // Benito 2020: 18 KB buffers of 25-byte phits are 720 flits.
  QCOMPARE(toFlits(Value{std::string("18 KB")}, clock, Rounding::down, "x", issues), 720);
  QCOMPARE(toFlits(Value{std::string("1010 B")}, clock, Rounding::down, "x", issues), 40);
  QCOMPARE(toFlits(Value{std::string("1010 B")}, clock, Rounding::up, "x", issues), 41);
  QCOMPARE(toFlits(Value{std::int64_t{32}}, clock, Rounding::down, "x", issues), 32);
  QCOMPARE(toFlits(Value{std::string("32 flits")}, clock, Rounding::down, "x", issues), 32);
  QVERIFY(!hasErrors(issues));
}

void UnitsTest::becomesPicoseconds() {
  Issues issues;
  QCOMPARE(toPicoseconds(Value{std::string("0.41 ns")}, {1, 25}, "x", issues), Picoseconds{410});
  QCOMPARE(toPicoseconds(Value{std::int64_t{3}}, {2, 25}, "x", issues), Picoseconds{1500});
  QVERIFY(issues.empty());
}

void UnitsTest::refusesTheWrongDimension() {
  const Clock clock;
  for (const Value& value : {Value{std::string("18 KB")}, Value{std::string("fast")}, Value{true},
                             Value{std::vector<std::int64_t>{1}}}) {
    Issues issues;
    QCOMPARE(toCycles(value, clock, "run.warmup", issues), Cycle{0});
    QVERIFY(hasErrors(issues));
    QCOMPARE(issues[0].path, std::string("run.warmup"));
  }
  Issues issues;
  toFlits(Value{std::string("90 ns")}, clock, Rounding::down, "x", issues);
  QVERIFY(hasErrors(issues));
}

void UnitsTest::refusesTheEndless() {
  Issues issues;
  toCycles(Value{std::string("1e300 s")}, {}, "x", issues);
  QVERIFY(hasErrors(issues));
  issues.clear();
  toPicoseconds(Value{std::string("1e300 s")}, {}, "x", issues);
  QVERIFY(hasErrors(issues));
}

void UnitsTest::ratesAreFlitsPerCycle() {
  const auto rate = parseQuantity("200 Gb/s");
  QVERIFY(rate.has_value());
  QCOMPARE(toFlitsPerCycle(*rate, {1, 25}).value_or(0), 1.0);
  QCOMPARE(toFlitsPerCycle(*rate, {2, 25}).value_or(0), 0.5);
  QVERIFY(!toFlitsPerCycle({5, Dimension::time}, {}).has_value());
}

}  // namespace hopscope

using hopscope::UnitsTest;
HOPSCOPE_TEST(UnitsTest)
#include "units_test.moc"
