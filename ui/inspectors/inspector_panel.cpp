// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/inspector_panel.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/inspectors/link_inspector.h"
#include "ui/inspectors/packet_inspector.h"
#include "ui/inspectors/past_bar.h"
#include "ui/inspectors/router_inspector.h"
#include "ui/inspectors/run_summary.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"

namespace hopscope {

namespace {

constexpr int kRedrawMilliseconds = 100;

}  // namespace

InspectorPanel::InspectorPanel(QWidget* parent)
    : QWidget(parent), past_(new PastBar(this)), pages_(new QStackedWidget(this)) {
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->setSpacing(0);
  whole->addWidget(past_);
  whole->addWidget(pages_, 1);
  hint_ = new QWidget(this);
  auto* column = new QVBoxLayout(hint_);
  column->setContentsMargins(12, 12, 12, 12);
  auto* words = makeLabel(
      TextRole::label,
      tr("Start the run, then click a router, a terminal or a link to look inside."), hint_);
  words->setWordWrap(true);
  column->addWidget(words);
  column->addStretch();
  summary_ = new RunSummary;
  router_ = new RouterInspector;
  link_ = new LinkInspector;
  packet_ = new PacketInspector;
  pages_->addWidget(hint_);
  pages_->addWidget(fittedScroll(summary_, this));
  pages_->addWidget(fittedScroll(router_, this));
  pages_->addWidget(fittedScroll(link_, this));
  pages_->addWidget(fittedScroll(packet_, this));
  const auto clickLink = [this](LinkId link) {
    Parts parts;
    parts.links.insert(link);
    emit partsClicked(parts);
  };
  connect(summary_, &RunSummary::linkClicked, this, clickLink);
  connect(summary_, &RunSummary::findingClicked, this, &InspectorPanel::findingClicked);
  connect(summary_, &RunSummary::remedyWanted, this, &InspectorPanel::remedyWanted);
  connect(summary_, &RunSummary::trialWanted, this, &InspectorPanel::trialWanted);
  connect(router_, &RouterInspector::linkClicked, this, clickLink);
  connect(router_, &RouterInspector::otherCachesRequested, this,
          &InspectorPanel::otherCachesRequested);
  connect(link_, &LinkInspector::followRequested, this, &InspectorPanel::followRequested);
  connect(packet_, &PacketInspector::followRequested, this, &InspectorPanel::followRequested);
  connect(past_, &PastBar::insideRequested, this, &InspectorPanel::insideRequested);
  connect(link_, &LinkInspector::seekRequested, this, &InspectorPanel::seekRequested);
}

void InspectorPanel::setTheme(const Theme& theme) {
  summary_->setTheme(theme);
  router_->setTheme(theme);
  link_->setTheme(theme);
  packet_->setTheme(theme);
}

void InspectorPanel::show(const RunView& view, const Parts& selection, bool force) {
  if (!force && sinceShown_.isValid() && sinceShown_.elapsed() < kRedrawMilliseconds) return;
  sinceShown_.start();
  past_->show(view);
  if (!view.topology || view.heat == nullptr) {
    pages_->setCurrentIndex(0);
    return;
  }
  const Topology& topology = *view.topology;
  const std::size_t count =
      selection.routers.size() + selection.terminals.size() + selection.links.size();
  if (count == 1 && !selection.routers.empty() &&
      *selection.routers.begin() < topology.routerCount()) {
    router_->show(view, *selection.routers.begin());
    pages_->setCurrentIndex(2);
  } else if (count == 1 && !selection.terminals.empty() &&
             *selection.terminals.begin() < topology.terminalCount()) {
    link_->showTerminal(view, *selection.terminals.begin());
    pages_->setCurrentIndex(3);
  } else if (count == 1 && !selection.links.empty() &&
             *selection.links.begin() < topology.linkCount()) {
    link_->showLink(view, *selection.links.begin());
    pages_->setCurrentIndex(3);
  } else if (count == 0 && !view.past && view.snapshot != nullptr && view.followed != nullptr &&
             view.followed->source < topology.terminalCount()) {
    packet_->show(view);
    pages_->setCurrentIndex(4);
  } else {
    summary_->show(view);
    pages_->setCurrentIndex(1);
  }
}

}  // namespace hopscope
