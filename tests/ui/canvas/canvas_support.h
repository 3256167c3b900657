// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>
#include <memory>

#include "ui/canvas/network_canvas.h"
#include "ui/document/design_document.h"

namespace hopscope::test {

/// A shown canvas of 800 × 600 with an empty document at 100 %, canvas place (0, 0) in the middle.
struct CanvasFixture {
  DesignDocument document;
  NetworkCanvas canvas{Theme::light()};

  CanvasFixture() {
    canvas.resize(800, 600);
    canvas.setDocument(&document);
    canvas.show();
    static_cast<void>(QTest::qWaitForWindowExposed(&canvas));
    canvas.setFocus();
  }

  QPoint pixel(QPointF place) const { return canvas.view().toPixels(place).toPoint(); }
  QPoint pixelOfRouter(RouterId router) const {
    const Point place = document.placement()->routers[router];
    return pixel({place.x, place.y});
  }
  QPoint pixelOfTerminal(TerminalId terminal) const {
    const Point place = document.placement()->terminals[terminal];
    return pixel({place.x, place.y});
  }

  void click(QPoint at, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseMove(&canvas, at);
    QTest::mouseClick(&canvas, Qt::LeftButton, modifiers, at);
    paint();
  }
  void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {},
            Qt::MouseButton button = Qt::LeftButton) {
    QTest::mouseMove(&canvas, from);
    QTest::mousePress(&canvas, button, modifiers, from);
    for (int i = 1; i <= 5; ++i) moveHeld(from + (to - from) * i / 5, button, modifiers);
    QTest::mouseRelease(&canvas, button, modifiers, to);
    paint();
  }
  /// QTest::mouseMove carries no buttons, so held moves are sent as the window system sends them.
  void moveHeld(QPoint at, Qt::MouseButton button = Qt::LeftButton,
                Qt::KeyboardModifiers modifiers = {}) {
    QMouseEvent event(QEvent::MouseMove, at, canvas.mapToGlobal(at), Qt::NoButton, button,
                      modifiers);
    QApplication::sendEvent(&canvas, &event);
  }
  void wheel(QPoint at, int notches, Qt::KeyboardModifiers modifiers = {}) {
    QWheelEvent event(at, canvas.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&canvas, &event);
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&canvas, key, modifiers);
    paint();
  }
  /// Shapes are picked as they were painted last.
  void paint() { static_cast<void>(canvas.grab()); }

  /// Two routers at (−160, 0) and (160, 0), placed with the mouse.
  void placeTwoRouters() {
    key(Qt::Key_R);
    click(pixel({-160, 0}));
    click(pixel({160, 0}));
    key(Qt::Key_V);
    document.select({});
  }
};

}  // namespace hopscope::test
