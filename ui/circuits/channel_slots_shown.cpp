// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/channel_slots_shown.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <limits>

#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

std::vector<ChannelSlotsRow> channelSlotsOf(const Topology& topology, const ShiftedDetail& detail,
                                            RouterId router) {
  std::vector<ChannelSlotsRow> rows(topology.radix(router));
  std::vector<std::uint32_t> rowOf(topology.channelCount(), kNone);
  for (PortIndex p = 0; p < rows.size(); ++p) {
    rows[p].channel = topology.port(router, p).out;
    rows[p].owners.assign(detail.slotCount, kNone);
    rowOf[rows[p].channel] = p;
  }
  for (std::uint32_t entry = 0; entry < detail.planned->size(); ++entry) {
    const PlannedCircuit& circuit = (*detail.planned)[entry];
    for (std::size_t hop = 0; hop < circuit.path.size(); ++hop)
      if (const std::uint32_t row = rowOf[circuit.path[hop]]; row != kNone)
        rows[row].owners[(circuit.slot + hop) % detail.slotCount] = entry;
  }
  return rows;
}

ChannelTime channelTimeOf(const ShiftedDetail& detail) {
  const double cycles =
      static_cast<double>(detail.now) * static_cast<double>(detail.onChannel.size());
  if (cycles <= 0) {
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    return {kUnknown, kUnknown, kUnknown, kUnknown};
  }
  double owned = 0, all = 0, effort = 0;
  for (const PlannedCircuit& each : *detail.planned) owned += static_cast<double>(each.path.size());
  for (const std::uint64_t each : detail.onChannel) all += static_cast<double>(each);
  for (const std::uint64_t each : detail.effort) effort += static_cast<double>(each);
  ChannelTime time;
  time.circuits = (all - effort) / cycles;
  time.effort = effort / cycles;
  const double share = owned / (static_cast<double>(detail.slotCount) *
                                static_cast<double>(detail.onChannel.size()));
  time.idle = std::clamp(share - time.circuits, 0.0, 1 - time.circuits - time.effort);
  time.none = std::max(0.0, 1 - time.circuits - time.effort - time.idle);
  return time;
}

std::uint32_t firstOfPair(const PlannedCircuits& planned, std::uint32_t entry) {
  while (entry > 0 && planned[entry - 1].source == planned[entry].source &&
         planned[entry - 1].destination == planned[entry].destination)
    --entry;
  return entry;
}

QString slotOwnerWords(const Topology& topology, const ShiftedDetail& detail,
                       const ChannelSlotsRow& row, std::uint32_t slot) {
  const std::uint32_t entry = row.owners[slot];
  QStringList parts;
  if (entry == kNone) {
    parts << (detail.bestEffort ? QObject::tr("nobody's: for best effort")
                                : QObject::tr("nobody's: it stays empty"));
  } else {
    const PlannedCircuit& circuit = (*detail.planned)[entry];
    parts << QObject::tr("circuit from %1 to %2, which leaves in slot %3")
                 .arg(terminalName(topology, circuit.source),
                      terminalName(topology, circuit.destination), QString::number(circuit.slot));
    const std::uint32_t pair = firstOfPair(*detail.planned, entry);
    if (pair < detail.sent.size())
      parts << QObject::tr("%1 sent").arg(
          plural(static_cast<qint64>(detail.sent[pair]), "flit", "flits"));
    if (pair < detail.waiting.size() && detail.waiting[pair] > 0)
      parts << plural(detail.waiting[pair], "flit waits", "flits wait");
  }
  if (row.channel < detail.queued.size() && detail.queued[row.channel] > 0)
    parts << QObject::tr("behind the channel %1 of best effort")
                 .arg(plural(detail.queued[row.channel], "flit waits", "flits wait"));
  return QObject::tr("Slot %1, %2: %3.")
      .arg(QString::number(slot), channelName(topology, row.channel),
           parts.join(QStringLiteral("; ")));
}

QString roundWords(const ShiftedDetail& detail) {
  std::size_t pairs = 0;
  for (std::uint32_t i = 0; i < detail.planned->size(); ++i)
    pairs += firstOfPair(*detail.planned, i) == i ? 1 : 0;
  const QString circuits = pairs == 0 ? QObject::tr("no circuits, all travel by best effort")
                                      : plural(static_cast<qint64>(pairs), "circuit", "circuits");
  const QString effort = pairs == 0       ? QString()
                         : detail.idleToo ? QObject::tr("; best effort wherever no circuit sends")
                         : detail.bestEffort
                             ? QObject::tr("; best effort in slots that no circuit has")
                             : QString();
  return QObject::tr("A round of %1 of %2; %3%4.")
      .arg(plural(detail.slotCount, "slot", "slots"), plural(detail.slotLength, "cycle", "cycles"),
           circuits, effort);
}

}  // namespace hopscope
