// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace hopscope::test {

/// A source file of the project.
struct SourceFile {
  QString path;  ///< from the project's root: "engine/core/ids.h"
  QStringList lines;

  bool isHeader() const { return path.endsWith(".h"); }
  /// "engine"
  QString house() const { return path.section('/', 0, 0); }
  /// "core" of engine/core/…; empty for files of the house itself
  QString folder() const { return path.count('/') > 1 ? path.section('/', 1, 1) : QString(); }
  /// What it includes with quotes or brackets, as written.
  QStringList includes() const;
};

/// All .h and .cpp files below app, engine, projects, tests and ui.
const std::vector<SourceFile>& sourceFiles();

/// The text of a file of the project; empty where there is none.
QString textOf(const QString& path);

/// The floors of "engine" or "ui", lowest first, as the CMakeLists.txt of that house lists them.
QStringList floors(const QString& house);

}  // namespace hopscope::test
