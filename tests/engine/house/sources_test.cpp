// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTest>

#include "tests/engine/house/source_tree.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::SourceFile;
using test::sourceFiles;

/// What every source file has in common.
class SourcesTest : public QObject {
  Q_OBJECT

 private slots:
  void beginWithTheirLicence();
  void headersAreGuardedOnce();
  void namesAreSnakeCase();
  void filesAreSmall();
};

void SourcesTest::beginWithTheirLicence() {
  QVERIFY(sourceFiles().size() > 100);
  for (const SourceFile& file : sourceFiles())
    QVERIFY2(file.lines[0] == "// SPDX-License-Identifier: GPL-3.0-or-later",
             qPrintable(file.path));
}

void SourcesTest::headersAreGuardedOnce() {
  for (const SourceFile& file : sourceFiles())
    if (file.isHeader()) QVERIFY2(file.lines.count("#pragma once") == 1, qPrintable(file.path));
}

void SourcesTest::namesAreSnakeCase() {
  static const QRegularExpression snake(R"(^[a-z0-9_/]+\.(h|cpp)$)");
  for (const SourceFile& file : sourceFiles())
    QVERIFY2(snake.match(file.path).hasMatch(), qPrintable(file.path));
}

/// One idea a file: 600 lines are the most.
void SourcesTest::filesAreSmall() {
  for (const SourceFile& file : sourceFiles())
    QVERIFY2(file.lines.size() <= 601, qPrintable(file.path));
}

}  // namespace hopscope

using hopscope::SourcesTest;
HOPSCOPE_TEST(SourcesTest)
#include "sources_test.moc"
