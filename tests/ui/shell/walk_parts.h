// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QMenu>
#include <QTest>

#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/find_box.h"
#include "ui/canvas/heat_menu.h"
#include "ui/canvas/network_canvas.h"
#include "ui/shell/project_session.h"

namespace hopscope::test {

/// Chooses an entry of the menu of colours, where it can be chosen; its name.
inline QString chooseColours(HeatMenu& menu, int entry) {
  QAction* action = menu.menu()->actions().at(entry);
  QString name = action->text();
  if (action->isEnabled()) action->trigger();
  return name;
}

/// Looks for a router by its number, with keys; what went wrong, or empty.
inline QString findRouter(MainWindow& window, RouterId router) {
  DesignDocument& document = window.session().document();
  window.canvasPane().canvas().setFocus();
  pressKeys(window, Qt::Key_F, Qt::ControlModifier);
  auto* box = window.findChild<FindBox*>();
  if (box == nullptr || !box->isVisible()) return QStringLiteral("no box to find in");
  QTest::keyClicks(&box->field(),
                   QStringLiteral("router %1").arg(document.topology()->routerIds[router]));
  const bool hit = !box->hits().empty();
  QTest::keyClick(&box->field(), hit ? Qt::Key_Return : Qt::Key_Escape);
  if (!hit) return QStringLiteral("a router is not found");
  return document.selection().routers.count(router) == 1
             ? QString()
             : QStringLiteral("another router was found");
}

}  // namespace hopscope::test
