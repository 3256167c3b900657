// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/dock_layout.h"

#include <QDataStream>
#include <QDockWidget>
#include <QEvent>
#include <QList>
#include <QMainWindow>
#include <QMetaObject>
#include <QRect>
#include <algorithm>

namespace hopscope {

namespace {

/// Layouts of another version, whose panels have other neighbours, are not restored.
constexpr int kVersion = 2;

}  // namespace

DockLayout::DockLayout(QMainWindow& window) : QObject(&window), window_(window) {
  window.installEventFilter(this);
}

// Docks that have just got their places are not yet where they will be: each is as wide as its
// column.
void DockLayout::setColumns(const ColumnWidths& widths) {
  widths_ = widths;
  QList<QDockWidget*> docks;
  QList<int> each;
  const auto take = [&](Qt::DockWidgetArea side, int width) {
    QDockWidget* dock = columnAt(side).widest;
    if (dock == nullptr || width == 0) return;
    docks << dock;
    each << width;
  };
  take(Qt::LeftDockWidgetArea, widths.left);
  take(Qt::RightDockWidgetArea, widths.right);
  if (!docks.isEmpty()) window_.resizeDocks(docks, each, Qt::Horizontal);
}

QByteArray DockLayout::save() const {
  QByteArray saved;
  QDataStream stream(&saved, QIODevice::WriteOnly);
  stream << window_.saveState(kVersion) << widths_.left << widths_.right;
  return saved;
}

bool DockLayout::restore(const QByteArray& saved) {
  QByteArray state;
  ColumnWidths widths;
  QDataStream stream(saved);
  stream >> state >> widths.left >> widths.right;
  if (!window_.restoreState(state, kVersion)) return false;
  widths_ = widths;
  if (window_.isVisible()) apply();  // else once it has its size
  return true;
}

DockLayout::Column DockLayout::columnAt(Qt::DockWidgetArea side) const {
  Column column;
  QRect room;
  for (QDockWidget* each :
       window_.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    if (each->isHidden() || each->isFloating() || window_.dockWidgetArea(each) != side) continue;
    // Behind a tab it waits above the window, as wide as it was when it was last seen.
    if (each->geometry().bottom() < 0) continue;
    room |= each->geometry();
    if (column.widest == nullptr || each->width() > column.widest->width()) column.widest = each;
  }
  column.width = room.width();
  return column;
}

void DockLayout::apply() {
  QList<QDockWidget*> docks;
  QList<int> widths;
  const auto take = [&](Qt::DockWidgetArea side, int width) {
    const Column column = columnAt(side);
    if (column.widest == nullptr || width == 0 || column.width == width) return;
    docks << column.widest;
    widths << std::max(1, column.widest->width() + width - column.width);
  };
  take(Qt::LeftDockWidgetArea, widths_.left);
  take(Qt::RightDockWidgetArea, widths_.right);
  if (!docks.isEmpty()) window_.resizeDocks(docks, widths, Qt::Horizontal);
}

/// A column that is dragged may push the other one, which wants that no less.
void DockLayout::noteDragged() {
  const int left = columnAt(Qt::LeftDockWidgetArea).width,
            right = columnAt(Qt::RightDockWidgetArea).width;
  if (left != 0 && left != pressed_.left) widths_.left = left;
  if (right != 0 && right != pressed_.right) widths_.right = right;
}

/// What the mouse does to the window itself, it does to what separates its docks.
bool DockLayout::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &window_) {
    if (event->type() == QEvent::MouseButtonPress)
      pressed_ = {columnAt(Qt::LeftDockWidgetArea).width, columnAt(Qt::RightDockWidgetArea).width};
    if (event->type() == QEvent::MouseButtonRelease) noteDragged();
    if (event->type() == QEvent::Resize)  // which the window has yet to see
      QMetaObject::invokeMethod(this, &DockLayout::apply, Qt::QueuedConnection);
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace hopscope
