// SPDX-License-Identifier: GPL-3.0-or-later
// The words that stand behind numbers, where a translator finds them.
#include <QtGlobal>

#include "ui/shell/numbers.h"

namespace hopscope {

const std::vector<const char*>& unitWords() {
  static const std::vector<const char*> words{
      QT_TRANSLATE_NOOP("Units", "%"),
      QT_TRANSLATE_NOOP("Units", "G"),
      QT_TRANSLATE_NOOP("Units", "M"),
      QT_TRANSLATE_NOOP("Units", "buffer"),
      QT_TRANSLATE_NOOP("Units", "buffers"),
      QT_TRANSLATE_NOOP("Units", "cycle"),
      QT_TRANSLATE_NOOP("Units", "cycle/s"),
      QT_TRANSLATE_NOOP("Units", "cycles"),
      QT_TRANSLATE_NOOP("Units", "cycles/s"),
      QT_TRANSLATE_NOOP("Units", "design"),
      QT_TRANSLATE_NOOP("Units", "designs"),
      QT_TRANSLATE_NOOP("Units", "file"),
      QT_TRANSLATE_NOOP("Units", "files"),
      QT_TRANSLATE_NOOP("Units", "finding"),
      QT_TRANSLATE_NOOP("Units", "findings"),
      QT_TRANSLATE_NOOP("Units", "flit-hops/s"),
      QT_TRANSLATE_NOOP("Units", "flits"),
      QT_TRANSLATE_NOOP("Units", "flits/cycle"),
      QT_TRANSLATE_NOOP("Units", "frames/s"),
      QT_TRANSLATE_NOOP("Units", "h"),
      QT_TRANSLATE_NOOP("Units", "hit"),
      QT_TRANSLATE_NOOP("Units", "hits"),
      QT_TRANSLATE_NOOP("Units", "hot output"),
      QT_TRANSLATE_NOOP("Units", "hot outputs"),
      QT_TRANSLATE_NOOP("Units", "k"),
      QT_TRANSLATE_NOOP("Units", "link"),
      QT_TRANSLATE_NOOP("Units", "links"),
      QT_TRANSLATE_NOOP("Units", "load"),
      QT_TRANSLATE_NOOP("Units", "loads"),
      QT_TRANSLATE_NOOP("Units", "min"),
      QT_TRANSLATE_NOOP("Units", "mm"),
      QT_TRANSLATE_NOOP("Units", "override"),
      QT_TRANSLATE_NOOP("Units", "overrides"),
      QT_TRANSLATE_NOOP("Units", "phase"),
      QT_TRANSLATE_NOOP("Units", "phases"),
      QT_TRANSLATE_NOOP("Units", "point"),
      QT_TRANSLATE_NOOP("Units", "points"),
      QT_TRANSLATE_NOOP("Units", "port"),
      QT_TRANSLATE_NOOP("Units", "ports"),
      QT_TRANSLATE_NOOP("Units", "replication"),
      QT_TRANSLATE_NOOP("Units", "replications"),
      QT_TRANSLATE_NOOP("Units", "router"),
      QT_TRANSLATE_NOOP("Units", "routers"),
      QT_TRANSLATE_NOOP("Units", "run"),
      QT_TRANSLATE_NOOP("Units", "runs"),
      QT_TRANSLATE_NOOP("Units", "s"),
      QT_TRANSLATE_NOOP("Units", "terminal"),
      QT_TRANSLATE_NOOP("Units", "terminals"),
      QT_TRANSLATE_NOOP("Units", "change"),
      QT_TRANSLATE_NOOP("Units", "changes"),
      QT_TRANSLATE_NOOP("Units", "channel"),
      QT_TRANSLATE_NOOP("Units", "channels"),
      QT_TRANSLATE_NOOP("Units", "copies"),
      QT_TRANSLATE_NOOP("Units", "copy"),
      QT_TRANSLATE_NOOP("Units", "equal setting hidden"),
      QT_TRANSLATE_NOOP("Units", "equal settings hidden"),
      QT_TRANSLATE_NOOP("Units", "row"),
      QT_TRANSLATE_NOOP("Units", "rows"),
  };
  return words;
}

}  // namespace hopscope
