// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "engine/core/issue.h"

namespace hopscope {

/// What stops an operation on a project file; inside projects/ only. The public functions turn it
/// into a ProjectError.
class Failure : public std::runtime_error {
 public:
  Failure(const std::string& file, const Sentence& text, const Sentence& remedy = {});

  const Issue& issue() const { return issue_; }
  /// The disk is full or fails, whatever is in the file.
  bool isOfStorage() const { return ofStorage_; }
  Failure&& ofStorage() && {
    ofStorage_ = true;
    return std::move(*this);
  }

 private:
  Issue issue_;
  bool ofStorage_ = false;
};

/// The user's file is not the one that was opened: somebody else has changed or made it.
class ChangedOnDisk : public Failure {
 public:
  using Failure::Failure;
};

/// The file's name without its folder, for messages.
std::string shortName(const std::string& file);
/// The folder that it is in; "." where it has none.
std::string folderOf(const std::string& file);

/// No space left, or a limit on what this user or program may take.
bool isDiskFull(int errorNumber);

/// What the operating system's error number means for writing `file`.
Failure writeFailure(const std::string& file, int errorNumber, const Sentence& remedy);

/// What the operating system's error number means for reading `file`.
Failure readFailure(const std::string& file, int errorNumber);

}  // namespace hopscope
