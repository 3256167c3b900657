// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/lookup_words.h"

#include <QObject>

#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

/// What the fill did to the set.
QString fillSentence(const Topology& topology, const CacheDetail& cache,
                     const LookupRecord& record) {
  const QString set = QString::number(record.set);
  if (record.evicted == kNone)
    return record.valid == 0 ? QObject::tr("Set %1 was empty.").arg(set)
                             : QObject::tr("Set %1 had a free line.").arg(set);
  const QString gone = cache.tagged ? QObject::tr("tag %1").arg(record.evicted)
                                    : terminalName(topology, record.evicted);
  if (cache.ways == 1)
    return QObject::tr("The one line of set %1 held %2, which is gone.").arg(set, gone);
  switch (cache.replacement) {
    case Replacement::lru:
      return QObject::tr("Set %1 was full; %2 is gone: %3 used after it.")
          .arg(set, gone, plural(record.age, "line was", "lines were"));
    case Replacement::lfu:
      return QObject::tr("Set %1 was full; %2 is gone: it was used least often.").arg(set, gone);
    case Replacement::fifo:
      return QObject::tr("Set %1 was full; %2 is gone: %3 filled after it.")
          .arg(set, gone, plural(record.age, "line was", "lines were"));
    default:
      return QObject::tr("Set %1 was full; %2 is gone.").arg(set, gone);
  }
}

}  // namespace

QString outcomeWord(LookupOutcome outcome) {
  switch (outcome) {
    case LookupOutcome::hit:
      return QObject::tr("hit");
    case LookupOutcome::merged:
      return QObject::tr("being fetched");
    case LookupOutcome::compulsory:
      return QObject::tr("compulsory miss");
    case LookupOutcome::capacity:
      return QObject::tr("capacity miss");
    case LookupOutcome::conflict:
      return QObject::tr("conflict miss");
    case LookupOutcome::unclassified:
      break;
  }
  return QObject::tr("miss");
}

QString outcomeSentence(const Topology& topology, const CacheDetail& cache,
                        const LookupRecord& record) {
  QString name = terminalName(topology, record.destination);
  if (cache.tagged) name = QObject::tr("tag %1 of %2").arg(record.key).arg(name);
  const QString set = QString::number(record.set);
  switch (record.outcome) {
    case LookupOutcome::hit:
      return QObject::tr("Hit: %1 stands in set %2, way %3. %4")
          .arg(name, set, QString::number(record.way),
               record.age == 0
                   ? QObject::tr("It was the last one used there.")
                   : QObject::tr("Since its last use %1 used there.")
                         .arg(plural(record.age, "other line was", "other lines were")));
    case LookupOutcome::merged:
      return QObject::tr("Waited: %1 was being fetched already for an earlier packet.").arg(name);
    case LookupOutcome::compulsory:
      return QObject::tr("Missed: %1 is asked for here for the first time. ").arg(name) +
             fillSentence(topology, cache, record);
    case LookupOutcome::capacity:
      return QObject::tr(
                 "Missed: since %1 was last asked for, more destinations came by than the "
                 "%2 hold. ")
                 .arg(name, plural(static_cast<qint64>(cache.sets) * cache.ways, "line can",
                                   "lines can")) +
             fillSentence(topology, cache, record);
    case LookupOutcome::conflict:
      return QObject::tr(
                 "Missed: too many destinations share set %1; with one set of all lines "
                 "%2 would still be there. ")
                 .arg(set, name) +
             fillSentence(topology, cache, record);
    case LookupOutcome::unclassified:
      break;
  }
  return QObject::tr("Missed: %1 is not in set %2. ").arg(name, set) +
         fillSentence(topology, cache, record);
}

}  // namespace hopscope
