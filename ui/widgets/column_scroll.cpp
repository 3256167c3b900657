// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/column_scroll.h"

#include <QScrollArea>
#include <QScrollBar>
#include <algorithm>

#include "ui/widgets/screen_room.h"

namespace hopscope {

QScrollArea* columnScroll(QWidget* content, QWidget* parent) {
  auto* scroll = new QScrollArea(parent);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);  // what lies in it has it
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  if (content != nullptr) scroll->setWidget(content);
  return scroll;
}

QScrollArea* dialogScroll(QWidget* content, QWidget* dialog) {
  QScrollArea* scroll = columnScroll(content, dialog);
  const int bar = scroll->verticalScrollBar()->sizeHint().width();
  scroll->setMinimumWidth(content->minimumSizeHint().width() + bar);
  return scroll;
}

void openUnscrolled(const QScrollArea& scroll, QWidget& dialog) {
  const QSize more = scroll.widget()->sizeHint() - scroll.sizeHint();
  const QSize whole = dialog.sizeHint() + QSize(0, std::max(0, more.height()));
  dialog.resize(whole.boundedTo(screenRoom(dialog)));
}

}  // namespace hopscope
