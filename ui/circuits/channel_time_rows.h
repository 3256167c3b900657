// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>

#include "ui/circuits/channel_slots_shown.h"
#include "ui/widgets/rows_widget.h"

namespace hopscope {

/// A part of the time of all channels.
struct ChannelTimeRow {
  enum class Kind { circuits, idle, effort, none };
  Kind kind = Kind::none;
  double share = 0;  ///< 0..1; NaN: not known

  bool operator==(const ChannelTimeRow&) const = default;
};

/// What channels spend their time on, a bar each: the colours of the table of slots.
class ChannelTimeRows : public RowsWidget<ChannelTimeRow> {
 public:
  explicit ChannelTimeRows(QWidget* parent = nullptr);

  void setTime(const ChannelTime& time, bool bestEffort);

 protected:
  void paintEvent(QPaintEvent* event) override;
  QString wordsOf(const ChannelTimeRow& row) const override;
};

}  // namespace hopscope
