// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_style.h"

#include <QHeaderView>
#include <QTableView>

namespace hopscope {

namespace {
constexpr int kRowHeight = 24;
}

void styleTable(QTableView& table) {
  table.setFrameShape(QFrame::NoFrame);
  table.setShowGrid(false);
  table.setEditTriggers(QAbstractItemView::NoEditTriggers);
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
  table.setWordWrap(false);
  table.verticalHeader()->hide();
  table.verticalHeader()->setDefaultSectionSize(kRowHeight);
  table.horizontalHeader()->setHighlightSections(false);
}

void styleWideTable(QTableView& table, int headHeight) {
  styleTable(table);
  table.setSelectionMode(QAbstractItemView::SingleSelection);
  table.setTabKeyNavigation(false);
  table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  // Without one, the style fills the corner between the scroll bars with white.
  table.setCornerWidget(new QWidget(&table));
  table.horizontalHeader()->setFixedHeight(headHeight);
  table.horizontalHeader()->setSectionsMovable(true);
}

}  // namespace hopscope
