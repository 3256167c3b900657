// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/pictures/rank_pictures.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QListWidget>
#include <QTest>

#include "engine/design/application_text.h"
#include "tests/ui/shell/window_support.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/ranks/critical_path_view.h"
#include "ui/ranks/rank_chart.h"
#include "ui/ranks/ranks_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/compare_view.h"
#include "ui/studies/messages_compared.h"
#include "ui/studies/messages_dialog.h"
#include "ui/studies/ranks_compared.h"

namespace hopscope::test {

namespace {

void wait(const std::function<bool()>& condition) {
  if (!QTest::qWaitFor(condition, 120'000)) qFatal("waited in vain");
}

using Save = std::function<void(const char*)>;
using Write = std::function<void(QWidget&, const char*)>;

/// Two jobs on the canvas, near and far, what they are going to send, and two runs compared.
void takeSeen(MainWindow& window, const Save& save, const Write& write) {
  Design design = window.session().document().design();
  design.settings["topology.dimensions"] = std::vector<std::int64_t>{8, 8};
  design.settings["topology.terminals_per_router"] = std::int64_t{2};
  if (hasErrors(addApplication(design,
                               "halo(ranks=64 iterations=30 bytes=900 operations=300 compute=1)")))
    qFatal("no application");
  for (const char* mapping : {"linear", "random"}) {
    design.settings["applications.1.mapping"] = std::string(mapping);
    window.session().document().load(design);
    window.canvasPane().setQuantity(HeatQuantity::ranks);
    window.runMode().step(2'500);
    wait([&] { return window.runMode().run().snapshot().cycle >= 2'500; });
    QTest::qWait(700);
    save((std::string("ranks-seen-") + mapping).c_str());
    window.actions().at("run.toggle")->trigger();
    wait([&] { return window.runMode().run().results().has_value(); });
  }
  window.canvasPane().canvas().fitParts({{20, 21, 28, 29}, {}, {}});
  save("ranks-near");
  answerModal([&](QWidget* dialog) {
    dialog->findChild<QComboBox*>(QStringLiteral("untilEvent"))->setCurrentIndex(1);
    emit dialog->findChild<QComboBox*>(QStringLiteral("untilEvent"))->activated(1);
    QTest::qWait(200);
    write(*dialog, "ranks-until");
    dialog->close();
  });
  window.actions().at("run.until")->trigger();
  window.actions().at("study.messages")->trigger();
  auto* dialog = window.findChild<MessagesDialog*>();
  wait([&] { return !dialog->counting(); });
  write(*dialog, "ranks-planned");
  dialog->close();
  window.actions().at("mode.compare")->trigger();
  window.compareMode().choose({window.session().runs()[0].id, window.session().runs()[1].id});
  button(window, QStringLiteral("compareRanks"))->click();
  save("ranks-compare");
  button(window, QStringLiteral("ranksRepeat"))->click();
  wait([&] { return !window.compareMode().view().ranks().charts().empty(); });
  save("ranks-compare-timelines");
  button(window, QStringLiteral("comparedMessages"))->click();
  wait([&] { return !window.compareMode().view().ranks().messages().matrices().empty(); });
  save("ranks-compare-messages");
}

}  // namespace

void takeRankPictures(MainWindow& window, const Save& save, const Write& write) {
  Design design = window.session().document().design();
  design.name = "CG on a torus";
  design.settings = {{"topology.kind", std::string("torus")}, {"traffic.load", 0.0}};
  if (hasErrors(addApplication(design, "npb_cg(ranks=16 class=S iterations=4)")))
    qFatal("no application");
  window.session().document().load(design);
  window.runMode().setSpeed(0);
  window.runMode().step(40'000);
  wait([&] { return window.runMode().run().snapshot().cycle >= 40'000; });
  QTest::qWait(500);
  RanksPanel& panel = window.runMode().ranks();
  save("ranks-timeline");
  panel.chart().showRange({20'000, 21'500});
  panel.chart().pointAt(RankChart::Place{5, 20'700});
  save("ranks-close");
  panel.showPage(RanksPanel::Page::messages);
  save("ranks-messages");
  window.runMode().setSpeed(0);
  window.actions().at("run.toggle")->trigger();
  wait([&] { return window.runMode().run().results().has_value(); });
  panel.showPage(RanksPanel::Page::times);
  QTest::qWait(300);
  save("ranks-times");
  panel.showPage(RanksPanel::Page::path);
  panel.path().list().setCurrentRow(0);
  save("ranks-path");
  takeSeen(window, save, write);
}

}  // namespace hopscope::test
