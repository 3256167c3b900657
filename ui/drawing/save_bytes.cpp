// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/save_bytes.h"

#include <QFileInfo>
#include <QObject>
#include <QSaveFile>

namespace hopscope {

bool saveBytes(const QString& file, const QByteArray& content, const QString& what,
               QString* error) {
  QSaveFile out(file);
  if (out.open(QIODevice::WriteOnly) && out.write(content) == content.size() && out.commit()) {
    return true;
  }
  if (error) {
    *error = QObject::tr("%1 could not be written to %2: %3.").arg(what, file, out.errorString());
  }
  return false;
}

bool refuseEnding(const QString& file, QString* error) {
  if (error) {
    *error = QObject::tr(
                 "The name %1 does not say which kind of picture to write. It may end in .png, "
                 ".svg or .pdf.")
                 .arg(QFileInfo(file).fileName());
  }
  return false;
}

}  // namespace hopscope
