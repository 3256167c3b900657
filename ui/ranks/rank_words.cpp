// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/rank_words.h"

#include <QCoreApplication>
#include <array>

#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

QString rankName(const RankObservation& seen, std::uint32_t rank) {
  const RankNow& own = seen.ranks[rank];
  if (seen.plan->jobs.size() == 1) return QObject::tr("Rank %1").arg(own.inJob);
  return QObject::tr("Rank %1 of %2")
      .arg(own.inJob)
      .arg(QString::fromStdString(seen.jobName(rank)));
}

QString phaseWords(RankPhase phase) {
  switch (phase) {
    case RankPhase::computing:
      return QObject::tr("computes");
    case RankPhase::sending:
      return QObject::tr("sends");
    case RankPhase::receiving:
      return QObject::tr("receives");
    case RankPhase::waiting:
      return QObject::tr("waits");
    case RankPhase::finished:
      break;
  }
  return QObject::tr("has finished");
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

QString bytesText(double bytes) {
  static constexpr std::array<const char*, 4> kUnits{"B", "KiB", "MiB", "GiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < kUnits.size(); ++unit) bytes /= 1024;
  return withUnit(realText(bytes, unit == 0 || bytes >= 100 ? 0 : 1), kUnits[unit]);
}

}  // namespace hopscope
