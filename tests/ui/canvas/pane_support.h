// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

#include "ui/canvas/canvas_pane.h"
#include "ui/document/design_document.h"

namespace hopscope::test {

/// A shown pane with a Dragonfly of 9 groups of 4 routers, its canvas in focus.
struct DragonflyPane {
  CanvasPane pane{Theme::light()};
  DesignDocument document;

  DragonflyPane() {
    Design design;
    design.settings["topology.kind"] = std::string("dragonfly");
    design.settings["topology.p"] = std::int64_t{2};
    design.settings["topology.a"] = std::int64_t{4};
    design.settings["topology.h"] = std::int64_t{2};
    document.load(design);
    pane.canvas().setDocument(&document);
    pane.resize(720, 760);
    pane.show();
    static_cast<void>(QTest::qWaitForWindowExposed(&pane));
    pane.canvas().setFocus();
  }
};

}  // namespace hopscope::test
