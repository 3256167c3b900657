// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/issue.h"
#include "engine/study/study_rows.h"
#include "projects/file_handle.h"

namespace hopscope {

/// Which study the rows of a file belong to.
struct PointsOwner {
  std::string hash;  ///< studyHash()
  std::uint64_t points = 0;
};

/// So many digits of a study's hash tell what stands beside a project apart.
inline constexpr std::size_t kShortHash = 8;
/// The file beside a project where a study's runs stand until they are in it.
std::string pointsFileBeside(const std::string& project, const std::string& hash);
/// The folder beside a project that tasks of a cluster share; their files end in ".points".
std::string tasksFolderBeside(const std::string& project, const std::string& hash);
/// The files that tasks have written in such a folder so far, by name.
std::vector<std::string> taskFilesIn(const std::string& folder);

/// The finished runs of a study, a line of JSON each, appended as they finish: what ends the
/// program leaves all whole lines, which the next one goes on from. One program at a time writes to
/// it.
class PointsFile {
 public:
  /// Begins the file or goes on with it. Refused where it is of another study or engine version, or
  /// where somebody writes to it: who, is said.
  static std::variant<std::unique_ptr<PointsFile>, Issue> open(const std::string& file,
                                                               const PointsOwner& owner);
  /// What a file holds, without touching it; of one that is being written, its whole lines.
  static std::variant<StudyRows, Issue> read(const std::string& file, const PointsOwner& owner);

  const StudyRows& rows() const { return rows_; }  ///< those found and those appended
  /// Forces them to the disk now and then. False where it cannot be written; `problem` says why.
  bool append(const StudyRow& row);
  const std::string& problem() const { return problem_; }
  void remove();

 private:
  PointsFile(std::string file, FileHandle handle);
  bool write(const std::string& text);

  std::string file_;
  FileHandle handle_;
  StudyRows rows_;
  off_t size_ = 0;
  std::string problem_;
  std::chrono::steady_clock::time_point synced_;
};

}  // namespace hopscope
