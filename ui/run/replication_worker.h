// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/results.h"

namespace hopscope {

/// Simulates designs in the background, beside the run that is watched, on all cores but one. It is
/// asked how far it is; it tells nobody. Destroying it cancels and waits for the current slices.
class ReplicationWorker {
 public:
  explicit ReplicationWorker(std::vector<Design> designs);
  ~ReplicationWorker();
  ReplicationWorker(const ReplicationWorker&) = delete;
  ReplicationWorker& operator=(const ReplicationWorker&) = delete;

  /// Ends early; what is finished is kept.
  void cancel();
  bool done() const;
  std::size_t finished() const;
  /// The finished runs in the order of the designs, once done.
  std::vector<Results> results() const;
  /// Why not all are finished, in words; empty where they are or were cancelled.
  std::string failure() const;

 private:
  struct Slot;
  std::shared_ptr<Slot> slot_;
  std::jthread thread_;
};

}  // namespace hopscope
