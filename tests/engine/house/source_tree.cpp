// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/house/source_tree.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

namespace hopscope::test {

static QString root() {
  return QStringLiteral(HOPSCOPE_SOURCE_DIR);
}

QString textOf(const QString& path) {
  QFile file(root() + '/' + path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList SourceFile::includes() const {
  static const QRegularExpression directive(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])");
  QStringList found;
  for (const QString& line : lines) {
    const QRegularExpressionMatch match = directive.match(line);
    if (match.hasMatch()) found << match.captured(1);
  }
  return found;
}

const std::vector<SourceFile>& sourceFiles() {
  static const std::vector<SourceFile> files = [] {
    std::vector<SourceFile> found;
    for (const char* house : {"app", "engine", "projects", "tests", "ui"}) {
      QDirIterator walk(root() + '/' + house, {"*.h", "*.cpp"}, QDir::Files,
                        QDirIterator::Subdirectories);
      while (walk.hasNext()) {
        const QString path = QDir(root()).relativeFilePath(walk.next());
        found.push_back({path, textOf(path).split('\n')});
      }
    }
    return found;
  }();
  return files;
}

QStringList floors(const QString& house) {
  static const QRegularExpression list(R"(foreach\(floor\s+([^)]*)\))");
  const QString names = list.match(textOf(house + "/CMakeLists.txt")).captured(1);
  return names.split(QRegularExpression(R"(\s+)"), Qt::SkipEmptyParts);
}

}  // namespace hopscope::test
