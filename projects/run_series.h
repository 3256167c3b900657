// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "projects/project.h"

namespace SQLite {
class Database;
}

namespace hopscope {

/// What a run has under names: its series, its recording and the values that have no column
/// (projects/run_pack.h). Of most runs they stand packed, in run_packs; of the largest, and of
/// those that an older Hopscope wrote, in rows of run_series and run_values. Both throw
/// SQLite::Exception.
///
/// Fills what the run of that id has. Of series that an older Hopscope did not write, those with a
/// value a window or a router come as NaN; the others stay as they are. Throws Failure (without a
/// file) where a blob is not what its name promises.
void readSeries(SQLite::Database& database, StoredRun& run);
/// Writes them for the run of that id, which has none yet.
void writeSeries(SQLite::Database& database, RowId id, const StoredRun& run);

}  // namespace hopscope
