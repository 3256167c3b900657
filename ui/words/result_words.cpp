// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/result_words.h"

#include <limits>

#include "engine/simulation/parts_table.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

QString className(const ClassResult& packets) {
  for (const PathPartEntry& each : kPathParts)
    if (packets.name == each.words.said) return engineText(each.words.label);
  return QString::fromStdString(packets.name);
}

bool measuredNothing(const Results& results) {
  return !results.complete && results.replications.empty() && results.cycles > 0 &&
         results.measuredCycles == 0 && !(results.acceptedLoad > 0);
}

double measuredLoad(const Results& results) {
  return measuredNothing(results) ? std::numeric_limits<double>::quiet_NaN() : results.acceptedLoad;
}

QString acceptedText(const Results& results) {
  return loadText(measuredLoad(results), 3);
}

QString noLatencyWords(Verdict verdict) {
  return isOverloaded(verdict) ? QObject::tr("no steady state") : QString(QChar(0x2013));
}

}  // namespace hopscope
