// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>

#include "tests/engine/house/source_tree.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::textOf;

/// The guides name files that exist.
class ContributingTest : public QObject {
  Q_OBJECT

 private slots:
  void answersTheQuestions();
  void namedFilesExist_data();
  void namedFilesExist();
};

void ContributingTest::answersTheQuestions() {
  const QString guide = textOf("CONTRIBUTING.md");
  for (const char* question :
       {"routing algorithm", "topology", "cache policy", "statistic", "model", "figure"})
    QVERIFY2(guide.contains(QString("## How do I add a ") + question + "?"), question);
}

void ContributingTest::namedFilesExist_data() {
  QTest::addColumn<QString>("guide");
  QTest::newRow("contributing") << QString("CONTRIBUTING.md");
  QTest::newRow("readme") << QString("README.md");
}

void ContributingTest::namedFilesExist() {
  QFETCH(QString, guide);
  static const QRegularExpression named(
      R"([`(]((?:app|engine|packaging|projects|resources|tests|ui)/[\w./-]+)[`)])");
  auto matches = named.globalMatch(textOf(guide));
  int seen = 0;
  while (matches.hasNext()) {
    const QString path = matches.next().captured(1);
    QVERIFY2(QFileInfo::exists(QStringLiteral(HOPSCOPE_SOURCE_DIR) + '/' + path), qPrintable(path));
    ++seen;
  }
  QVERIFY(seen > 3);
}

}  // namespace hopscope

using hopscope::ContributingTest;
HOPSCOPE_TEST(ContributingTest)
#include "contributing_test.moc"
