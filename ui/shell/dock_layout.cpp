// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/dock_layout.h"

#include <QDataStream>
#include <QDockWidget>
#include <QEvent>
#include <QList>
#include <QMainWindow>
#include <QMetaObject>

namespace hopscope {

namespace {

/// Layouts of another version, whose panels have other neighbours, are not restored.
constexpr int kVersion = 2;

}  // namespace

DockLayout::DockLayout(QMainWindow& window) : QObject(&window), window_(window) {
  window.installEventFilter(this);
}

void DockLayout::setColumns(const ColumnWidths& widths) {
  widths_ = widths;
  apply();
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
  setColumns(widths);
  return true;
}

QDockWidget* DockLayout::dockAt(Qt::DockWidgetArea side) const {
  QDockWidget* uppermost = nullptr;
  for (QDockWidget* each :
       window_.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    if (each->isHidden() || each->isFloating() || window_.dockWidgetArea(each) != side) continue;
    // Behind a tab it waits above the window, as wide as it was when it was last seen.
    if (each->geometry().bottom() < 0) continue;
    if (uppermost == nullptr || each->y() < uppermost->y()) uppermost = each;
  }
  return uppermost;
}

int DockLayout::widthAt(Qt::DockWidgetArea side) const {
  const QDockWidget* dock = dockAt(side);
  return dock != nullptr ? dock->width() : 0;
}

void DockLayout::apply() {
  QList<QDockWidget*> docks;
  QList<int> widths;
  const auto take = [&](Qt::DockWidgetArea side, int width) {
    QDockWidget* dock = dockAt(side);
    if (dock == nullptr || width == 0 || dock->width() == width) return;
    docks << dock;
    widths << width;
  };
  take(Qt::LeftDockWidgetArea, widths_.left);
  take(Qt::RightDockWidgetArea, widths_.right);
  if (!docks.isEmpty()) window_.resizeDocks(docks, widths, Qt::Horizontal);
}

/// A column that is dragged may push the other one, which wants that no less.
void DockLayout::noteDragged() {
  const int left = widthAt(Qt::LeftDockWidgetArea), right = widthAt(Qt::RightDockWidgetArea);
  if (left != 0 && left != pressed_.left) widths_.left = left;
  if (right != 0 && right != pressed_.right) widths_.right = right;
}

/// What the mouse does to the window itself, it does to what separates its docks.
bool DockLayout::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &window_) {
    if (event->type() == QEvent::MouseButtonPress)
      pressed_ = {widthAt(Qt::LeftDockWidgetArea), widthAt(Qt::RightDockWidgetArea)};
    if (event->type() == QEvent::MouseButtonRelease) noteDragged();
    if (event->type() == QEvent::Resize)  // which the window has yet to see
      QMetaObject::invokeMethod(this, &DockLayout::apply, Qt::QueuedConnection);
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace hopscope
