// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/numbered_files.h"

#include <QDir>
#include <algorithm>

namespace hopscope {

QStringList numberedFiles(const QString& folder, const QString& pattern) {
  QStringList names = QDir(folder).entryList({pattern}, QDir::Files, QDir::Name);
  const auto number = [](const QString& name) {
    return name.left(name.indexOf(QLatin1Char('-'))).toInt();
  };
  std::stable_sort(names.begin(), names.end(),
                   [&](const QString& a, const QString& b) { return number(a) < number(b); });
  return names;
}

}  // namespace hopscope
