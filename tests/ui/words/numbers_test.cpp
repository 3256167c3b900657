// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/numbers.h"
#include "ui/words/engine_text.h"

#include <QDateTime>
#include <QLocale>
#include <QTest>
#include <cmath>

#include "tests/support/test_main.h"
#include "ui/words/energy_words.h"
#include "ui/words/engine_text.h"
#include "ui/words/file_numbers.h"
#include "ui/words/mnemonics.h"

namespace hopscope {

/// Numbers and times as they stand on the screen.
class NumbersTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
  void cleanup() { QLocale::setDefault(QLocale::C); }
  void numbersHaveGroupsAndTrueMinus();
  void whatIsNoNumberIsADash();
  void largeNumbersAreShort_data();
  void largeNumbersAreShort();
  void oneIsSingular();
  void timeLeftHasTheUnitThatFits();
  void energyHasThreeFigures();
  void filesKeepPlainNumbers();
  void daysAreNamed();
  void mnemonicsComeBack();
};

namespace {

/// With blanks for the no-break spaces, to be written down.
QString plain(QString text) {
  return text.replace(QChar(0x00a0), QLatin1Char(' '));
}

}  // namespace

void NumbersTest::numbersHaveGroupsAndTrueMinus() {
  QCOMPARE(wholeText(42'180), QStringLiteral("42,180"));
  QCOMPARE(realText(0.3, 3), QStringLiteral("0.300"));
  QCOMPARE(realText(-1.5, 1), QStringLiteral("−1.5"));
  QCOMPARE(signedText(0.02, 2), QStringLiteral("+0.02"));
  QCOMPARE(signedText(0, 0), QStringLiteral("0"));
  QCOMPARE(percentText(0.77), QStringLiteral("77\u00a0%"));
  QCOMPARE(loadText(0.3), QStringLiteral("0.30"));
  QCOMPARE(loadText(0.05), QStringLiteral("0.05"));
  QCOMPARE(loadText(0.003), QStringLiteral("0.003"));
  QCOMPARE(loadText(0), QStringLiteral("0.00"));
}

void NumbersTest::whatIsNoNumberIsADash() {
  const QString dash = QStringLiteral("–");
  const double none = std::nan("");
  QCOMPARE(realText(none, 2), dash);
  QCOMPARE(percentText(none), dash);
  QCOMPARE(compactText(none), dash);
  QCOMPARE(cyclesText(none), dash);
  QCOMPARE(energyText(none), dash);
  QCOMPARE(timeLeftText(none), QString());
}

void NumbersTest::largeNumbersAreShort_data() {
  QTest::addColumn<double>("value");
  QTest::addColumn<QString>("text");
  QTest::newRow("whole") << 340.0 << QStringLiteral("340");
  QTest::newRow("not yet thousands") << 9'994.0 << QStringLiteral("9,994");
  QTest::newRow("thousands") << 12'000.0 << QStringLiteral("12 k");
  QTest::newRow("not 1000 k") << 999'600.0 << QStringLiteral("1.0 M");
  QTest::newRow("millions") << 1.2e6 << QStringLiteral("1.2 M");
  QTest::newRow("thousand millions") << 34e9 << QStringLiteral("34 G");
}

void NumbersTest::largeNumbersAreShort() {
  QFETCH(double, value);
  QTEST(plain(compactText(value)), "text");
}

void NumbersTest::oneIsSingular() {
  QCOMPARE(plain(cyclesText(1)), QStringLiteral("1 cycle"));
  QCOMPARE(plain(cyclesText(146.6)), QStringLiteral("147 cycles"));
  QCOMPARE(plain(plural(1, "run", "runs")), QStringLiteral("1 run"));
  QCOMPARE(plain(plural(4, "run", "runs")), QStringLiteral("4 runs"));
  QCOMPARE(plain(speedText(12'000)), QStringLiteral("12,000 cycles/s"));
  QCOMPARE(speedText(0), QStringLiteral("flat out"));
}

void NumbersTest::timeLeftHasTheUnitThatFits() {
  QCOMPARE(plain(timeLeftText(0.2)), QStringLiteral("about 1 s left"));
  QCOMPARE(plain(timeLeftText(89)), QStringLiteral("about 89 s left"));
  QCOMPARE(plain(timeLeftText(120)), QStringLiteral("about 2 min left"));
  QCOMPARE(plain(timeLeftText(7'200)), QStringLiteral("about 2 h left"));
}

void NumbersTest::energyHasThreeFigures() {
  QCOMPARE(plain(energyText(812)), QStringLiteral("812 nJ"));
  QCOMPARE(plain(energyText(1.2e6)), QStringLiteral("1.20 mJ"));
  QCOMPARE(plain(energyText(0)), QStringLiteral("0.00 nJ"));
  QCOMPARE(plain(powerText(48.2)), QStringLiteral("48.2 W"));
  QCOMPARE(plain(powerText(1'300)), QStringLiteral("1.30 kW"));
}

void NumbersTest::filesKeepPlainNumbers() {
  QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
  QCOMPARE(realText(0.434, 3), QStringLiteral("0,434"));
  {
    const FileNumbers files;
    QCOMPARE(realText(0.434, 3), QStringLiteral("0.434"));
  }
  QCOMPARE(wholeText(14'208), QStringLiteral("14.208"));
}

void NumbersTest::daysAreNamed() {
  const QDateTime noon(QDate::currentDate(), QTime(12, 41));
  const auto stored = [](const QDateTime& when) { return when.toUTC().toString(Qt::ISODate); };
  QCOMPARE(whenText(stored(noon)), QStringLiteral("12:41"));
  QCOMPARE(whenText(stored(noon.addDays(-1))), QStringLiteral("yesterday"));
  QCOMPARE(whenText(QStringLiteral("2019-11-16T12:00:00Z")), QStringLiteral("16 Nov 2019"));
  QCOMPARE(whenText(QStringLiteral("no time")), QString());
  // What the engine says of times is said so, too.
  QCOMPARE(engineText(sentence("{} was written {}, then {}.", "a.hopscope", "2019-11-16T12:00:00Z",
                               stored(noon).toStdString())),
           QStringLiteral("a.hopscope was written 16 Nov 2019, then 12:41."));
}

void NumbersTest::mnemonicsComeBack() {
  QCOMPARE(withoutMnemonic(QStringLiteral("R&D")), QStringLiteral("R&&D"));
  QCOMPARE(spokenText(withoutMnemonic(QStringLiteral("R&D"))), QStringLiteral("R&D"));
}

}  // namespace hopscope

using hopscope::NumbersTest;
HOPSCOPE_TEST(NumbersTest)
#include "numbers_test.moc"
