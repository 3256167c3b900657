// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/study/study_rows.h"
#include "projects/points_file.h"

namespace hopscope {

/// How a study is handed to a cluster.
struct ClusterAsk {
  int tasks = 20;                 ///< of the job array; each takes a share of the points
  QString partition, time, more;  ///< of Slurm; `more`: options of sbatch between spaces
};

/// The folder beside a project that one study is run from on a cluster: its document, a project of
/// its own for the command line, which the window's is not to be written by, and what tasks write.
/// It tells what was submitted after the window was closed.
class ClusterFolder {
 public:
  ClusterFolder() = default;
  ClusterFolder(const std::string& project, PointsOwner owner);

  bool isNone() const { return path_.isEmpty(); }
  const QString& path() const { return path_; }
  QString studyFile() const;
  QString projectFile() const;
  /// The study was submitted from here.
  bool submitted() const;
  /// The files that tasks have written so far.
  QStringList taskFiles() const;
  /// Makes the folder and hands over the study with what was run of it, which is not run again.
  /// What went wrong; empty: nothing. Slow: writes all rows.
  QString prepare(const std::string& document, const StudyRows& rows) const;
  /// Takes it away again where nothing was submitted from it.
  void dropUnused() const;
  /// What was asked for last.
  ClusterAsk asked() const;
  bool keepAsked(const ClusterAsk& ask) const;

  /// The documents of studies in such folders beside a project: those of which it knows nothing
  /// too, as their project was closed without being saved. Some may not have been submitted.
  static QStringList documentsBeside(const std::string& project);

  bool operator==(const ClusterFolder& other) const { return path_ == other.path_; }

 private:
  QString path_;
  PointsOwner owner_;
};

/// Rows that files of tasks have, and what keeps files from being read, each with its name.
struct ClusterRows {
  std::vector<StudyRow> rows;
  QStringList problems;
  std::map<QString, qint64> sizes;  ///< of the files as they were read
};

/// Reads those files of which `known` does not have the size that they have. Of a file that is
/// being written, or was cut off, its whole lines.
ClusterRows readClusterRows(const QStringList& files, const PointsOwner& owner,
                            const std::map<QString, qint64>& known);

}  // namespace hopscope
