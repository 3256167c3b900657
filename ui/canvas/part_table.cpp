// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/part_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

/// The first column that shows rates, by kind.
constexpr int kFirstRate[] = {5, 3, 3};
constexpr int kColumns[] = {7, 5, 4};

int at(PartTable::Kind kind) {
  return static_cast<int>(kind);
}

}  // namespace

PartTable::PartTable(Kind kind, QObject* parent) : QAbstractTableModel(parent), kind_(kind) {}

void PartTable::setNetwork(std::shared_ptr<const Topology> topology) {
  if (topology == topology_) return;
  beginResetModel();
  topology_ = std::move(topology);
  utilization_.clear();
  hitRate_.clear();
  endResetModel();
}

void PartTable::setHeat(const NetworkHeat& heat) {
  if (heat.empty() && utilization_.empty()) return;
  utilization_ = heat.channelUtilization;
  hitRate_ = heat.routerHitRate;
  if (rowCount() == 0) return;
  emit dataChanged(index(0, kFirstRate[at(kind_)]), index(rowCount() - 1, columnCount() - 1),
                   {Qt::DisplayRole, kSortRole});
}

int PartTable::rowCount(const QModelIndex& parent) const {
  if (parent.isValid() || !topology_) return 0;
  switch (kind_) {
    case Kind::routers:
      return static_cast<int>(topology_->routerCount());
    case Kind::terminals:
      return static_cast<int>(topology_->terminalCount());
    case Kind::channels:
      break;
  }
  return static_cast<int>(topology_->channelCount());
}

int PartTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns[at(kind_)];
}

double PartTable::utilization(ChannelId channel) const {
  return channel < utilization_.size() ? static_cast<double>(utilization_[channel])
                                       : std::numeric_limits<double>::quiet_NaN();
}

PartTable::Cell PartTable::rate(double share) const {
  if (std::isnan(share)) return {QStringLiteral("–"), -1.0};
  return {percentText(share), share};
}

PartTable::Cell PartTable::routerCell(RouterId router, int column) const {
  const Topology& topology = *topology_;
  const auto number = [](qint64 value) { return Cell{QString::number(value), value}; };
  switch (column) {
    case 0:
      return {asTitle(routerName(topology, router)), qint64{topology.routerIds[router]}};
    case 1:
      return number(topology.group[router]);
    case 2:
      return number(topology.position[router]);
    case 3:
      return number(topology.radix(router));
    default:
      break;
  }
  int terminals = 0;
  double busiest = std::numeric_limits<double>::quiet_NaN();
  for (PortIndex port = 0; port < topology.radix(router); ++port) {
    const Port& here = topology.port(router, port);
    terminals += here.peer.isTerminal ? 1 : 0;
    busiest = std::fmax(busiest, utilization(here.out));
  }
  if (column == 4) return number(terminals);
  if (column == 5) return rate(busiest);
  return rate(router < hitRate_.size() ? static_cast<double>(hitRate_[router])
                                       : std::numeric_limits<double>::quiet_NaN());
}

PartTable::Cell PartTable::terminalCell(TerminalId terminal, int column) const {
  const Topology& topology = *topology_;
  const TerminalPlace& place = topology.terminals[terminal];
  switch (column) {
    case 0:
      return {asTitle(terminalName(topology, terminal)), qint64{topology.terminalIds[terminal]}};
    case 1:
      return {asTitle(routerName(topology, place.router)),
              qint64{topology.routerIds[place.router]}};
    case 2:
      return {QString::number(place.port), qint64{place.port}};
    default:
      return rate(utilization(2 * place.link + (column == 4 ? 1 : 0)));
  }
}

PartTable::Cell PartTable::channelCell(ChannelId channel, int column) const {
  const Topology& topology = *topology_;
  const auto end = [&](const LinkEnd& where) {
    // Terminals behind routers, both by id.
    const qint64 id =
        where.isTerminal ? topology.terminalIds[where.node] : topology.routerIds[where.node];
    return Cell{asTitle(endName(topology, where)), (where.isTerminal ? qint64{1} << 40 : 0) + id};
  };
  switch (column) {
    case 0:
      return end(topology.from(channel));
    case 1:
      return end(topology.to(channel));
    case 2: {
      const QString kind = QString::fromStdString(topology.classOf(channel / 2).label);
      return {kind, kind};
    }
    default:
      return rate(utilization(channel));
  }
}

QVariant PartTable::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const bool words = kind_ == Kind::channels    ? index.column() < 3
                     : kind_ == Kind::terminals ? index.column() < 2
                                                : index.column() < 1;
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != kSortRole) return {};
  const auto row = static_cast<std::uint32_t>(index.row());
  const Cell cell = kind_ == Kind::routers     ? routerCell(row, index.column())
                    : kind_ == Kind::terminals ? terminalCell(row, index.column())
                                               : channelCell(row, index.column());
  return role == kSortRole ? cell.sort : QVariant(cell.text);
}

QVariant PartTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  if (role == Qt::TextAlignmentRole) return data(index(0, section), Qt::TextAlignmentRole);
  if (role != Qt::DisplayRole) return {};
  switch (kind_) {
    case Kind::routers: {
      const QString names[] = {tr("Router"),    tr("Group"),          tr("Position"), tr("Ports"),
                               tr("Terminals"), tr("Busiest output"), tr("Hit rate")};
      return names[section];
    }
    case Kind::terminals: {
      const QString names[] = {tr("Terminal"), tr("Router"), tr("Port"), tr("Sends"),
                               tr("Receives")};
      return names[section];
    }
    case Kind::channels:
      break;
  }
  const QString names[] = {tr("From"), tr("To"), tr("Kind"), tr("Utilisation")};
  return names[section];
}

}  // namespace hopscope
