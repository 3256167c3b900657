// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/save_bytes.h"

#include <QFile>
#include <QFileInfo>
#include <QObject>
#include <string_view>

#include "engine/core/output_file.h"

namespace hopscope {

bool saveBytes(const QString& file, const QByteArray& content, const QString& what,
               QString* error) {
  const std::string problem =
      saveFile(QFile::encodeName(file).toStdString(),
               std::string_view(content.constData(), static_cast<std::size_t>(content.size())));
  if (!problem.empty() && error) {
    *error = QObject::tr("%1 could not be written to %2: %3.")
                 .arg(what, file, QString::fromStdString(problem));
  }
  return problem.empty();
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
