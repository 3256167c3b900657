// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <map>
#include <vector>

#include "projects/run_list.h"

namespace hopscope {

/// What runs are called wherever they are told of: by what tells them apart, what a person thinks
/// in first ("Valiant, load 0.30"), so that even the beginning of a name says something. One that
/// its user named keeps that name; where nothing differs, or there is one run only, it is the
/// stored name. Runs of which all this is the same are told apart by where they were stopped, then
/// by their age ("run 2"): no two that nobody named have one name. Of very many runs the newest are
/// told apart, the others have their stored names. As runs come and go, the same run may be told
/// from the others by something else: what a run is known by is its id. Making them looks at every
/// design: whoever has a ProjectSession asks that.
class RunNames {
 public:
  RunNames() = default;  ///< all have their stored names
  explicit RunNames(const RunList& runs);
  QString of(const RunHead& run) const;

 private:
  std::map<RowId, QString> names_;  ///< of those that have not their stored one
};

/// What latency curves are called, each in its place: by what tells them apart, as runs are; by
/// their stored names where nothing does.
QStringList curveLabels(const std::vector<StoredCurve>& curves);

/// "Valiant": the routing of a design.
QString routingWord(const Design& design);

/// Whether the name of a run has that of its design in it, as a part of its own: a design called
/// "M" does not stand in "Minimal, load 0.2".
bool namesDesign(const QString& run, const QString& design);

}  // namespace hopscope
