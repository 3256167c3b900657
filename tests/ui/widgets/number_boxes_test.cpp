// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_boxes.h"

#include <QLineEdit>
#include <QTest>
#include <QToolTip>

#include "tests/support/test_main.h"

namespace hopscope {

namespace {

template <typename Box>
void type(Box& box, const QString& text) {
  auto* edit = box.template findChild<QLineEdit*>();
  edit->setFocus();
  edit->selectAll();
  QTest::keyClicks(edit, text);
}

}  // namespace

class NumberBoxesTest : public QObject {
  Q_OBJECT

 private slots:
  void bothDecimalSignsInAnyLocale_data() {
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<QString>("text");
    QTest::newRow("point") << QLocale(QLocale::English) << "0.1";
    QTest::newRow("comma") << QLocale(QLocale::English) << "0,1";
    QTest::newRow("German point") << QLocale(QLocale::German) << "0.1";
    QTest::newRow("German comma") << QLocale(QLocale::German) << "0,1";
  }

  void bothDecimalSignsInAnyLocale() {
    QFETCH(QLocale, locale);
    QFETCH(QString, text);
    RealBox box;
    box.setLocale(locale);
    box.setDecimals(3);
    box.setRange(0.001, 1);
    box.setValue(0.5);
    box.show();
    type(box, text);
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(box.value(), 0.1);
    QCOMPARE(box.text(), locale.toString(0.1, 'f', 3));
  }

  /// What is not allowed may be typed, is marked, and what becomes of it is said.
  void nothingVanishesUnsaid() {
    WholeBox box;
    box.setRange(1, 500);
    box.setValue(20);
    box.show();
    QVERIFY(QTest::qWaitForWindowExposed(&box));
    type(box, QStringLiteral("9000"));
    QCOMPARE(box.text(), QStringLiteral("9000"));
    QVERIFY(box.property("invalid").toBool());
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(box.value(), 500);
    QVERIFY(!box.property("invalid").toBool());
    QVERIFY2(QToolTip::text().contains(QStringLiteral("1 to 500")), qPrintable(QToolTip::text()));
    type(box, QStringLiteral("many"));
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(box.value(), 500);
    QCOMPARE(box.text(), QStringLiteral("500"));
  }

  void unitsAndThousandsAreRead() {
    WholeBox box;
    box.setLocale(QLocale(QLocale::German));
    box.setRange(1, 100'000);
    box.setSuffix(QStringLiteral(" px"));
    box.setGroupSeparatorShown(true);
    box.setValue(19'200);
    box.show();
    QCOMPARE(box.text(), QStringLiteral("19.200 px"));
    box.findChild<QLineEdit*>()->setText(QStringLiteral("20.500 px"));
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(box.value(), 20'500);
  }
};

HOPSCOPE_TEST(NumberBoxesTest)

}  // namespace hopscope

#include "number_boxes_test.moc"
