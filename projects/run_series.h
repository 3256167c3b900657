// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "projects/project.h"

namespace SQLite {
class Database;
}

namespace hopscope {

/// What a run has of any length: its series, each a row of run_series with a name and a blob
/// (projects/blob.h), and its recording. Both throw SQLite::Exception.
///
/// Fills what the run of that id has. Of series that an older Hopscope did not write, those with a
/// value a window or a router come as NaN; the others stay as they are. Throws Failure (without a
/// file) where a blob is not what its name promises.
void readSeries(SQLite::Database& database, StoredRun& run);
/// Writes them for the run of that id, which has none yet.
void writeSeries(SQLite::Database& database, RowId id, const StoredRun& run);

}  // namespace hopscope
