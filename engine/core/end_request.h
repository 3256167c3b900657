// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <utility>
#include <vector>

namespace hopscope {

/// Hears from now on that the process is asked to end by one of some signals (`which`). The first
/// is noted, a later one ends the program at once, whatever that is busy with; those that were
/// ignored when it began (nohup, a script's background) are left alone. There is one of it at a
/// time.
class EndRequest {
 public:
  /// `wake`: a file descriptor that is sent a byte with the first signal; none below 0.
  explicit EndRequest(const std::vector<int>& which, int wake = -1);
  ~EndRequest();
  EndRequest(const EndRequest&) = delete;
  EndRequest& operator=(const EndRequest&) = delete;

  static bool heard();

 private:
  std::vector<std::pair<int, struct sigaction>> before_;  ///< what each did
};

}  // namespace hopscope
