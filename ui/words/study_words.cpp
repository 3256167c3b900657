// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/study_words.h"

#include <QObject>
#include <vector>

#include "engine/design/catalogue.h"
#include "engine/design/sections.h"
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
  // Lists of settings ask for hundreds of them, each of which would put all sections together.
  static const std::vector<Section> usual = sections(Design{});
  if (const Parameter* parameter = find(usual, name)) return engineText(parameter->label);
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
