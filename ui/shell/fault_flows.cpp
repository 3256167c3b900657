// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/fault_flows.h"

#include <QAction>
#include <algorithm>

#include "ui/shell/actions.h"

namespace hopscope {

namespace {

bool contains(const std::vector<std::uint32_t>& ids, std::uint32_t id) {
  return std::binary_search(ids.begin(), ids.end(), id);
}

}  // namespace

FaultFlows::FaultFlows(Actions& actions, QObject* parent) : QObject(parent), actions_(actions) {
  connect(actions.at("run.fail"), &QAction::triggered, this, [this] {
    Phase change;
    change.fail = live_;
    emit changeWanted(change);
  });
  connect(actions.at("run.restore"), &QAction::triggered, this, [this] {
    Phase change;
    change.restore = failed_;
    emit changeWanted(change);
  });
}

void FaultFlows::offer(const Topology& topology, const Parts& selection, const PartIds& failed) {
  live_ = failed_ = {};
  for (const LinkId link : selection.links) {
    if (link >= topology.linkCount() || topology.kindOf(link) == LinkKind::terminal) continue;
    const std::uint32_t id = topology.linkIds[link];
    (contains(failed.channels, id) ? failed_ : live_).channels.push_back(id);
  }
  for (const RouterId router : selection.routers) {
    if (router >= topology.routerCount()) continue;
    const std::uint32_t id = topology.routerIds[router];
    (contains(failed.routers, id) ? failed_ : live_).routers.push_back(id);
  }
  show("run.fail", live_, tr("Fail this link"), tr("Fail this router"),
       tr("Fail the selected parts"));
  show("run.restore", failed_, tr("Restore this link"), tr("Restore this router"),
       tr("Restore the selected parts"));
}

void FaultFlows::offerNothing() {
  actions_.at("run.fail")->setEnabled(false);
  actions_.at("run.restore")->setEnabled(false);
}

void FaultFlows::show(const char* action, const PartIds& parts, const QString& link,
                      const QString& router, const QString& several) {
  QAction* const shown = actions_.at(action);
  const std::size_t count = parts.channels.size() + parts.routers.size();
  shown->setEnabled(count > 0);
  shown->setText(count != 1 ? several : parts.routers.empty() ? link : router);
}

}  // namespace hopscope
