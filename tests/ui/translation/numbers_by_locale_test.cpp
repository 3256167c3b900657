// SPDX-License-Identifier: GPL-3.0-or-later
// On the screen numbers are the user's; in files they are everybody's.
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpression>
#include <QTest>

#include "engine/design/design_json.h"
#include "engine/study/results_csv.h"
#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/inspectors/run_summary.h"
#include "ui/shell/preferences.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/widgets/value_field.h"

using namespace hopscope;
using namespace hopscope::test;

class NumbersByLocaleTest : public QObject {
  Q_OBJECT

 private slots:
  void cleanup() {
    Preferences().setNumbers({});
    QLocale::setDefault(QLocale::C);
  }

  void fieldsShowAndReadTheLocalesDecimalSign() {
    const Sandbox sandbox;
    chooseGermanNumbers();
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    auto* field = window->findChild<ValueField*>(QStringLiteral("traffic.load"));
    QVERIFY(field != nullptr);
    auto* edit = field->findChild<QLineEdit*>();
    QCOMPARE(edit->text(), QStringLiteral("0,14"));
    const auto type = [&](const QString& text) {
      edit->selectAll();
      QTest::keyClicks(edit, text);
      QTest::keyClick(edit, Qt::Key_Return);
      return window->session().document().design().settings.at("traffic.load");
    };
    QVERIFY(type(QStringLiteral("0,25")) == Value(0.25));
    QVERIFY(type(QStringLiteral("0.125")) == Value(0.125));  // as it stands in files
    QCOMPARE(edit->text(), QStringLiteral("0,125"));
    const std::string document = writeDesign(window->session().document().design());
    QVERIFY(document.find("0.125") != std::string::npos);
    QVERIFY(document.find("0,125") == std::string::npos);
  }

  void figuresFollowTheLocaleAndFilesDoNot() {
    const Sandbox sandbox;
    chooseGermanNumbers();
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    window->runMode().setSpeed(0);
    QTest::keyClick(window.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->session().runs().size(), std::size_t{1}, 30'000);
    const Results results = wholeRun(*window).results;
    QTRY_COMPARE(window->findChild<QLabel*>(QStringLiteral("cycleNow"))->text(),
                 QLocale(QLocale::German).toString(results.cycles));
    // No figure has a decimal point: "0,121" and "10.000", never "0.121".
    static const QRegularExpression kPoint(QStringLiteral("\\d\\.\\d(?!\\d\\d)"));
    int seen = 0;
    for (const Figure& figure : resultFigures(results)) {
      if (figure.name == QObject::tr("Engine")) continue;
      ++seen;
      QVERIFY2(
          !kPoint.match(figure.value).hasMatch() && !figure.value.startsWith(QStringLiteral("0.")),
          qPrintable(figure.name + QStringLiteral(": ") + figure.value));
    }
    QVERIFY(seen > 8);
    const QString text = QString::fromStdString(windowsCsv(results));
    static const QRegularExpression kFraction(QStringLiteral("\\b0\\.\\d+"));
    QVERIFY(kFraction.match(text).hasMatch());
    // Each line has as many fields as the head: no comma stands within a number.
    const QStringList lines = text.trimmed().split(QLatin1Char('\n'));
    for (const QString& line : lines)
      if (!line.startsWith(QLatin1Char('#')))
        QCOMPARE(line.count(QLatin1Char(',')), lines.back().count(QLatin1Char(',')));
  }
};

HOPSCOPE_TEST(NumbersByLocaleTest)
#include "numbers_by_locale_test.moc"
