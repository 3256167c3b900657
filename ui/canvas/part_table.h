// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "engine/topology/topology.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

/// The routers, terminals or channels of a network as a table: the canvas for those who read it
/// line by line. Rows are dense ids.
class PartTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum class Kind { routers, terminals, channels };
  /// What rows are sorted by: numbers as numbers, missing ones lowest.
  static constexpr int kSortRole = Qt::UserRole;

  explicit PartTable(Kind kind, QObject* parent = nullptr);

  Kind kind() const { return kind_; }
  void setNetwork(std::shared_ptr<const Topology> topology);
  /// Rates of the shown network; empty: dashes.
  void setHeat(const NetworkHeat& heat);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  /// A cell: its words, and the number it is sorted by where it has one.
  struct Cell {
    QString text;
    QVariant sort;
  };
  Cell routerCell(RouterId router, int column) const;
  Cell terminalCell(TerminalId terminal, int column) const;
  Cell channelCell(ChannelId channel, int column) const;
  Cell rate(double share) const;
  double utilization(ChannelId channel) const;

  Kind kind_;
  std::shared_ptr<const Topology> topology_;
  std::vector<float> utilization_, hitRate_;
};

}  // namespace hopscope
