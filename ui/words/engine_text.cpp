// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/engine_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include "ui/words/numbers.h"

namespace hopscope {

namespace {

/// The engine's times are UTC, ISO 8601; here they are those of the reader.
QString withLocalTimes(QString words) {
  static const QRegularExpression kUtc(QStringLiteral(R"(\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"));
  for (QRegularExpressionMatch at = kUtc.match(words); at.hasMatch();) {
    const QString when = whenText(at.captured());
    words.replace(at.capturedStart(), at.capturedLength(), when);
    at = kUtc.match(words, at.capturedStart() + when.size());
  }
  return words;
}

}  // namespace

QString engineText(const std::string& words) {
  return words.empty() ? QString() : QCoreApplication::translate(kEngineContext, words.c_str());
}

QString engineText(const Sentence& sentence) {
  return withLocalTimes(QString::fromStdString(
      sentence.said([](const std::string& pattern) { return engineText(pattern).toStdString(); },
                    QLocale().decimalPoint().toStdString())));
}

QString issueText(const Issue& issue) {
  return QStringLiteral("%1 %2").arg(engineText(issue.text), engineText(issue.remedy)).trimmed();
}

}  // namespace hopscope
