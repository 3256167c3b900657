// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine/switching/observation.h"
#include "engine/topology/topology.h"
#include "ui/widgets/rows_widget.h"

namespace hopscope {

/// A packet that waits at the front of a buffer.
struct WaitingRow {
  QString packet;    ///< "terminal 4 → terminal 9"
  QString place;     ///< "port 3, VC 1"
  QString reason;    ///< why
  Cycle waited = 0;  ///< -1: not known

  bool operator==(const WaitingRow&) const = default;
};

/// Who waits at a router for one of its outputs, the longest first.
std::vector<WaitingRow> waitingRows(const RouterDetail& detail, PortIndex output,
                                    const Topology& topology);

/// Who waits for a channel, where, for how long, and why.
class WaitingList : public RowsWidget<WaitingRow> {
  Q_OBJECT

 public:
  explicit WaitingList(QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
  QString wordsOf(const WaitingRow& row) const override;
};

}  // namespace hopscope
