// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/circuit_words.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <iterator>
#include <tuple>

#include "ui/circuits/slots_shown.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

/// Slots whose holders are told one by one.
constexpr std::size_t kMostHolders = 4;

const PairQueue* queueOf(const CircuitDetail& detail, std::uint32_t input, std::uint32_t output) {
  const auto found =
      std::lower_bound(detail.queues.begin(), detail.queues.end(), std::tie(input, output),
                       [](const PairQueue& queue, const auto& pair) {
                         return std::tie(queue.input, queue.output) < pair;
                       });
  return found != detail.queues.end() && found->input == input && found->output == output ? &*found
                                                                                          : nullptr;
}

QString holderWords(const PairState::Holder& holder) {
  QStringList who;
  if (holder.output != kNone) who << QObject::tr("its input sends to output %1").arg(holder.output);
  if (holder.input != kNone) who << QObject::tr("input %1 has its output").arg(holder.input);
  return QObject::tr("in slot %1 %2").arg(holder.slot).arg(who.join(QObject::tr(" and ")));
}

QString stateWords(const CircuitDetail& detail, const PairState& state) {
  using Waits = PairState::Waits;
  switch (state.waits) {
    case Waits::nothing:
      return QObject::tr("nobody asks for a circuit");
    case Waits::request:
      return QObject::tr("its request is on the way to the scheduler");
    case Waits::grant:
      return QObject::tr("it gets a circuit in %1; its interface has not heard of it yet")
          .arg(slotList(state.inSlots));
    case Waits::slot:
      return QObject::tr("a circuit in %1, waits for the turn").arg(slotList(state.inSlots));
    case Waits::sending:
      return QObject::tr("a circuit in %1, whose turn it is").arg(slotList(state.inSlots));
    case Waits::pass:
      if (detail.tree)
        return QObject::tr(
                   "asks for a circuit; both ports are free in %1, waits for the scheduler or for "
                   "channels between the switches")
            .arg(slotList(state.inSlots));
      return QObject::tr("asks for a circuit; both ports are free in %1, waits for the scheduler")
          .arg(slotList(state.inSlots));
    case Waits::input:
    case Waits::ports:
      break;
  }
  QStringList holders;
  for (const PairState::Holder& holder : state.holders)
    if (holders.size() < static_cast<qsizetype>(kMostHolders)) holders << holderWords(holder);
  const std::size_t others = state.holders.size() - static_cast<std::size_t>(holders.size());
  if (others > 0)
    holders << QObject::tr("and so in %1")
                   .arg(plural(static_cast<qint64>(others), "slot more", "slots more"));
  if (holders.isEmpty())
    return detail.circuitSlots == 0
               ? QObject::tr("there are no slots of circuits")
               : QObject::tr("asks for a circuit, but all slots are loaded for the whole run");
  return QObject::tr("asks for a circuit and waits for a port: %1")
      .arg(holders.join(QStringLiteral("; ")));
}

QString plainTurnWords(const CircuitDetail& detail, std::size_t turn) {
  const SlotTurn& each = detail.turns[turn];
  const QString name = slotName(each.slot, detail.circuitSlots);
  switch (each.fate) {
    case SlotFate::skipped:
      return QObject::tr("Cycle %1, %2: skipped, as nothing is set up there.")
          .arg(wholeText(each.begin), name);
    case SlotFate::preempted:
      return QObject::tr("Cycle %1, %2: preempted, as no circuit has data.")
          .arg(wholeText(each.begin), name);
    case SlotFate::used:
      break;
  }
  std::uint64_t flits = 0;
  for (std::uint32_t output = 0; output < detail.ports; ++output)
    flits += detail.link(turn, output).flits;
  return QObject::tr("Cycles %1 to %2, %3: %4.")
      .arg(wholeText(each.begin), wholeText(each.end), name,
           plural(static_cast<qint64>(flits), "flit", "flits"));
}

}  // namespace

