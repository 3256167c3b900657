// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/translation/sentence_patterns.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

namespace hopscope::test {

std::vector<SentencePattern> sentencePatterns(const QString& file, const QString& source) {
  static const QRegularExpression kCall(
      QStringLiteral("\\bsentence\\(\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*)*)"));
  static const QRegularExpression kLiteral(QStringLiteral("\"((?:[^\"\\\\]|\\\\.)*)\""));
  static const QRegularExpression kEscape(QStringLiteral("\\\\(.)"));
  std::vector<SentencePattern> found;
  for (auto call = kCall.globalMatch(source); call.hasNext();) {
    QString pattern;
    const QString literals = call.next().captured(1);
    for (auto each = kLiteral.globalMatch(literals); each.hasNext();)
      pattern += each.next().captured(1);
    found.push_back({file, pattern.replace(kEscape, QStringLiteral("\\1")).toStdString()});
  }
  return found;
}

std::vector<SentencePattern> sentencePatterns() {
  const QString root = QStringLiteral(HOPSCOPE_SOURCE_DIR "/");
  std::vector<SentencePattern> all;
  for (const char* folder : {"engine", "projects", "app", "ui"}) {
    QDirIterator each(root + QLatin1String(folder),
                      {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                      QDirIterator::Subdirectories);
    while (each.hasNext()) {
      QFile file(each.next());
      if (!file.open(QIODevice::ReadOnly)) qFatal("a source can't be read");
      const QString path = file.fileName().mid(root.size());
      if (path == QStringLiteral("engine/core/sentence.h")) continue;  // what makes them
      for (SentencePattern& pattern : sentencePatterns(path, QString::fromUtf8(file.readAll())))
        all.push_back(std::move(pattern));
    }
  }
  return all;
}

}  // namespace hopscope::test
