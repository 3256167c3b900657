// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/frozen_table.h"

#include <QHeaderView>
#include <QScrollBar>

namespace hopscope {

FrozenTable::FrozenTable(QWidget* parent) : QTableWidget(parent), first_(new QTableView(this)) {
  first_->setObjectName(QStringLiteral("frozenColumn"));
  first_->setAccessibleName(tr("First column"));
  first_->setModel(model());
  first_->setSelectionModel(selectionModel());
  first_->setProperty("frozen", true);
  first_->setFocusPolicy(Qt::NoFocus);
  first_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  first_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  for (QTableView* view : {static_cast<QTableView*>(this), first_}) {
    view->setFrameShape(QFrame::NoFrame);
    view->setShowGrid(false);
    view->setEditTriggers(NoEditTriggers);
    view->setSelectionBehavior(SelectRows);
    view->setWordWrap(false);
    view->setVerticalScrollMode(ScrollPerPixel);
    view->setHorizontalScrollMode(ScrollPerPixel);
    view->verticalHeader()->hide();
    view->horizontalHeader()->hide();
    view->horizontalHeader()->setMinimumSectionSize(24);
  }
  // Without one, the style fills the corner between the scroll bars with white.
  setCornerWidget(new QWidget(this));
  connect(verticalScrollBar(), &QScrollBar::valueChanged, first_->verticalScrollBar(),
          &QScrollBar::setValue);
  connect(first_->verticalScrollBar(), &QScrollBar::valueChanged, verticalScrollBar(),
          &QScrollBar::setValue);
  connect(horizontalHeader(), &QHeaderView::sectionResized, this, &FrozenTable::place);
  connect(first_, &QTableView::pressed, this, [this] { setFocus(Qt::MouseFocusReason); });
}

void FrozenTable::setRowHeight(int height) {
  for (QTableView* view : {static_cast<QTableView*>(this), first_})
    view->verticalHeader()->setDefaultSectionSize(height);
}

void FrozenTable::scrollTo(const QModelIndex& index, ScrollHint hint) {
  QTableWidget::scrollTo(index, hint);
  // What the first column covers cannot be seen.
  const int covered = first_->width() - visualRect(index).left();
  if (index.column() > 0 && covered > 0)
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - covered);
}

void FrozenTable::resizeEvent(QResizeEvent* event) {
  QTableWidget::resizeEvent(event);
  place();
}

void FrozenTable::place() {
  for (int column = 1; column < columnCount(); ++column) first_->setColumnHidden(column, true);
  first_->setColumnWidth(0, columnWidth(0));
  first_->setGeometry(QRect(viewport()->pos(), QSize(columnWidth(0), viewport()->height())));
  first_->verticalScrollBar()->setValue(verticalScrollBar()->value());
}

}  // namespace hopscope
