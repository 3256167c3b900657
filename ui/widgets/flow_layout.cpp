// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/flow_layout.h"

#include <algorithm>

namespace hopscope {

FlowLayout::~FlowLayout() {
  for (QLayoutItem* each : items_) delete each;
}

void FlowLayout::addItem(QLayoutItem* item) {
  items_.push_back(item);
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index < 0 || index >= count() ? nullptr : items_[static_cast<std::size_t>(index)];
}

QLayoutItem* FlowLayout::takeAt(int index) {
  QLayoutItem* item = itemAt(index);
  if (item != nullptr) items_.erase(items_.begin() + index);
  return item;
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  place(rect.marginsRemoved(contentsMargins()), true);
}

QSize FlowLayout::sizeHint() const {
  QSize size(0, 0);
  for (const QLayoutItem* each : items_) {
    const QSize one = each->sizeHint();
    size = {size.width() + one.width() + (size.width() > 0 ? spacing() : 0),
            std::max(size.height(), one.height())};
  }
  return size.grownBy(contentsMargins());
}

QSize FlowLayout::minimumSize() const {
  QSize size(0, 0);
  for (const QLayoutItem* each : items_) size = size.expandedTo(each->minimumSize());
  return size.grownBy(contentsMargins());
}

int FlowLayout::heightForWidth(int width) const {
  const QMargins around = contentsMargins();
  return place({0, 0, width - around.left() - around.right(), 0}, false) + around.top() +
         around.bottom();
}

int FlowLayout::place(const QRect& room, bool move) const {
  int x = 0, y = 0, tall = 0;
  for (QLayoutItem* each : items_) {
    const QSize size = each->sizeHint().boundedTo({std::max(1, room.width()), QWIDGETSIZE_MAX});
    if (x > 0 && x + size.width() > room.width()) {
      x = 0;
      y += tall;
      tall = 0;
    }
    if (move) each->setGeometry({room.topLeft() + QPoint(x, y), size});
    x += size.width() + spacing();
    tall = std::max(tall, size.height());
  }
  return y + tall;
}

}  // namespace hopscope
