// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <Qt>

class QEvent;
class QKeyEvent;
class QWheelEvent;

/// What keys and wheel mean to every view of a network.
namespace hopscope {

enum class ViewKey { none, actualSize, zoomIn, zoomOut, fit, fitSelection };

ViewKey viewKeyOf(const QKeyEvent& event);

/// Does what the key means to a view with these verbs; false: nothing.
template <typename View>
bool answerViewKey(View& view, ViewKey key) {
  switch (key) {
    case ViewKey::actualSize:
      view.zoomTo(100);
      return true;
    case ViewKey::zoomIn:
      view.zoomIn();
      return true;
    case ViewKey::zoomOut:
      view.zoomOut();
      return true;
    case ViewKey::fit:
      view.fit();
      return true;
    case ViewKey::fitSelection:
      view.fitSelection();
      return true;
    case ViewKey::none:
      break;
  }
  return false;
}

/// What a turn of the wheel does: pan by pixels, or zoom about the pointer.
struct WheelMove {
  QPointF pan;
  double zoom = 1;
};

WheelMove wheelMoveOf(const QWheelEvent& event);

/// Space and Esc belong to the view while it has the focus, not to the window's shortcuts.
bool keepsFromWindow(const QEvent& event);

/// The focus came by keyboard: only then it needs a ring to be found.
bool cameByKey(Qt::FocusReason reason);

}  // namespace hopscope
