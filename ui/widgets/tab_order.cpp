// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tab_order.h"

#include <QWidget>
#include <vector>

namespace hopscope {

namespace {

bool isReached(const QWidget* widget) {
  return (widget->focusPolicy() & Qt::TabFocus) != 0;
}

}  // namespace

void tabBefore(QWidget* next, const QWidget* block) {
  std::vector<QWidget*> inside;
  for (QWidget* each = block->nextInFocusChain(); each != block; each = each->nextInFocusChain())
    if (isReached(each) && block->isAncestorOf(each)) inside.push_back(each);
  // Only widgets that Tab reaches can be put after each other.
  QWidget* before = next->previousInFocusChain();
  while (!isReached(before)) before = before->previousInFocusChain();
  for (QWidget* each : inside) {
    QWidget::setTabOrder(before, each);
    before = each;
  }
}

}  // namespace hopscope
