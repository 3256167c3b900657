// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_times_view.h"

#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/simulation/application_results.h"
#include "engine/workload/collective.h"
#include "ui/drawing/rank_colours.h"
#include "ui/ranks/rank_words.h"
#include "ui/ranks/time_bars.h"
#include "ui/widgets/labels.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

std::vector<TimeBar> rankBars(const Theme& theme, const ApplicationResult& application) {
  double whole = 1;
  for (const RankTimes& each : application.perRank)
    whole =
        std::max(whole, static_cast<double>(each.computation + each.communication + each.waiting));
  if (std::isfinite(application.completion)) whole = application.completion;
  std::vector<TimeBar> bars;
  for (std::size_t rank = 0; rank < application.perRank.size(); ++rank) {
    const RankTimes& each = application.perRank[rank];
    bars.push_back({QObject::tr("rank %1").arg(rank),
                    {{QObject::tr("computing"), static_cast<double>(each.computation),
                      rankColour(theme, RankPhase::computing)},
                     {QObject::tr("communicating"), static_cast<double>(each.communication),
                      rankColour(theme, RankPhase::sending)},
                     {QObject::tr("waiting for what is yet to be sent"),
                      static_cast<double>(each.waiting), rankColour(theme, RankPhase::waiting)}},
                    whole});
  }
  return bars;
}

/// "All-reduce, ring, of 16 ranks, 1.0 MiB: 4 times, 1,234 cycles each; …".
QString collectiveWords(const CollectiveResult& collective) {
  const CollectiveEntry* const entry = collectives().find(collective.operation);
  const QString name =
      entry != nullptr ? engineText(entry->label) : QString::fromStdString(collective.operation);
  const QString ranks = wholeText(static_cast<qint64>(collective.ranks));
  const QString what = collective.bytes > 0
                           ? QObject::tr("%1, of %2 ranks, %3")
                                 .arg(name, ranks, bytesText(static_cast<double>(collective.bytes)))
                           : QObject::tr("%1, of %2 ranks").arg(name, ranks);
  const QString words =
      collective.calls == 1
          ? QObject::tr("%1: once, %2").arg(what, cyclesText(collective.time))
          : QObject::tr("%1: %2 times, %3 each")
                .arg(what, figureText(collective.calls), cyclesText(collective.time));
  if (!std::isfinite(collective.busBandwidth)) return words;
  return QObject::tr("%1; algorithm bandwidth %2 GB/s, bus bandwidth %3 GB/s")
      .arg(words, realText(collective.algorithmBandwidth, 2), realText(collective.busBandwidth, 2));
}

/// "Collectives beside computation: under way for 1,234 cycles of each rank, of which it waited for
/// them 56 cycles (exposed communication, 4.5 %)".
QString backgroundWords(const ApplicationResult& application) {
  if (!(application.background > 0)) return {};
  return QObject::tr(
             "Collectives beside computation: under way for %1 of each rank, of which it "
             "waited for them %2 (exposed communication, %3)")
      .arg(cyclesText(application.background), cyclesText(application.exposed),
           percentText(application.exposed / application.background, 1));
}

}  // namespace

