// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <map>

#include "projects/run_list.h"

namespace hopscope {

/// What runs are called in a list of them: by what tells them apart, what a person thinks in first
/// ("Valiant, 0.30"), so that even the beginning of a name says something. One that its user named
/// keeps that name; where nothing differs, or there is one run only, it is the stored name. Of very
/// many runs the newest are told apart, the others have their stored names.
QStringList runLabels(const RunList& runs);

/// The same for a run at a time: a run has one name, wherever it is told of.
class RunNames {
 public:
  explicit RunNames(const RunList& runs);
  QString of(const RunHead& run) const;

 private:
  std::map<RowId, QString> names_;
};

}  // namespace hopscope
