// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/path_figures.h"

#include <QObject>
#include <optional>

#include "engine/simulation/parts_table.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

std::vector<PathFigure> pathFigures(const Results& results) {
  std::vector<PathFigure> figures;
  const auto count = [&](const QString& name, const std::optional<std::uint64_t>& value) {
    if (value) figures.push_back({name, wholeText(static_cast<qint64>(*value))});
  };
  if (results.nonminimalFraction > 0) {
    figures.push_back(
        {QObject::tr("Non-minimal packets"), percentText(results.nonminimalFraction, 1)});
    // The only kind of them says the same again.
    const bool several = results.paths.other != results.nonminimalFraction;
    for (const PathPartEntry& each : onScreen(kPathParts))
      if (const double share = results.paths.*each.part; several && share > 0)
        figures.push_back(
            {QObject::tr("Packets %1").arg(engineText(each.words.label)), percentText(share, 1)});
  }
  count(QObject::tr("Paths drawn anew"), results.recomputations);
  if (results.packetsReordered.value_or(0) > 0) {
    count(QObject::tr("Reordered packets"), results.packetsReordered);
    figures.push_back(
        {QObject::tr("Largest displacement"),
         withUnit(wholeText(static_cast<qint64>(results.largestDisplacement.value_or(0))),
                  "packets")});
  }
  count(QObject::tr("Pauses"), results.pauses);
  if (results.pauses)
    figures.push_back(
        {QObject::tr("Paused, share of the channels' time"), percentText(results.paused, 2)});
  count(QObject::tr("Notices of congestion"), results.noticesSent);
  count(QObject::tr("Notices dropped"), results.noticesDropped);
  return figures;
}

}  // namespace hopscope