QString slotList(const std::vector<std::uint32_t>& which) {
  QStringList numbers;
  for (const std::uint32_t slot : which) numbers << QString::number(slot);
  if (numbers.size() == 1) return QObject::tr("slot %1").arg(numbers.front());
  if (numbers.size() > 8) return plural(numbers.size(), "slot", "slots");
  const QString last = numbers.isEmpty() ? QString() : numbers.takeLast();
  return QObject::tr("slots %1 and %2").arg(numbers.join(QStringLiteral(", ")), last);
}

QString pairWords(const CircuitDetail& detail, std::uint32_t input, std::uint32_t output) {
  if (input >= detail.ports || output >= detail.ports) return {};
  QStringList parts{stateWords(detail, stateOf(detail, input, output))};
  if (input < detail.wormTo.size() && detail.wormTo[input] == output)
    parts << QObject::tr("a worm is connected");
  if (const PairQueue* queue = queueOf(detail, input, output)) {
    if (queue->circuit > 0)
      parts << QObject::tr("%1 for the circuit")
                   .arg(plural(queue->circuit, "flit waits", "flits wait"));
    if (queue->worms > 0)
      parts << QObject::tr("%1 as worms").arg(plural(queue->worms, "flit waits", "flits wait"));
  }
  return QObject::tr("Input %1 to output %2: %3.")
      .arg(QString::number(input), QString::number(output), parts.join(QStringLiteral("; ")));
}

QString turnWords(const CircuitDetail& detail, std::size_t turn) {
  const QString words = plainTurnWords(detail, turn);
  const Cycle flushed = detail.turns[turn].flushed;
  if (flushed < 0) return words;
  return QObject::tr("%1 Processors flushed their circuits at cycle %2.")
      .arg(words, wholeText(flushed));
}

QString linkTurnWords(const CircuitDetail& detail, std::size_t turn, std::uint32_t output) {
  const SlotTurn& each = detail.turns[turn];
  if (each.fate != SlotFate::used) return turnWords(detail, turn);
  const LinkTurn& link = detail.link(turn, output);
  const QString flits = plural(link.flits, "flit", "flits");
  QString what;
  if (each.slot >= detail.circuitSlots)
    what = QObject::tr("worms to output %1, %2").arg(QString::number(output), flits);
  else if (link.input == kNone)
    what = QObject::tr("output %1 has no circuit").arg(output);
  else
    what = QObject::tr("circuit from input %1 to output %2, %3")
               .arg(QString::number(link.input), QString::number(output), flits);
  return QObject::tr("Cycles %1 to %2, %3: %4.")
      .arg(wholeText(each.begin), wholeText(each.end), slotName(each.slot, detail.circuitSlots),
           what);
}

QString cellWords(const CellArray& cells, std::uint32_t input, std::uint32_t output) {
  const ArrayCell& cell = cells.at(input, output);
  QString what;
  switch (cell.action) {
    case CellAction::release:
      what = QObject::tr("no longer asked for: the circuit ends");
      break;
    case CellAction::establish:
      what = QObject::tr("asked for, and both ports are free: a circuit is made");
      break;
    case CellAction::blocked:
      what = cell.inputBusy && cell.outputBusy
                 ? QObject::tr("asked for, but both ports are busy: blocked")
             : cell.inputBusy ? QObject::tr("asked for, but the input is busy: blocked")
                              : QObject::tr("asked for, but the output is busy: blocked");
      break;
    case CellAction::none:
      what = cell.here ? QObject::tr("asked for, and in this slot already")
             : cell.established && cell.requested
                 ? QObject::tr("asked for, and served in another slot")
                 : QObject::tr("not asked for");
      break;
  }
  const auto bit = [](bool set) { return QString(QLatin1Char(set ? '1' : '0')); };
  return QObject::tr("Input %1, output %2: %3. L %4, A %5, D %6, T %7.")
      .arg(QString::number(input), QString::number(output), what, bit(cell.asks),
           bit(cell.outputBusy), bit(cell.inputBusy), bit(cell.toggles));
}

}  // namespace hopscope
