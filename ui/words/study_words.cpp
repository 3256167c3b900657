// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/study_words.h"

#include <QObject>

#include "engine/design/catalogue.h"
#include "engine/study/study_columns.h"
#include "ui/words/engine_text.h"

namespace hopscope {

QString studyWords(const std::string& name) {
  if (name == "accepted_load") return QObject::tr("Accepted load");
  if (name == "offered_load") return QObject::tr("Offered load");
  if (name == "latency.mean") return QObject::tr("Mean latency, cycles");
  if (name == "latency.p99") return QObject::tr("99th percentile, cycles");
  for (const char* column : kWithInterval)
    if (name == intervalOf(column)) return QObject::tr("%1, ±").arg(studyWords(column));
  if (const auto parameter = findParameter(Design{}, name)) return engineText(parameter->label);
  return QString::fromStdString(name);
}

QString outcomeWord(ApplicationEnd outcome) {
  switch (outcome) {
    case ApplicationEnd::finished:
      return QObject::tr("finished");
    case ApplicationEnd::stalled:
      return QObject::tr("stalled");
    case ApplicationEnd::unfinished:
      break;
  }
  return QObject::tr("unfinished");
}

}  // namespace hopscope
