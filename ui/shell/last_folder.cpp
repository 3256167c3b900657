// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/last_folder.h"

#include <QFileInfo>
#include <QSettings>

namespace hopscope {

QString lastFolder(const char* key) {
  return QSettings().value(QLatin1String(key)).toString();
}

void rememberFolderOf(const QString& file, const char* key) {
  QSettings().setValue(QLatin1String(key), QFileInfo(file).absolutePath());
}

}  // namespace hopscope
