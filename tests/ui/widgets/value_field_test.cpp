// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/value_field.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
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

}  // namespace hopscope

#include "value_field_test.moc"
