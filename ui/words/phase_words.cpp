// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/phase_words.h"

#include <QObject>

namespace hopscope {

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

}  // namespace hopscope
