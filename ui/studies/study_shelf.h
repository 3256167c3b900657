// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

#include "projects/project.h"

namespace hopscope {

/// Where studies and their runs are kept: the project that is open, seen by who shows studies.
class StudyShelf {
 public:
  virtual ~StudyShelf() = default;

  virtual bool isOpen() const = 0;                       ///< there is a project
  virtual std::string file() const = 0;                  ///< of the project; empty: never saved
  virtual std::vector<StoredStudy> studies() const = 0;  ///< without their rows
  virtual StudyRows rows(RowId study) const = 0;
  /// The study of that hash and this engine; 0 where there is none.
  virtual RowId find(const std::string& hash) const = 0;
  virtual RowId add(const StoredStudy& study) = 0;
  virtual void addRows(RowId study, const StudyRows& rows) = 0;
  virtual void remove(RowId study) = 0;
  /// Runs of a study that are kept whole, among the others of the project.
  virtual void addRuns(const std::vector<StoredRun>& runs) = 0;
  /// wholeRuns() of the project.
  virtual std::multiset<std::string> wholeRuns(const std::string& tag) const = 0;
  /// The design that is shown, for a new study.
  virtual Design design() const = 0;
};

}  // namespace hopscope
