// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/arrange_flows.h"

#include <QMenu>
#include <QWidget>
#include <initializer_list>

#include "ui/canvas/canvas_pane.h"
#include "ui/shell/actions.h"
#include "ui/shell/array_dialog.h"
#include "ui/shell/project_session.h"

namespace hopscope {

namespace {

struct AlignVerb {
  const char* id;
  Alignment alignment;
};
constexpr AlignVerb kAlign[] = {
    {"arrange.left", Alignment::left},     {"arrange.center", Alignment::center},
    {"arrange.right", Alignment::right},   {"arrange.top", Alignment::top},
    {"arrange.middle", Alignment::middle}, {"arrange.bottom", Alignment::bottom},
};

struct SpreadVerb {
  const char* id;
  Spread spread;
};
constexpr SpreadVerb kSpread[] = {{"arrange.across", Spread::across},
                                  {"arrange.down", Spread::down}};

struct ConnectVerb {
  const char* id;
  LinkPattern pattern;
};
constexpr ConnectVerb kConnect[] = {{"connect.mesh", LinkPattern::fullMesh},
                                    {"connect.ring", LinkPattern::ring},
                                    {"connect.tree", LinkPattern::tree}};

void fill(QMenu* menu, const Actions& actions, std::initializer_list<const char*> ids) {
  for (const char* id : ids) {
    if (*id == '-')
      menu->addSeparator();
    else
      menu->addAction(actions.at(id));
  }
}

}  // namespace

ArrangeFlows::ArrangeFlows(ProjectSession& session, Actions& actions, CanvasPane& pane,
                           QWidget* window)
    : QObject(window), session_(session), actions_(actions), pane_(pane), window_(window) {
  for (const AlignVerb& verb : kAlign)
    connect(actions.at(verb.id), &QAction::triggered, this, [this, alignment = verb.alignment] {
      DesignDocument& document = session_.document();
      document.align(document.selection(), alignment);
    });
  for (const SpreadVerb& verb : kSpread)
    connect(actions.at(verb.id), &QAction::triggered, this, [this, spread = verb.spread] {
      DesignDocument& document = session_.document();
      document.spread(document.selection(), spread);
    });
  for (const ConnectVerb& verb : kConnect)
    connect(actions.at(verb.id), &QAction::triggered, this, [this, pattern = verb.pattern] {
      DesignDocument& document = session_.document();
      document.connectAll(document.selection().routers, pattern);
    });
  connect(actions.at("edit.array"), &QAction::triggered, this, &ArrangeFlows::askForArray);
  connect(actions.at("view.fitSelection"), &QAction::triggered, &pane, &CanvasPane::fitSelection);
  connect(actions.at("view.groups"), &QAction::triggered, &pane.canvas(),
          &NetworkCanvas::toggleSelectedGroups);
  connect(&pane.canvas(), &NetworkCanvas::contextMenuRequested, this, &ArrangeFlows::showMenu);
  update();
}

void ArrangeFlows::setEditing(bool editing) {
  editing_ = editing;
  update();
}

void ArrangeFlows::documentShown() {
  connect(&session_.document(), &DesignDocument::selectionChanged, this, &ArrangeFlows::update,
          Qt::UniqueConnection);
  // A generated network that became a drawn one can have names.
  connect(&session_.document(), &DesignDocument::changed, this, &ArrangeFlows::onChanged,
          Qt::UniqueConnection);
  update();
}

void ArrangeFlows::onChanged(const DesignChange& change) {
  if (change.structure) update();
}

void ArrangeFlows::update() {
  Parts selection;
  if (session_.isOpen()) selection = session_.document().selection();
  const std::size_t placed = selection.routers.size() + selection.terminals.size();
  for (const AlignVerb& verb : kAlign) actions_.at(verb.id)->setEnabled(editing_ && placed >= 2);
  for (const SpreadVerb& verb : kSpread) actions_.at(verb.id)->setEnabled(editing_ && placed >= 3);
  const std::size_t routers = selection.routers.size();
  for (const ConnectVerb& verb : kConnect) {
    const std::size_t links =
        verb.pattern == LinkPattern::fullMesh ? routers * (routers - 1) / 2 : routers;
    actions_.at(verb.id)->setEnabled(editing_ && routers >= 2 && links <= kMostPatternLinks);
  }
  actions_.at("edit.name")->setEnabled(editing_ && pane_.canvas().canNameSelection());
  const bool anyLink = !selection.links.empty();
  for (const char* id : {"edit.bend", "edit.straighten"})
    actions_.at(id)->setEnabled(editing_ && anyLink);
  actions_.at("edit.array")->setEnabled(editing_ && placed > 0);
  actions_.at("view.groups")->setEnabled(session_.isOpen() && pane_.canvas().hasGroups());
  actions_.at("view.fitSelection")->setEnabled(session_.isOpen() && !selection.empty());
}

void ArrangeFlows::askForArray() {
  if (!session_.isOpen()) return;
  DesignDocument& document = session_.document();
  const Parts selection = document.selection();
  ArrayDialog dialog(ArrayDialog::stepFor(document), window_);
  if (dialog.exec() != QDialog::Accepted) return;
  const Parts added =
      document.duplicateArray(selection, dialog.columns(), dialog.rows(), dialog.step());
  if (added.empty()) return;
  Parts all = added;
  all.routers.insert(selection.routers.begin(), selection.routers.end());
  all.terminals.insert(selection.terminals.begin(), selection.terminals.end());
  // A generated network became a drawn one, its parts in the same order.
  document.select({all.routers, all.terminals, {}});
  pane_.fitSelection();
}

void ArrangeFlows::addArrangeMenus(QMenu* menu, const Actions& actions) {
  fill(menu->addMenu(tr("Align")), actions,
       {"arrange.left", "arrange.center", "arrange.right", "-", "arrange.top", "arrange.middle",
        "arrange.bottom", "-", "arrange.across", "arrange.down"});
  fill(menu->addMenu(tr("Connect selected")), actions,
       {"connect.mesh", "connect.ring", "connect.tree"});
}

void ArrangeFlows::showMenu(QPoint globalPosition) {
  if (!session_.isOpen()) return;
  auto* menu = new QMenu(window_);
  menu->setObjectName(QStringLiteral("canvasMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (editing_) {
    fill(menu, actions_, {"edit.cut", "edit.copy", "edit.paste", "edit.duplicate", "edit.array"});
    menu->addSeparator();
    addArrangeMenus(menu, actions_);
    fill(menu, actions_, {"edit.name", "edit.bend", "edit.straighten"});
    menu->addSeparator();
    fill(menu, actions_, {"edit.delete", "-"});
  } else {
    fill(menu, actions_, {"edit.copy", "-"});
    const bool faults =
        actions_.at("run.fail")->isEnabled() || actions_.at("run.restore")->isEnabled();
    if (faults) fill(menu, actions_, {"run.fail", "run.restore", "-"});
  }
  fill(menu, actions_,
       {"edit.selectAll", "edit.find", "-", "view.groups", "view.fitSelection", "view.fit",
        "view.matrix"});
  menu->popup(globalPosition);
}

}  // namespace hopscope
