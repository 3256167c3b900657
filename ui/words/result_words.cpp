// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/class_words.h"

#include "engine/simulation/parts_table.h"
#include "ui/words/engine_text.h"

namespace hopscope {

QString className(const ClassResult& packets) {
  for (const PathPartEntry& each : kPathParts)
    if (packets.name == each.words.said) return engineText(each.words.label);
  return QString::fromStdString(packets.name);
}

}  // namespace hopscope