RankTimesView::RankTimesView(QWidget* parent) : QScrollArea(parent), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("rankTimes"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void RankTimesView::setTheme(const Theme& theme) {
  theme_ = &theme;
  shown_ = shownOf(applications_, collectives_);
  showBars();
}

void RankTimesView::setApplications(const std::vector<ApplicationResult>& applications,
                                    const std::vector<CollectiveResult>& collectives) {
  applications_ = applications;
  collectives_ = collectives;
  std::vector<Shown> shown = shownOf(applications, collectives);
  if (shown == shown_ && widget() != nullptr) return;
  shown_ = std::move(shown);
  showBars();
}

QString RankTimesView::headOf(const ApplicationResult& application) {
  const QString name = QString::fromStdString(application.name);
  switch (application.end) {
    case ApplicationEnd::finished:
      return std::isfinite(application.slowdown)
                 ? tr("%1: done after %2, %3 times the ideal network's %4")
                       .arg(name, cyclesText(application.completion),
                            realText(application.slowdown, 3), cyclesText(application.ideal))
                 : tr("%1: done after %2").arg(name, cyclesText(application.completion));
    case ApplicationEnd::stalled:
      return tr("%1: stalled, its ranks wait for what will not come").arg(name);
    case ApplicationEnd::unfinished:
      break;
  }
  return tr("%1: not done yet").arg(name);
}

std::vector<RankTimesView::Shown> RankTimesView::shownOf(
    const std::vector<ApplicationResult>& applications,
    const std::vector<CollectiveResult>& collectives) const {
  constexpr qsizetype kMostTold = 8;
  std::vector<Shown> all;
  for (const ApplicationResult& each : applications) {
    Shown shown{headOf(each), backgroundWords(each), {}, {}, {}, rankBars(*theme_, each)};
    for (const CollectiveResult& collective : collectives)
      if (collective.application == each.name && shown.collectives.size() < kMostTold)
        shown.collectives << collectiveWords(collective);
    for (const std::string& line : each.stalled) shown.stalled << QString::fromStdString(line);
    if (const Sentence advice = eagerAdvice(each); !advice.empty())
      shown.stalled << engineText(advice);
    if (each.end == ApplicationEnd::finished && std::isfinite(each.path.contention))
      shown.path.push_back(pathBar(*theme_, each));
    all.push_back(std::move(shown));
  }
  return all;
}

void RankTimesView::showBars() {
  const int before = verticalScrollBar()->value();
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(6);
  if (shown_.empty()) {
    auto* hint =
        makeLabel(TextRole::hint,
                  tr("What the time of ranks goes into appears here while the run goes on."), page);
    hint->setWordWrap(true);
    column->addWidget(hint);
  }
  const auto addBars = [&](const QString& head, const char* name,
                           const std::vector<TimeBar>& bars) {
    column->addWidget(makeLabel(TextRole::secondary, head, page));
    auto* shown = new TimeBars(name, page);
    shown->setBars(*theme_, bars);
    column->addWidget(shown);
  };
  for (const Shown& each : shown_) {
    auto* head = makeLabel(TextRole::bold, each.head, page);
    head->setWordWrap(true);
    column->addWidget(head);
    for (const QString& line : each.stalled)
      column->addWidget(makeLabel(TextRole::secondary, line, page));
    if (!each.background.isEmpty()) {
      auto* line = makeLabel(TextRole::secondary, each.background, page);
      line->setObjectName(QStringLiteral("timesBackground"));
      line->setWordWrap(true);
      line->setToolTip(
          tr("The mean over the ranks. What computation does not hide is exposed: with one such "
             "collective at a time, max(0, its time − the computation beside it)."));
      column->addWidget(line);
    }
    if (!each.collectives.empty()) {
      column->addWidget(makeLabel(TextRole::secondary, tr("Collectives that took longest"), page));
      auto* lines = makeLabel(TextRole::hint, each.collectives.join(QLatin1Char('\n')), page);
      lines->setObjectName(QStringLiteral("timesCollectives"));
      lines->setWordWrap(true);
      lines->setToolTip(
          tr("As the NCCL Tests measure them (doc/PERFORMANCE.md, NVIDIA): the time of a call is "
             "the mean over its ranks; the algorithm bandwidth is the size of the whole array by "
             "that time; the bus bandwidth is that times 2 (n − 1) / n for an all-reduce of n "
             "ranks, (n − 1) / n for the others, and 1 for a broadcast or a reduction, so that it "
             "can be compared with the bandwidth of a cable."));
      column->addWidget(lines);
    }
    if (!each.path.empty())
      addBars(tr("Critical path: what the completion waited for"), "times.path", each.path);
    if (!each.ranks.empty()) addBars(tr("Time of each rank"), "times.ranks", each.ranks);
  }
  column->addStretch();
  setWidget(page);
  verticalScrollBar()->setValue(before);
}

}  // namespace hopscope
