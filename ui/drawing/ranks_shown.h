// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>
#include <QStringList>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/topology/topology.h"
#include "engine/workload/rank_observation.h"
#include "ui/drawing/theme.h"

namespace hopscope {

inline constexpr std::size_t kRankPhases = 5;

/// How many ranks are at what.
struct RankCounts {
  std::array<std::uint32_t, kRankPhases> of{};  ///< by RankPhase

  void add(RankPhase phase) { ++of[static_cast<std::size_t>(phase)]; }
  RankCounts& operator+=(const RankCounts& other);
  /// What most of them are at; of as many, the one that waits, or else does most. Nothing: there
  /// are none.
  std::optional<RankPhase> most() const;
  bool operator==(const RankCounts&) const = default;
};

/// The ranks of applications as a canvas shows them, at one moment.
struct RanksShown {
  /// The job of a terminal's first rank, and its number there; kNone: it has none.
  std::vector<std::uint32_t> jobs, inJob;
  std::vector<RankCounts> terminals, routers;
  QStringList jobNames;
  bool known = true;  ///< false: there are some, but nothing is kept of what they were at

  bool several() const { return jobNames.size() > 1; }
  /// What a terminal's ranks are at; nothing where it has none.
  std::optional<RankPhase> at(TerminalId terminal) const {
    return terminal < terminals.size() ? terminals[terminal].most() : std::nullopt;
  }
  /// The colour of a job: that of a curve.
  static int curveOf(std::uint32_t job) { return static_cast<int>(job % Theme::kCurves) + 1; }
};

/// The ranks as they are observed; `phaseOf` says otherwise what a rank is at, or (nothing) that
/// this is not known.
std::shared_ptr<const RanksShown> ranksShown(const RankObservation& seen, const Topology& topology);
template <typename PhaseOf>
std::shared_ptr<const RanksShown> ranksShown(const RankObservation& seen, const Topology& topology,
                                             PhaseOf&& phaseOf);

/// The place of what ranks are at on HeatRamp::ranks, and back.
float rankPlace(RankPhase phase);
RankPhase rankPhaseAt(float place);

/// A terminal whose ranks are at something: full of its colour, half of it, or none of it, so that
/// the shape says the same as the colour. `outline` is the job's colour, where there are several.
void paintRankMark(QPainter& painter, const QRectF& circle, RankPhase phase, const QColor& outline,
                   double width, const Theme& theme);

/// Of more ranks, what they are at is looked at only where colours tell it.
inline constexpr std::size_t kManyRanks = 4'096;
/// That there are ranks, and nothing of them: nobody looks, or nothing is `known`.
std::shared_ptr<const RanksShown> noRanksSeen(bool known);

/// An empty one for a network, to which ranks are added one by one.
RanksShown noRanks(const ApplicationPlan& plan, const Topology& topology);
void addRank(RanksShown& shown, const Topology& topology, const RankNow& rank, RankPhase phase);

template <typename PhaseOf>
std::shared_ptr<const RanksShown> ranksShown(const RankObservation& seen, const Topology& topology,
                                             PhaseOf&& phaseOf) {
  auto shown = std::make_shared<RanksShown>(noRanks(*seen.plan, topology));
  for (std::uint32_t rank = 0; rank < seen.ranks.size(); ++rank)
    if (const std::optional<RankPhase> phase = phaseOf(rank))
      addRank(*shown, topology, seen.ranks[rank], *phase);
  return shown;
}

}  // namespace hopscope
