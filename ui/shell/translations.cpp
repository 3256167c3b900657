// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/translations.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStandardPaths>
#include <QTranslator>

namespace hopscope {

QStringList translationFolders() {
  QStringList folders{QCoreApplication::applicationDirPath() +
                      QStringLiteral("/../share/hopscope/translations")};
  return folders + QStandardPaths::locateAll(QStandardPaths::GenericDataLocation,
                                             QStringLiteral("hopscope/translations"),
                                             QStandardPaths::LocateDirectory);
}

QString loadTranslation(const QLocale& locale, const QStringList& folders) {
  auto* translator = new QTranslator(QCoreApplication::instance());
  for (const QString& folder : folders)
    if (translator->load(locale, QStringLiteral("hopscope"), QStringLiteral("_"), folder)) {
      QCoreApplication::installTranslator(translator);
      return translator->filePath();
    }
  delete translator;
  return {};
}

}  // namespace hopscope
