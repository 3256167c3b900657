// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <stop_token>

#include "engine/simulation/results.h"
#include "engine/study/study.h"
#include "engine/study/study_rows.h"

namespace hopscope {

/// A part of a study's points.
struct StudyShare {
  /// Those whose number leaves `index` when divided by `of`, where others do the rest. With an axis
  /// that rises, whole curves.
  std::uint32_t index = 0, of = 1;
  std::optional<std::set<PointId>> only = {};  ///< these of them
};

/// Which of so many shares a point is in.
std::uint32_t shareOf(const Study& study, PointId point, std::uint32_t shares);
/// Whether it is one of that share's.
bool isIn(const Study& study, PointId point, const StudyShare& share);

struct StudyProgress {
  std::uint64_t runs = 0;   ///< finished, those of earlier starts included
  std::uint64_t total = 0;  ///< as far as is known
  double fraction = 0;      ///< running ones included
};

struct StudyHooks {
  /// What a run comes to, whole, with the design as it was run; its row follows. Not for those that
  /// failed.
  std::function<void(const StudyRow&, const Design&, const Results&)> whole;
  /// A run is finished or has failed. False: no other one is to be begun, and those under way end.
  std::function<bool(const StudyRow&)> row;
  std::function<void(const StudyProgress&)> progress;
};

/// Runs what is missing beside `rows` on a pool of threads (0: one per core); what the study comes
/// to does not depend on their number. Where no axis rises, the points with most work begin. A
/// point that cannot be run is a row that says why. The hooks are called one at a time, from any
/// thread. After a stop request every running simulation ends within some 20 ms and is dropped.
void runStudy(const Study& study, const StudyRows& rows, unsigned jobs, const StudyShare& share,
              std::stop_token stop, const StudyHooks& hooks);

}  // namespace hopscope
