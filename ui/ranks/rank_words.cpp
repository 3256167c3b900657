// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_words.h"

#include <QCoreApplication>

#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/phase_words.h"

namespace hopscope {

QString rankName(const RankObservation& seen, std::uint32_t rank) {
  const RankNow& own = seen.ranks[rank];
  if (seen.plan->jobs.size() == 1) return QObject::tr("Rank %1").arg(own.inJob);
  return QObject::tr("Rank %1 of %2")
      .arg(own.inJob)
      .arg(QString::fromStdString(seen.jobName(rank)));
}

QString spanWords(const RankObservation& seen, const RankSpan& span) {
  QString words =
      QObject::tr("%1 %2 from %3 to %4: %5.")
          .arg(rankName(seen, span.rank), phaseWords(span.phase), wholeText(span.from),
               wholeText(span.to), cyclesText(static_cast<double>(span.to - span.from)));
  const RankNow& own = seen.ranks[span.rank];
  if (own.phase == RankPhase::waiting && span.to == seen.now && !own.waits.empty())
    words += QStringLiteral(" ") + QObject::tr("It %1.").arg(engineText(own.waits));
  return words;
}

QString rankCameWords(const RankObservation& seen, std::uint32_t rank,
                      const RankCondition& condition) {
  if (rank >= seen.ranks.size()) return {};
  const RankNow& own = seen.ranks[rank];
  switch (condition.event) {
    case RankCondition::Event::waits:
      return own.waits.empty()
                 ? QObject::tr("%1 waits since cycle %2.")
                       .arg(rankName(seen, rank), wholeText(own.since))
                 : QObject::tr("%1 waits since cycle %2: it %3.")
                       .arg(rankName(seen, rank), wholeText(own.since), engineText(own.waits));
    case RankCondition::Event::iteration:
      return QObject::tr("%1 has begun iteration %2.")
          .arg(rankName(seen, rank), wholeText(static_cast<qint64>(own.iteration)));
    case RankCondition::Event::finished:
      return QObject::tr("%1 has finished.").arg(rankName(seen, rank));
    case RankCondition::Event::none:
      break;
  }
  return {};
}

}  // namespace hopscope
