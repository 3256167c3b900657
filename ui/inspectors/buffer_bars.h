// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

#include "ui/widgets/rows_widget.h"

namespace hopscope {

/// One buffer: what waits in it, and what is on its way to it.
struct BufferRow {
  QString name;
  std::uint32_t flits = 0;    ///< waiting in it
  std::uint32_t claimed = 0;  ///< credits its sender has spent: waiting, under way, or not yet told
  std::uint32_t room = 0;     ///< its size; 0: unbounded

  bool operator==(const BufferRow&) const = default;
};

/// Buffers as bars: dark what waits, pale what the sender has no credit for although it is free.
class BufferBars : public RowsWidget<BufferRow> {
  Q_OBJECT

 public:
  explicit BufferBars(QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
  QString wordsOf(const BufferRow& row) const override;
};

}  // namespace hopscope
