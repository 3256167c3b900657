// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/ranks_shown.h"

#include <algorithm>
#include <utility>

#include "ui/drawing/rank_colours.h"

namespace hopscope {

RankCounts& RankCounts::operator+=(const RankCounts& other) {
  for (std::size_t i = 0; i < of.size(); ++i) of[i] += other.of[i];
  return *this;
}

std::optional<RankPhase> RankCounts::most() const {
  std::optional<RankPhase> found;
  std::uint32_t most = 0;
  for (const RankPhase phase : {RankPhase::waiting, RankPhase::computing, RankPhase::sending,
                                RankPhase::receiving, RankPhase::finished})
    if (const std::uint32_t count = of[static_cast<std::size_t>(phase)]; count > most) {
      most = count;
      found = phase;
    }
  return found;
}

std::shared_ptr<const RanksShown> noRanksSeen(bool known) {
  static const auto kShown = [] {
    RanksShown unknown;
    unknown.known = false;
    return std::array{std::make_shared<const RanksShown>(std::move(unknown)),
                      std::make_shared<const RanksShown>()};
  }();
  return kShown[known ? 1 : 0];
}

RanksShown noRanks(const ApplicationPlan& plan, const Topology& topology) {
  RanksShown shown;
  shown.jobs.assign(topology.terminalCount(), kNone);
  shown.inJob = shown.jobs;
  shown.terminals.resize(topology.terminalCount());
  shown.routers.resize(topology.routerCount());
  for (const Job& job : plan.jobs) shown.jobNames << QString::fromStdString(job.name);
  return shown;
}

void addRank(RanksShown& shown, const Topology& topology, const RankNow& rank, RankPhase phase) {
  const TerminalId terminal = rank.terminal;
  if (terminal >= shown.terminals.size()) return;
  if (shown.jobs[terminal] == kNone) {
    shown.jobs[terminal] = rank.job;
    shown.inJob[terminal] = rank.inJob;
  }
  shown.terminals[terminal].add(phase);
  shown.routers[topology.terminals[terminal].router].add(phase);
}

std::shared_ptr<const RanksShown> ranksShown(const RankObservation& seen,
                                             const Topology& topology) {
  return ranksShown(seen, topology, [&seen](std::uint32_t rank) {
    return std::optional<RankPhase>(seen.ranks[rank].phase);
  });
}

float rankPlace(RankPhase phase) {
  return (static_cast<float>(phase) + 0.5F) / float(kRankPhases);
}

RankPhase rankPhaseAt(float place) {
  const float index = std::clamp(place * float(kRankPhases), 0.0F, float(kRankPhases) - 0.5F);
  return static_cast<RankPhase>(static_cast<int>(index));
}

namespace {

/// Full, half or ringed, with the brush that is set.
void paintPhaseShape(QPainter& painter, const QRectF& inner, RankPhase phase, const Theme& theme) {
  constexpr int kHalf = 180 * 16;  // Qt's sixteenths of a degree
  switch (phase) {
    case RankPhase::computing:
      painter.drawEllipse(inner);
      break;
    case RankPhase::sending:
      painter.drawPie(inner, 0, kHalf);
      break;
    case RankPhase::receiving:
      painter.drawPie(inner, kHalf, kHalf);
      break;
    case RankPhase::waiting: {
      painter.drawEllipse(inner);
      const double hole = inner.width() * 0.22;
      painter.setBrush(theme.color(Tone::base));
      painter.drawEllipse(inner.center(), hole, hole);
      break;
    }
    case RankPhase::finished:
      break;
  }
}

}  // namespace

void paintRankMark(QPainter& painter, const QRectF& circle, RankPhase phase, const QColor& outline,
                   double width, const Theme& theme) {
  const QColor fill = rankMarkColour(theme, phase);
  const QRectF body = circle.adjusted(width / 2, width / 2, -width / 2, -width / 2);
  const QRectF inner = circle.adjusted(width, width, -width, -width);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(Tone::base));
  painter.drawEllipse(body);
  painter.setBrush(fill);
  constexpr double kLeastShape = 5;  ///< px: below, halves can't be told apart
  if (inner.width() < kLeastShape && phase != RankPhase::finished) {
    painter.drawEllipse(inner);
  } else {
    paintPhaseShape(painter, inner, phase, theme);
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(outline, width));
  painter.drawEllipse(body);
}

}  // namespace hopscope
