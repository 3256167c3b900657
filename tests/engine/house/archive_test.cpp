// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include "tests/support/test_main.h"

namespace hopscope {

/// The engine as it was compiled, not as it was written.
class ArchiveTest : public QObject {
  Q_OBJECT

 private slots:
  void holdsNoQtSymbol();
};

void ArchiveTest::holdsNoQtSymbol() {
  QProcess nm;
  nm.start("nm", {"-C", QStringLiteral(HOPSCOPE_BINARY_DIR) + "/engine/libhopscope_engine.a"});
  QVERIFY2(nm.waitForFinished(60'000), qPrintable(nm.errorString()));
  const QString symbols = QString::fromUtf8(nm.readAllStandardOutput());
  QVERIFY(symbols.count("hopscope::") > 1000);
  // Names of classes (QObject::, QString), of the C functions and of the version tag of Qt.
  static const QRegularExpression qt(R"(\b(Q[A-Z][a-z]\w*|Qt6?|qt_\w+|qFatal|qVersion)\b)");
  QStringList found;
  for (const QString& line : symbols.split('\n'))
    if (qt.match(line).hasMatch()) found << line;
  QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
}

}  // namespace hopscope

using hopscope::ArchiveTest;
HOPSCOPE_TEST(ArchiveTest)
#include "archive_test.moc"
