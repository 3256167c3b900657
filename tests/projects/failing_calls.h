// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hopscope::test {

/// The calls of this program (SQLite's, too) that change what is on the disk: opening for writing,
/// writing, cutting, flushing, renaming, linking, permissions.
class FailingCalls {
 public:
  /// From now on the `number`-th of them (from 1) fails with that errno; 0: none. With `lasting`
  /// all after it fail, too.
  static FailingCalls failing(int number, int errorNumber, bool lasting = false);
  /// The `number`-th ends the process instead of doing anything.
  static FailingCalls dying(int number);
  ~FailingCalls();
  FailingCalls(const FailingCalls&) = delete;
  FailingCalls& operator=(const FailingCalls&) = delete;

  /// How many there were.
  int calls() const;
  /// One that failed was SQLite's to open a file. It tries again to read what it cannot write, and
  /// then does not know any more why.
  bool openingFailed() const;

 private:
  FailingCalls() = default;
};

}  // namespace hopscope::test
