// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/value_field.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "ui/widgets/elided_combo.h"

namespace hopscope {

namespace {

Parameter cycles() {
  Parameter parameter;
  parameter.name = "switch.latency";
  parameter.label = "Pipeline latency";
  parameter.type = ParameterType::cycles;
  parameter.minimum = 1;
  parameter.maximum = 1000;
  parameter.unit = "cycles";
  return parameter;
}

void type(ValueField& field, const QString& text) {
  auto* edit = field.findChild<QLineEdit*>();
  edit->setFocus();
  edit->selectAll();
  QTest::keyClicks(edit, text);
}

}  // namespace

class ValueFieldTest : public QObject {
  Q_OBJECT

 private slots:
  void showsNumberAndUnit();
  void bareNumberMeansTheShownUnit();
  void ownUnitWins();
  void errorsInWordsAsTyped();
  void commitsOnlyChangesAndOnlyAllowedOnes();
  void escapeBringsTheOldValueBack();
  void variousValues();
  void choices();
  void aChoiceThatIsCutSaysSo();
  void aKeywordStandsForTheNumber();
  void longNumbersHaveGroups_data();
  void longNumbersHaveGroups();
  void textsOfManyLinesAreShownByTheirSize();
};

void ValueFieldTest::showsNumberAndUnit() {
  ValueField field(cycles());
  field.setValue(std::string("25 ns"));
  QCOMPARE(field.findChild<QLineEdit*>()->text(), QStringLiteral("25"));
  QCOMPARE(field.findChild<QLabel*>()->text(), QStringLiteral("ns"));
  field.setValue(std::int64_t{5});
  QCOMPARE(field.findChild<QLineEdit*>()->text(), QStringLiteral("5"));
  QCOMPARE(field.findChild<QLabel*>()->text(), QStringLiteral("cycles"));
}

void ValueFieldTest::bareNumberMeansTheShownUnit() {
  ValueField field(cycles());
  field.show();
  field.setValue(std::string("25 ns"));
  type(field, QStringLiteral("30"));
  QVERIFY(field.value() == Value(std::string("30 ns")));
  field.setValue(std::int64_t{5});
  type(field, QStringLiteral("30"));
  QVERIFY(field.value() == Value(std::int64_t{30}));
}

void ValueFieldTest::ownUnitWins() {
  ValueField field(cycles());
  field.show();
  field.setValue(std::int64_t{5});
  type(field, QStringLiteral("90 ns"));
  QVERIFY(field.value() == Value(std::string("90 ns")));
  field.setValue(std::string("25 ns"));
  type(field, QStringLiteral("7 cycles"));
  QVERIFY(field.value() == Value(std::int64_t{7}));
}

void ValueFieldTest::errorsInWordsAsTyped() {
  ValueField field(cycles());
  field.show();
  field.setValue(std::int64_t{5});
  QSignalSpy typed(&field, &ValueField::typed);
  type(field, QStringLiteral("9000"));
  QCOMPARE(typed.count(), 4);
  QVERIFY(!field.value());
  QVERIFY2(field.error().startsWith(QStringLiteral("Pipeline latency cannot be 9000.")),
           qPrintable(field.error()));
  QVERIFY(field.error().contains(QStringLiteral("1 to 1000 cycles")));
  QVERIFY(field.findChild<QLineEdit*>()->property("invalid").toBool());
  type(field, QStringLiteral("90"));
  QVERIFY(field.error().isEmpty());
  QVERIFY(!field.findChild<QLineEdit*>()->property("invalid").toBool());
}

void ValueFieldTest::commitsOnlyChangesAndOnlyAllowedOnes() {
  ValueField field(cycles());
  field.show();
  field.setValue(std::int64_t{5});
  QSignalSpy committed(&field, &ValueField::committed);
  auto* edit = field.findChild<QLineEdit*>();
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(committed.count(), 0);
  type(field, QStringLiteral("0"));
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(committed.count(), 0);
  type(field, QStringLiteral("6"));
  QCOMPARE(committed.count(), 0);
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(committed.count(), 1);
}

void ValueFieldTest::escapeBringsTheOldValueBack() {
  ValueField field(cycles());
  field.show();
  field.setValue(std::int64_t{5});
  type(field, QStringLiteral("xyz"));
  QTest::keyClick(field.findChild<QLineEdit*>(), Qt::Key_Escape);
  QCOMPARE(field.findChild<QLineEdit*>()->text(), QStringLiteral("5"));
  QVERIFY(field.error().isEmpty());
}

void ValueFieldTest::variousValues() {
  ValueField field(cycles());
  field.show();
  field.setVarious();
  auto* edit = field.findChild<QLineEdit*>();
  QCOMPARE(edit->text(), QString());
  QCOMPARE(edit->placeholderText(), QStringLiteral("various"));
  QSignalSpy committed(&field, &ValueField::committed);
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(committed.count(), 0);
  type(field, QStringLiteral("8"));
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(committed.count(), 1);
}

void ValueFieldTest::choices() {
  Parameter parameter;
  parameter.name = "forwarding.lookup";
  parameter.label = "Lookup";
  parameter.type = ParameterType::choice;
  parameter.choices = {{"algorithm", "Computed"}, {"cache", "Cache per input port"}};
  ValueField field(parameter);
  field.show();
  field.setValue(std::string("algorithm"));
  auto* combo = field.findChild<QComboBox*>();
  QCOMPARE(combo->currentText(), QStringLiteral("Computed"));
  QSignalSpy committed(&field, &ValueField::committed);
  combo->setFocus();
  QTest::keyClick(combo, Qt::Key_Down);
  QCOMPARE(committed.count(), 1);
  QVERIFY(field.value() == Value(std::string("cache")));
}

HOPSCOPE_TEST(ValueFieldTest)

void ValueFieldTest::aChoiceThatIsCutSaysSo() {
  Parameter parameter;
  parameter.name = "switch.ejection";
  parameter.type = ParameterType::choice;
  parameter.choices = {{"queue", "Through an output queue, as all other packets"},
                       {"none", "At once"}};
  ValueField field(parameter);
  field.setValue(std::string("queue"));
  auto* combo = field.findChild<ElidedCombo*>();
  QVERIFY(combo != nullptr);
  combo->resize(600, 24);
  QCOMPARE(combo->shownText(), combo->currentText());
  combo->resize(140, 24);
  QVERIFY(combo->shownText().startsWith(QStringLiteral("Through")));
  QVERIFY(combo->shownText().endsWith(QChar(0x2026)));
  QVERIFY(!combo->grab().isNull());
  field.setValue(std::string("none"));
  QCOMPARE(combo->shownText(), combo->currentText());
}

void ValueFieldTest::aKeywordStandsForTheNumber() {
  Parameter parameter = cycles();
  parameter.fallback = std::int64_t{20};
  parameter.keywords = {{"mser5", "Found by MSER-5"}};
  ValueField field(parameter);
  field.show();
  field.setValue(std::int64_t{5});
  auto* automatic = field.findChild<QToolButton*>();
  QVERIFY(automatic != nullptr && !automatic->isChecked());
  QSignalSpy committed(&field, &ValueField::committed);
  QTest::mouseClick(automatic, Qt::LeftButton);
  QCOMPARE(committed.count(), 1);
  QVERIFY(field.value() == Value(std::string("mser5")));
  QVERIFY(automatic->isChecked());
  QVERIFY(field.findChild<QLabel*>()->isHidden());  // no unit
  type(field, QStringLiteral("30"));
  QVERIFY(field.value() == Value(std::int64_t{30}));
  QVERIFY(!automatic->isChecked());
  type(field, QStringLiteral("mser5"));
  QVERIFY(field.value() == Value(std::string("mser5")));
  QTest::mouseClick(automatic, Qt::LeftButton);
  QVERIFY(field.value() == Value(std::int64_t{20}));
}

void ValueFieldTest::longNumbersHaveGroups_data() {
  QTest::addColumn<QLocale>("locale");
  QTest::addColumn<QString>("shown");
  QTest::addColumn<QString>("typed");
  QTest::addColumn<int>("means");
  const QLocale english(QLocale::English, QLocale::UnitedStates),
      german(QLocale::German, QLocale::Germany);
  const QString inEnglish = QStringLiteral("10,000,000,000"),
                inGerman = QStringLiteral("10.000.000.000");
  QTest::newRow("plain") << english << inEnglish << QStringLiteral("1500000") << 1'500'000;
  QTest::newRow("groups") << english << inEnglish << QStringLiteral("1,500,000") << 1'500'000;
  QTest::newRow("one group") << english << inEnglish << QStringLiteral("1,500") << 1500;
  QTest::newRow("German") << german << inGerman << QStringLiteral("1.500.000") << 1'500'000;
  QTest::newRow("German, one group") << german << inGerman << QStringLiteral("1.500") << 1500;
}

void ValueFieldTest::longNumbersHaveGroups() {
  QFETCH(QLocale, locale);
  QFETCH(QString, shown);
  QFETCH(QString, typed);
  QFETCH(int, means);
  const QLocale before;
  QLocale::setDefault(locale);
  const auto restored = qScopeGuard([&before] { QLocale::setDefault(before); });
  Parameter parameter = cycles();
  parameter.maximum = 1e10;
  ValueField field(parameter);
  field.show();
  field.setValue(std::int64_t{10'000'000'000});
  auto* edit = field.findChild<QLineEdit*>();
  QCOMPARE(edit->text(), shown);
  type(field, typed);
  QVERIFY2(field.error().isEmpty(), qPrintable(field.error()));
  QVERIFY(field.value() == Value(std::int64_t{means}));
  // A digit less is a number still.
  field.setValue(std::int64_t{10'000'000'000});
  edit->setCursorPosition(static_cast<int>(edit->text().size()));
  QTest::keyClick(edit, Qt::Key_Backspace);
  QVERIFY(field.value() == Value(std::int64_t{1'000'000'000}));
  // No group is what stands behind a point.
  type(field, QStringLiteral("1.5 us"));
  QVERIFY(field.value() == Value(std::string("1.5 us")));
}

void ValueFieldTest::textsOfManyLinesAreShownByTheirSize() {
  Parameter parameter;
  parameter.name = "applications.0.text";
  parameter.type = ParameterType::text;
  ValueField field(parameter);
  const Value trace = QString(2047, QLatin1Char('x')).toStdString() + "\n";
  field.setValue(trace);
  const auto* edit = field.findChild<QLineEdit*>();
  QCOMPARE(edit->text(), QStringLiteral("1\u00a0line, 2.0\u00a0KiB"));
  QVERIFY(edit->isReadOnly());
  QSignalSpy committed(&field, &ValueField::committed);
  type(field, QStringLiteral("y"));
  field.settle();
  QCOMPARE(committed.count(), 0);
  QVERIFY(field.value() == trace);
  field.setValue(std::string("0 1 2"));
  QCOMPARE(edit->text(), QStringLiteral("0 1 2"));
  QVERIFY(!edit->isReadOnly());
}

}  // namespace hopscope

#include "value_field_test.moc"
