// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

#include "projects/stored_run.h"
#include "ui/shell/project_session.h"
#include "ui/studies/study_shelf.h"

namespace hopscope {

/// The studies of the project that a session has open.
class ProjectShelf : public StudyShelf {
 public:
  explicit ProjectShelf(ProjectSession& session) : session_(session) {}

  bool isOpen() const override { return session_.isOpen(); }
  std::string file() const override { return session_.file(); }
  std::vector<StoredStudy> studies() const override { return session_.studies(); }
  StudyRows rows(RowId study) const override { return session_.studyRows(study); }
  RowId find(const std::string& hash) const override { return session_.findStudy(hash); }
  RowId add(const StoredStudy& study) override { return session_.addStudy(study); }
  void addRows(RowId study, const StudyRows& rows) override { session_.addStudyRows(study, rows); }
  void remove(RowId study) override { session_.removeStudy(study); }
  void addRuns(const std::vector<StoredRun>& runs) override { session_.addRuns(runs); }
  std::multiset<std::string> wholeRuns(const std::string& tag) const override {
    const RunList& runs = session_.runs();
    return hopscope::wholeRuns(runs.newest(runs.size()), tag);
  }
  Design design() const override { return session_.document().design(); }

 private:
  ProjectSession& session_;
};

}  // namespace hopscope
