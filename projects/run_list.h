// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "projects/project.h"

namespace hopscope {

/// The runs of a project as a list of their heads, in the order in which they were kept. A run is
/// read when it is looked at; the last few are at hand, and so are the designs and summaries that
/// were asked for. Not thread-safe.
class RunList {
 public:
  /// So many are offered one by one (in menus, pickers, trees); the table of runs has all.
  static constexpr std::size_t kMostOffered = 200;

  RunList() = default;
  /// Reads the heads. The project lives as long as the list, or until the next.
  explicit RunList(const Project& project);
  /// Runs that stand in no project; those without an id are numbered.
  explicit RunList(const std::vector<StoredRun>& runs);

  using const_iterator = std::vector<RunHead>::const_iterator;
  std::size_t size() const { return heads_.size(); }
  bool empty() const { return heads_.empty(); }
  const RunHead& operator[](std::size_t at) const { return heads_[at]; }
  const RunHead& front() const { return heads_.front(); }
  const RunHead& back() const { return heads_.back(); }
  const_iterator begin() const { return heads_.begin(); }
  const_iterator end() const { return heads_.end(); }
  auto rbegin() const { return heads_.rbegin(); }
  auto rend() const { return heads_.rend(); }
  /// Null where there is none of that id.
  const RunHead* find(RowId id) const;
  /// The newest ones, at most so many, oldest first.
  std::span<const RunHead> newest(std::size_t most = kMostOffered) const;

  /// The whole run. Null where there is none, or where it cannot be read: `setUnreadable` hears
  /// why.
  std::shared_ptr<const StoredRun> run(RowId id) const;
  /// The same run without the series of its results and without its recording.
  std::shared_ptr<const StoredRun> summary(RowId id) const;
  /// The design it was of. Null likewise; `run` tells why.
  std::shared_ptr<const Design> design(RowId id) const;
  void setUnreadable(std::function<void(const ProjectError&)> hear) { hear_ = std::move(hear); }

  /// The project has it under that id from now on, and it is the newest one.
  void added(StoredRun run, RowId id);
  void labelled(RowId id, const std::string& name, const std::vector<std::string>& tags);
  void removed(const std::vector<RowId>& ids);
  void designRemoved(RowId design);

 private:
  void forget(RowId id);

  std::optional<StoredRun> read(RowId id) const;

  const Project* project_ = nullptr;  ///< null: they stand in `held_`
  std::map<RowId, StoredRun> held_;
  std::vector<RunHead> heads_;
  std::function<void(const ProjectError&)> hear_;
  mutable std::deque<std::shared_ptr<const StoredRun>> whole_;  ///< the one looked at last first
  mutable std::map<RowId, std::shared_ptr<const StoredRun>> summaries_;
  mutable std::map<RowId, std::shared_ptr<const Design>> designs_;
};

/// What lists show of a run.
RunHead headOf(const StoredRun& run);

}  // namespace hopscope
