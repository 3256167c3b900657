// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "projects/file_handle.h"

namespace hopscope {

/// $XDG_STATE_HOME/hopscope, or ~/.local/state/hopscope.
std::string stateFolder();

/// What a session wrote down about its working copy.
struct SessionRecord {
  std::string workingCopy;
  std::string file;  ///< the user's file; empty while untitled
  long process = 0;
  bool brief = false;    ///< of a command that has the file open for a moment only
  bool opening = false;  ///< nothing but a copy of the file, or a part of one, is in it yet
};

/// For how long a session has the user's file.
enum class Hold {
  untilClosed,
  briefly,   ///< a command, for a moment: others of its kind wait
  notAtAll,  ///< what was saved last is read, whoever else has it open
};

/// The place of an open project's database, with a record of it in the state folder. The record is
/// locked while this lives: a record that can be locked belongs to a program that is gone. Working
/// copy and record are deleted with the object.
class WorkingCopy {
 public:
  /// Reserves a new place beside `file`, or in the state folder where that folder cannot be
  /// written or `file` is empty. Throws Failure.
  static WorkingCopy reserve(const std::string& file, Hold hold = Hold::untilClosed);
  /// Takes over the copy that a crashed program left. Throws Failure where that program lives, or
  /// another has taken it over.
  static WorkingCopy adopt(const std::string& workingCopy);

  WorkingCopy(WorkingCopy&& other) noexcept = default;
  WorkingCopy& operator=(WorkingCopy&& other) noexcept;
  ~WorkingCopy();

  const std::string& path() const { return record_.workingCopy; }
  const std::string& file() const { return record_.file; }
  /// The project is complete: from now on there may be work in it that is nowhere else.
  void opened();
  /// After "save as": the record names the new file.
  void setFile(const std::string& file, bool brief);
  /// The copy is in its place: neither moved nor deleted by somebody else.
  bool isThere() const;
  /// Leaves everything in place for somebody else to adopt.
  void abandon() { lock_ = FileHandle(); }

 private:
  WorkingCopy(SessionRecord record, FileHandle lock);
  /// Nothing, and errno, where there can be no such file.
  static std::optional<WorkingCopy> create(const SessionRecord& record);
  void writeRecord() const;
  void remove();

  SessionRecord record_;
  FileHandle lock_;
};

/// Records of programs that are gone.
std::vector<SessionRecord> abandonedRecords();
/// Deletes an abandoned working copy and its record; a living program's is left alone.
void removeAbandoned(const std::string& workingCopy);
/// The living program that has this project file open, if a record says so.
std::optional<SessionRecord> sessionWith(const std::string& file);

}  // namespace hopscope
