// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/circuits/slots_shown.h"
#include "ui/widgets/rows_widget.h"

namespace hopscope {

/// A row of the table; `slot` kNone stands for all that are not shown by themselves.
struct SlotRow {
  std::uint32_t slot = 0, circuitSlots = 0;
  SlotShown shown;
  bool current = false;
  std::uint32_t others = 0;  ///< slots that the row stands for beside the first

  bool operator==(const SlotRow&) const = default;
};

/// The slots one below the other: circuits, a bar of the time with and without data, how often each
/// was passed over. Of many only the first, and the rest together.
class SlotTable : public RowsWidget<SlotRow> {
 public:
  explicit SlotTable(QWidget* parent = nullptr);

  void setShown(const SlotsShown& shown);

 protected:
  void paintEvent(QPaintEvent* event) override;
  QString wordsOf(const SlotRow& row) const override;
};

}  // namespace hopscope
