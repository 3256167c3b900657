// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/version.h"
#include "ui/shell/project_session.h"

namespace hopscope {

std::vector<StoredStudy> ProjectSession::studies() const {
  return project_ ? project_->studies() : std::vector<StoredStudy>{};
}

StudyRows ProjectSession::studyRows(RowId study) const {
  return project_ ? project_->studyRows(study) : StudyRows{};
}

RowId ProjectSession::findStudy(const std::string& hash) const {
  return project_ ? project_->findStudy(hash, std::string(kEngineVersion)) : 0;
}

RowId ProjectSession::addStudy(const StoredStudy& study) {
  flush();
  const RowId id = project_->addStudy(study);
  pristine_.reset();  // what was run of it is not to be lost
  project_->checkpoint();
  emit contentsChanged();
  emit modifiedChanged();
  return id;
}

void ProjectSession::addStudyRows(RowId study, const StudyRows& rows) {
  project_->addStudyRows(study, rows);
  emit modifiedChanged();
}

void ProjectSession::removeStudy(RowId study) {
  project_->removeStudy(study);
  emit contentsChanged();
  emit modifiedChanged();
}

}  // namespace hopscope
