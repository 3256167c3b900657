// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>
#include <memory>
#include <string>
#include <variant>

#include "projects/project.h"

namespace SQLite {
class Database;
}

namespace hopscope::test {

/// A folder for project files and a state folder of its own, both empty, for one test function.
class ProjectFolder {
 public:
  ProjectFolder();

  std::string path(const char* name) const;
  std::string statePath() const;
  /// Names in the folder, hidden ones included, sorted.
  QStringList names() const;
  /// Files left in the state folder.
  QStringList stateFiles() const;

 private:
  QTemporaryDir folder_, state_;
};

/// Series and values of all runs in rows, as up to format 8 and of large ones.
void unpackRuns(SQLite::Database& database);

QByteArray bytesOf(const std::string& file);
void writeBytes(const std::string& file, const QByteArray& bytes);

using OpenedProject = std::variant<std::unique_ptr<Project>, ProjectError>;

/// The project, or a null pointer where opening failed.
std::unique_ptr<Project> opened(OpenedProject result);
/// The error's issue; an empty text where there was none.
Issue refusalOf(const OpenedProject& result);

/// An 8 x 8 mesh with a few explicit settings.
Design meshDesign();
/// Results with a value of its own in every field; some of them NaN.
Results sampleResults(std::uint64_t seed);
/// Without what an older Hopscope did not measure.
Results asOfFormatOne(Results results);
StoredRun sampleRun(RowId design);
StoredCurve sampleCurve(RowId design);
/// A saved project file with a design, a run and a curve.
void makeProject(const std::string& file);

/// Equality of every field, where NaN equals NaN.
bool same(const Results& a, const Results& b);

}  // namespace hopscope::test
