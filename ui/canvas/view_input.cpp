// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/view_input.h"

#include <QKeyEvent>
#include <QWheelEvent>
#include <cmath>

namespace hopscope {

ViewKey viewKeyOf(const QKeyEvent& event) {
  const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
  if (modifiers == Qt::ControlModifier && event.key() == Qt::Key_0) return ViewKey::actualSize;
  if ((modifiers & (Qt::AltModifier | Qt::MetaModifier)) != 0) return ViewKey::none;
  if (event.key() == Qt::Key_Plus || event.key() == Qt::Key_Equal) return ViewKey::zoomIn;
  if (event.key() == Qt::Key_Minus) return ViewKey::zoomOut;
  if (event.key() != Qt::Key_F || (modifiers & Qt::ControlModifier) != 0) return ViewKey::none;
  return modifiers == Qt::ShiftModifier ? ViewKey::fitSelection : ViewKey::fit;
}

WheelMove wheelMoveOf(const QWheelEvent& event) {
  const QPoint turned = event.angleDelta();
  if ((event.modifiers() & Qt::ShiftModifier) != 0)
    return {{static_cast<double>(turned.x() != 0 ? turned.x() : turned.y()) / 2, 0}, 1};
  const bool touchpad = event.phase() != Qt::NoScrollPhase && !event.pixelDelta().isNull();
  if (touchpad && (event.modifiers() & Qt::ControlModifier) == 0)
    return {QPointF(event.pixelDelta()), 1};
  return {{}, std::pow(1.2, turned.y() / 120.0)};
}

bool keepsFromWindow(const QEvent& event) {
  if (event.type() != QEvent::ShortcutOverride) return false;
  const auto& key = static_cast<const QKeyEvent&>(event);
  const bool plain = (key.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == 0;
  return plain && (key.key() == Qt::Key_Space || key.key() == Qt::Key_Escape);
}

bool cameByKey(Qt::FocusReason reason) {
  return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
         reason == Qt::ShortcutFocusReason;
}

}  // namespace hopscope
