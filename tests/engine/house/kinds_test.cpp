// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTest>

#include "tests/engine/house/source_tree.h"
#include "tests/support/test_main.h"

namespace hopscope {

using test::SourceFile;
using test::sourceFiles;

namespace {

/// Where a text compares a kind with words: `topology.kind == "mesh"`, either way round, in Qt's
/// wrappings, over the end of a line. -1: nowhere.
qsizetype comparedKind(const QString& text) {
  static const QRegularExpression comparison(
      R"re(\w*[kK]ind_?(?:\([^()]*\))?\s*[!=]=\s*(?:[\w:]+\s*\(\s*)?u?"|"\)?\s*[!=]=\s*[\w.>*()-]*[kK]ind_?\b)re");
  return comparison.match(text).capturedStart();
}

/// What a family is, it says itself; elsewhere nobody knows one by its name. Formats have words of
/// their own for what is in a file.
bool mayCompare(const QString& path) {
  return path.startsWith("engine/topology/") || path.startsWith("tests/");
}

}  // namespace

/// Nothing depends on the name of a kind: entries of registries and enums say what it means.
class KindsTest : public QObject {
  Q_OBJECT

 private slots:
  void nobodyComparesKindsWithWords();
  void comparisonsAreFound();
};

void KindsTest::nobodyComparesKindsWithWords() {
  for (const SourceFile& file : sourceFiles()) {
    if (mayCompare(file.path)) continue;
    const QString text = file.lines.join('\n');
    const qsizetype at = comparedKind(text);
    QVERIFY2(at < 0,
             qPrintable(QStringLiteral("%1:%2").arg(file.path).arg(text.left(at).count('\n') + 1)));
  }
}

void KindsTest::comparisonsAreFound() {
  for (const char* text :
       {R"(if (topology.kind == "mesh"))", R"(return topology->kind != "torus";)",
        R"(kind() == "x")", R"(kind_=="x")", R"(networkKind(design) != "ring")",
        R"(kind == QLatin1String("x"))", R"(kind != QStringLiteral("x"))",
        R"(kind == std::string("x"))", "kind ==\n    \"x\"", R"("mesh" == topology.kind)",
        R"(QLatin1String("mesh") == topology->kind)"})
    QVERIFY2(comparedKind(text) >= 0, text);
  for (const char* text :
       {R"(kind == kDrawnKind)", R"(before->kind != now.kind || name == "x")",
        R"(kind == LinkKind::local ? "a" : "b")", R"(find(kind); name == "x")", R"(kind = "mesh")"})
    QVERIFY2(comparedKind(text) < 0, text);
}

}  // namespace hopscope

using hopscope::KindsTest;
HOPSCOPE_TEST(KindsTest)
#include "kinds_test.moc"
