// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/pictures/circuit_pictures.h"

#include <QAbstractButton>
#include <QAction>
#include <QTest>
#include <string>
#include <string_view>
#include <utility>

#include "tests/ui/shell/window_support.h"
#include "ui/circuits/circuits_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/explore_mode.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"

namespace hopscope::test {

namespace {

void awaitCycle(MainWindow& window, Cycle cycle) {
  if (!QTest::qWaitFor([&] { return window.runMode().run().snapshot().cycle >= cycle; }, 30'000))
    qFatal("a screen did not come");
}

}  // namespace

void takeCircuitPictures(const std::function<MainWindow&()>& fresh,
                         const std::function<void(const char* name)>& save) {
  MainWindow* window = nullptr;
  for (const int terminals : {16, 128}) {
    window = &fresh();
    Design design = window->session().document().design();
    design.name = "Hybrid crossbar";
    design.settings = {{"topology.kind", std::string("crossbar")},
                       {"topology.terminals", std::int64_t{terminals}},
                       {"switch.model", std::string("hybrid")},
                       {"switch.guard", std::int64_t{1}},
                       {"traffic.load", 0.3},
                       {"run.warmup", std::int64_t{1000}},
                       {"run.measure", std::int64_t{100'000}}};
    window->session().document().load(design);
    window->runMode().setSpeed(0);
    window->runMode().step(4007);
    awaitCycle(*window, 4007);
    QTest::qWait(500);
    CircuitsPanel& panel = window->runMode().circuits();
    const auto name = [&](const char* page) {
      return "circuits-" + std::to_string(terminals) + '-' + page;
    };
    save(name("slots").c_str());
    panel.showPage(CircuitsPanel::Page::circuits);
    save(name("matrix").c_str());
    panel.showPage(CircuitsPanel::Page::scheduler);
    for (int i = 0; i < 5; ++i) button(*window, QStringLiteral("pass.next"))->click();
    save(name("pass").c_str());
  }
  for (const char* kind : {"torus", "crossbar"}) {
    Design design;
    design.name = "Slots that move on";
    design.settings = {{"topology.kind", std::string(kind)},
                       {"switch.model", std::string("slotted")},
                       {"switch.best_effort", std::string("free")},
                       {"switch.circuits", std::string("self+1; self+5; self+9")},
                       {"switch.slots", std::int64_t{16}},
                       {"traffic.load", 0.15},
                       {"run.measure", std::int64_t{100'000}}};
    window->session().document().load(design);
    window->runMode().step(6007);
    awaitCycle(*window, 6007);
    QTest::qWait(500);
    save((std::string("circuits-shifted-") + kind).c_str());
  }
  // Circuits along paths: a few of many, and those of a tree.
  Design mesh;
  mesh.settings = {{"topology.kind", std::string("mesh")},
                   {"switch.model", std::string("slotted")},
                   {"run.measure", std::int64_t{100'000}}};
  Design tree;
  tree.settings = {{"topology.kind", std::string("k_ary_n_tree")},
                   {"switch.model", std::string("hybrid")},
                   {"traffic.pattern", std::string("bit_complement")},
                   {"traffic.load", 0.3},
                   {"run.measure", std::int64_t{100'000}}};
  for (const auto& [name, design] : {std::pair("circuits-of-one", mesh), {"circuits-tree", tree}}) {
    window->session().document().load(design);
    window->runMode().step(4003);
    awaitCycle(*window, 4003);
    if (std::string_view(name) == "circuits-of-one")
      window->session().document().select({{}, {9}, {}});
    QTest::qWait(500);
    save(name);
  }
  window->actions().at("mode.explore")->trigger();
  window->exploreMode().showPage(ExploreMode::Page::matching);
  for (int i = 0; i < 9; ++i) button(*window, QStringLiteral("matching.next"))->click();
  save("explore-matching");
  window->exploreMode().showPage(ExploreMode::Page::trees);
  save("explore-trees");
  window->actions().at("mode.run")->trigger();
}

}  // namespace hopscope::test
