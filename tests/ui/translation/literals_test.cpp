// SPDX-License-Identifier: GPL-3.0-or-later
// Words of the interface stand in tr(): reads the sources of ui/ for those that don't.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/translation/sentence_patterns.h"
#include "ui/words/numbers.h"

namespace {

/// Literals that look like words and are none of the interface.
const QStringList kNoWords{
    QStringLiteral("^body \\{"),                // style sheets of reports
    QStringLiteral("^WebP$"),                   // a format
    QStringLiteral("^SettingChanged$|^Read$"),  // of the desktop's settings portal
    QStringLiteral("^Fusion$"),                 // a style of Qt
    QStringLiteral("^d MMM"),                   // a date's pattern
    QStringLiteral("^Shift\\+"),                // keys
    QStringLiteral("^Hopscope$"),               // the program's name
    QStringLiteral("^hopscope-cli "),           // a command line
    QStringLiteral("^DejaVu Sans"),             // a font
};

struct Source {
  QString path, text;
};

QList<Source> sources() {
  const QString root = QStringLiteral(HOPSCOPE_SOURCE_DIR);
  QList<Source> all;
  QDirIterator each(root + QStringLiteral("/ui"), {QStringLiteral("*.cpp"), QStringLiteral("*.h")},
                    QDir::Files, QDirIterator::Subdirectories);
  static const QRegularExpression kComment(QStringLiteral("//[^\n]*"));
  while (each.hasNext()) {
    QFile file(each.next());
    if (!file.open(QIODevice::ReadOnly)) qFatal("a source can't be read");
    QString text = QString::fromUtf8(file.readAll());
    text.remove(kComment);
    all << Source{file.fileName().mid(root.size() + 1), text};
  }
  return all;
}

QString joined(const QString& literals) {
  static const QRegularExpression kOne(QStringLiteral("\"((?:[^\"\\\\]|\\\\.)*)\""));
  QString text;
  for (auto each = kOne.globalMatch(literals); each.hasNext();) text += each.next().captured(1);
  return text;
}

bool isWords(QString text) {
  for (const QString& pattern : kNoWords)
    if (QRegularExpression(pattern).match(text).hasMatch()) return false;
  static const QRegularExpression kNoise(QStringLiteral("%\\d+|<[^>]*>|\\\\."));
  static const QRegularExpression kTwoWords(QStringLiteral("[A-Za-z]{2,} +[A-Za-z]{2,}"));
  static const QRegularExpression kCapital(QStringLiteral("^[A-Z][a-z]{2,}"));
  text.remove(kNoise);
  return kTwoWords.match(text).hasMatch() || kCapital.match(text.trimmed()).hasMatch();
}

/// Literals that become text without tr().
QStringList unmarked(const QString& text) {
  static const QString kLiterals = QStringLiteral("\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*)+)");
  static const QRegularExpression kStrings(
      QStringLiteral("(?:QStringLiteral|QLatin1String|QString|fromUtf8|fromLatin1)\\(") +
      kLiterals);
  static const QRegularExpression kSetters(
      QStringLiteral("(?:setText|setTitle|setWindowTitle|setToolTip|setPlaceholderText|addAction|"
                     "addMenu|addItem|addTab|setAccessibleName|setAccessibleDescription|"
                     "setLabelText|setStatusTip)\\(") +
      kLiterals);
  QStringList found;
  for (const QRegularExpression* pattern : {&kStrings, &kSetters})
    for (auto each = pattern->globalMatch(text); each.hasNext();) {
      const QString words = joined(each.next().captured(1));
      if (isWords(words)) found << words;
    }
  return found;
}

}  // namespace

class LiteralsTest : public QObject {
  Q_OBJECT

 private slots:
  void theCheckSeesWhatItShould() {
    QCOMPARE(unmarked(QStringLiteral("x(QStringLiteral(\"no data\"))")).size(), 1);
    QCOMPARE(unmarked(QStringLiteral("label->setText(\"Latency\")")).size(), 1);
    QCOMPARE(unmarked(QStringLiteral("QLatin1String(\"about %1 \"\n \"left\")")).size(), 1);
    QVERIFY(unmarked(QStringLiteral("tr(\"no data\"); QStringLiteral(\"no-data\")")).isEmpty());
    QVERIFY(unmarked(QStringLiteral("QStringLiteral(\"%1, %2\")")).isEmpty());
  }

  void wordsStandInTr() {
    QStringList found;
    for (const Source& source : sources())
      for (const QString& words : unmarked(source.text))
        found << source.path + QStringLiteral(": \"") + words + QLatin1Char('"');
    QVERIFY(sources().size() > 100);
    QVERIFY2(found.isEmpty(), qPrintable(QLatin1Char('\n') + found.join(QLatin1Char('\n'))));
  }

  void sentencesBeginWithTheirPattern() {
    using hopscope::test::SentencePattern;
    using hopscope::test::sentencePatterns;
    const auto seen = sentencePatterns(
        {}, QStringLiteral("sentence(\"\\\"{}\\\" is \"\n \"no {{.\", x); sentence(kRemedy);"));
    QCOMPARE(seen.size(), std::size_t{2});
    QCOMPARE(seen[0].pattern, std::string("\"{}\" is no {{."));
    QVERIFY(seen[1].pattern.empty());
    const auto all = sentencePatterns();
    QVERIFY(all.size() > 500);
    for (const SentencePattern& each : all)
      QVERIFY2(!each.pattern.empty(),
               qPrintable(each.file + QStringLiteral(": lupdate finds no pattern in sentence()")));
  }

  void wordsBehindNumbersCanBeTranslated() {
    QSet<QString> known;
    for (const char* word : hopscope::unitWords()) known.insert(QString::fromUtf8(word));
    static const QRegularExpression kPlural(
        QStringLiteral("\\bplural\\([^;\"]*\"([^\"]+)\",\\s*\"([^\"]+)\"\\)"));
    static const QRegularExpression kUnit(
        QStringLiteral("\\b(?:withUnit|unitText)\\([^;\"]*\"([^\"]+)\"\\)"));
    int seen = 0;
    for (const Source& source : sources())
      for (const QRegularExpression* pattern : {&kPlural, &kUnit})
        for (auto each = pattern->globalMatch(source.text); each.hasNext();) {
          const QStringList words = each.next().capturedTexts().mid(1);
          for (const QString& word : words) {
            ++seen;
            QVERIFY2(known.contains(word),
                     qPrintable(source.path + QStringLiteral(": ") + word +
                                QStringLiteral(" is missing in ui/words/unit_words.cpp")));
          }
        }
    QVERIFY(seen > 40);
  }
};

HOPSCOPE_TEST(LiteralsTest)
#include "literals_test.moc"
