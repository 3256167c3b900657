// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include "tests/ui/explore/exploring.h"
#include "ui/shell/actions.h"
#include "ui/studies/cluster_dialog.h"
#include "ui/studies/study_page.h"

namespace hopscope::test {

/// Does something in the design space or with studies, as `what` says (0 to 3); returns what.
inline QString exploreSomething(MainWindow& window, int what) {
  if (what < 2) {
    DesignSpacePage& page = smallSpace(window);
    const int row = what * page.model().rowCount() / 2;
    page.findChild<QTableView*>(QStringLiteral("spaceTable"))
        ->setCurrentIndex(page.model().index(row, 0));
    QTest::mouseClick(button(window, QStringLiteral("spaceOpen")), Qt::LeftButton);
    return QStringLiteral("a candidate");
  }
  window.setMode(MainWindow::Mode::explore);
  window.exploreMode().showPage(ExploreMode::Page::studies);
  auto* page = window.findChild<StudyPage*>();
  if (page->running()) {
    page->stop();
    if (!QTest::qWaitFor([&] { return !page->running(); }, 10'000)) qFatal("a study does not stop");
    return QStringLiteral("stops a study");
  }
  if (what == 2) QTest::mouseClick(button(window, QStringLiteral("studyNew")), Qt::LeftButton);
  // What is there of it is looked at in all ways, and then within a range.
  page->setRanges({});
  for (const char* view :
       {"studyPanels", "studyPoints", "studyMap", "studyParallel", "studyCurves"})
    QTest::mouseClick(button(window, QLatin1String(view)), Qt::LeftButton);
  window.actions().at("study.cluster")->trigger();
  window.findChild<ClusterDialog*>()->close();
  page->setRanges({{"traffic.load", {0.1, 0.5}}});
  page->run();
  return QStringLiteral("runs a study");
}

}  // namespace hopscope::test
