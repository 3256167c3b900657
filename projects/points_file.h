// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "engine/core/issue.h"
#include "engine/study/study_rows.h"
#include "projects/file_handle.h"

namespace hopscope {

/// Which study the rows of a file belong to.
struct PointsOwner {
  std::string hash;  ///< studyHash()
  std::uint64_t points = 0;
};

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
