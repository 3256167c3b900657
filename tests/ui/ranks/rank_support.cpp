// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/ranks/rank_support.h"

#include <QAction>
#include <QTest>

#include "engine/design/application_text.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/actions.h"
#include "ui/shell/run_mode.h"

namespace hopscope::test {

Design quietMesh() {
  Design design = meshDesign(true);
  design.settings["traffic.load"] = 0.0;
  return design;
}

Design meshOfRanks(const char* application) {
  Design design = quietMesh();
  if (hasErrors(addApplication(design, application))) qFatal("no application");
  return design;
}

void finishRun(MainWindow& window) {
  window.runMode().setSpeed(0);
  window.actions().at("run.toggle")->trigger();
  QTRY_VERIFY_WITH_TIMEOUT(runOf(window).results().has_value(), 20'000);
}

}  // namespace hopscope::test
