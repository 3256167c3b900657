// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/engine_text.h"

#include <QCoreApplication>
#include <QLocale>

namespace hopscope {

QString engineText(const std::string& words) {
  return words.empty() ? QString() : QCoreApplication::translate(kEngineContext, words.c_str());
}

QString engineText(const Sentence& sentence) {
  return QString::fromStdString(
      sentence.said([](const std::string& pattern) { return engineText(pattern).toStdString(); },
                    QLocale().decimalPoint().toStdString()));
}

QString issueText(const Issue& issue) {
  return QStringLiteral("%1 %2").arg(engineText(issue.text), engineText(issue.remedy)).trimmed();
}

}  // namespace hopscope
