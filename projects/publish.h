// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/core/sentence.h"
#include "projects/file_handle.h"

namespace SQLite {
class Database;
}

namespace hopscope {

/// A file that was written.
struct Published {
  FileHandle lock;     ///< of the new file
  std::string digest;  ///< its checksum (projects/digest.h)
};

/// Writes the database to `file`: to a temporary file beside it first, flushed to the disk, then
/// put in its place. On failure nothing has changed; `kept` says where the changes still are.
/// Throws Failure; ChangedOnDisk where `replace` is false and there is a file of that name.
Published publish(SQLite::Database& database, const std::string& file, const Sentence& kept,
                  bool replace);

}  // namespace hopscope
