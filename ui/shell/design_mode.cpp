// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/design_mode.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/design/design_json.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/document/selection_names.h"
#include "ui/drawing/icons.h"
#include "ui/inspectors/property_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock.h"
#include "ui/shell/dock_layout.h"
#include "ui/shell/project_panel.h"
#include "ui/shell/project_session.h"
#include "ui/shell/status_line.h"
#include "ui/studies/estimate_facts.h"
#include "ui/widgets/elided_button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/value_field.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

DesignMode::DesignMode(ProjectSession& session, Actions& actions, CanvasPane& pane,
                       StatusLine& status, QMainWindow& window)
    : QObject(&window), session_(session), pane_(pane), status_(status), window_(window) {
  strip_ = new QWidget(&window);
  makeStrip(actions);
  project_ = new ProjectPanel(session, &window);
  facts_ = new FactsPanel(&window);
  health_ = new HealthPanel(&window);
  properties_ = new PropertyPanel(&window);
  watcher_ = new HealthWatcher(this);
  projectDock_ = new Dock(tr("Project"), "dock.project", project_, &window);
  estimate_ = new EstimateWatch(this);
  factsDock_ = new Dock(tr("Facts"), "dock.facts", withEstimate(*facts_, *estimate_), &window);
  healthDock_ = new Dock(tr("Health"), "dock.health", health_, &window);
  propertiesDock_ = new Dock(tr("Properties"), "dock.properties", properties_, &window);
  connect(watcher_, &HealthWatcher::checked, this, &DesignMode::showHealth);
  connect(watcher_, &HealthWatcher::outdated, this, &DesignMode::waitForHealth);
  connect(health_, &HealthPanel::showMe, this,
          [this](const Finding& finding) { showFinding(finding); });
  connect(health_, &HealthPanel::fix, this, [this](const Remedy& remedy) {
    DesignDocument& document = session_.document();
    document.replaceDesign(remedied(document.design(), remedy), engineText(remedy.verb));
    watcher_->checkNow();
  });
  connect(health_, &HealthPanel::tryIt, this, &DesignMode::trialRequested);
  watcher_->setLastRun([this](const Design& design) -> std::optional<Results> {
    const auto& runs = session_.runs();
    if (runs.begin() == runs.end()) return std::nullopt;
    const std::string hash = designHash(design);
    const auto last = std::find_if(runs.rbegin(), runs.rend(), [&hash](const RunHead& run) {
      // What was stopped on the way says little of where it was going.
      return run.complete && run.designHash == hash;
    });
    const auto run = last == runs.rend() ? nullptr : runs.run(last->id);
    return run ? std::optional(run->results) : std::nullopt;
  });
  connect(&session, &ProjectSession::contentsChanged, project_, &ProjectPanel::refresh);
  connect(&session, &ProjectSession::contentsChanged, this, [this] {
    // A new run may show what no proof does.
    if (std::exchange(runs_, session_.runs().size()) != session_.runs().size())
      watcher_->checkSoon();
  });
  connect(&session, &ProjectSession::modifiedChanged, this, &DesignMode::showStatus);
  connect(actions.at("design.check"), &QAction::triggered, this, [this] {
    emit enterRequested();
    healthDock_->show();
    healthDock_->raise();
    watcher_->checkNow();
  });
  connect(actions.at("health.next"), &QAction::triggered, this, &DesignMode::nextFinding);
  connect(actions.at("layout.family"), &QAction::triggered, this,
          [this] { session_.document().resetLayout(); });
  connect(actions.at("layout.tidy"), &QAction::triggered, this,
          [this] { session_.document().tidyUp(); });
  connect(&status, &StatusLine::findingClicked, this, [this] {
    emit enterRequested();
    healthDock_->show();
    healthDock_->raise();
  });
  connect(&pane.canvas(), &NetworkCanvas::pointerMoved, this, &DesignMode::showPlace);
  // Once the fields show what came.
  connect(
      &session, &ProjectSession::designEdited, this, [this] { checkFields(); },
      Qt::QueuedConnection);
}

void DesignMode::makeStrip(Actions& actions) {
  auto* row = new QHBoxLayout(strip_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  for (const char* id : {"edit.undo", "edit.redo", "file.save"}) {
    auto* tool = new QToolButton(strip_);
    tool->setDefaultAction(actions.at(id));
    tool->setIconSize({16, 16});
    row->addWidget(tool);
  }
  row->addSpacing(2);
  row->addWidget(makeVerticalRule(20, strip_));
  row->addSpacing(2);
  const auto add = [&](QPushButton* made, const char* iconName, QAction* action) {
    made->setIconSize({16, 16});
    stripButtons_.emplace_back(made, QLatin1String(iconName));
    if (action != nullptr) {
      made->setObjectName(QStringLiteral("strip:") + action->objectName());
      made->setToolTip(action->toolTip());
      connect(made, &QPushButton::clicked, action, &QAction::trigger);
      connect(action, &QAction::changed, made,
              [made, action] { made->setEnabled(action->isEnabled()); });
    }
    row->addWidget(made);
  };
  add(new QPushButton(tr("Generate…"), strip_), "generate", actions.at("insert.generate"));
  auto* layout = new QPushButton(tr("Layout"), strip_);
  auto* menu = new QMenu(layout);
  menu->addAction(actions.at("layout.family"));
  menu->addAction(actions.at("layout.tidy"));
  layout->setMenu(menu);
  add(layout, "layers", nullptr);
  add(new QPushButton(tr("Check"), strip_), "check", actions.at("design.check"));
  row->addStretch();
  // In the narrowest window one button is too wide: the one that says most with half its words.
  auto* curve = new ElidedButton(strip_);
  curve->setWords(tr("Latency curve…"));
  add(curve, "curve", actions.at("study.curve"));
  run_ = new QPushButton(tr("Run"), strip_);
  run_->setObjectName(QStringLiteral("designRunButton"));
  run_->setProperty("primary", true);
  run_->setFont(fontOf(TextRole::bold));
  run_->setIconSize({16, 16});
  connect(run_, &QPushButton::clicked, actions.at("run.toggle"), &QAction::trigger);
  row->addWidget(run_);
}

std::vector<Dock*> DesignMode::docks() const {
  return {projectDock_, factsDock_, healthDock_, propertiesDock_};
}

void DesignMode::arrange(DockLayout& layout) {
  const bool wide = window_.width() >= 1600;
  window_.addDockWidget(Qt::LeftDockWidgetArea, projectDock_);
  window_.splitDockWidget(projectDock_, factsDock_, Qt::Vertical);
  window_.splitDockWidget(factsDock_, healthDock_, Qt::Vertical);
  window_.addDockWidget(Qt::RightDockWidgetArea, propertiesDock_);
  for (Dock* dock : docks()) {
    dock->setFloating(false);
    dock->show();
  }
  layout.setColumns({wide ? 264 : 232, wide ? 376 : 336});
  window_.resizeDocks({projectDock_, factsDock_, healthDock_}, {222, 286, 172}, Qt::Vertical);
}

void DesignMode::setTheme(const Theme& theme) {
  for (const auto& [button, name] : stripButtons_) button->setIcon(icon(name, theme, Tone::t1));
  run_->setIcon(icon(QStringLiteral("run"), theme, Tone::onAccent));
  project_->setTheme(theme);
  health_->setTheme(theme);
  properties_->setTheme(theme);
  for (Dock* dock : docks()) dock->setTheme(theme);
}

void DesignMode::forget() {
  watcher_->setDocument(nullptr);
  properties_->setDocument(nullptr);
}

void DesignMode::setShown(bool shown) {
  shown_ = shown;
  if (shown) showStatus();
}

void DesignMode::documentShown() {
  DesignDocument& document = session_.document();
  properties_->setDocument(&document);
  watcher_->setDocument(&document);
  connect(&document, &DesignDocument::selectionChanged, this, &DesignMode::showStatus,
          Qt::UniqueConnection);
  connect(&document, &DesignDocument::selectionChanged, this, &DesignMode::checkFields,
          Qt::ConnectionType(Qt::QueuedConnection | Qt::UniqueConnection));
  checkFields();
  nextFinding_ = 0;
  // The project panel is made anew by the change of contents that follows.
  showStatus();
}

/// Until the examination is through: what can be counted at once, and nothing of another network.
void DesignMode::waitForHealth(bool network) {
  const Topology& topology = *session_.document().topology();
  if (network) {
    facts_->show(countFacts(topology));
    health_->wait();
  }
  estimate_->setDesign(session_.document().design(), topology.terminalCount());
  if (topology.routerCount() == 0) return;
  healthDock_->setChip(tr("checking"), "quiet");
  status_.setFinding(tr("Checking"), Standing::open);
}

void DesignMode::showHealth(const HealthReport& report) {
  health_->show(report);
  facts_->show(report.facts);
  const int problems = report.problems();
  const bool empty = report.facts.routers == 0;
  healthDock_->setChip(empty           ? QString()
                       : problems > 0  ? plural(problems, "finding", "findings")
                       : report.proved ? tr("no problems")
                                       : tr("not proved"),
                       report.hasErrors() ? "bad"
                       : problems > 0     ? "warn"
                       : report.proved    ? "ok"
                                          : "quiet");
  if (empty)
    status_.setFinding({}, Standing::sound);
  else if (problems > 0)
    status_.setFinding(report.findings.front().text,
                       report.hasErrors() ? Standing::error : Standing::warning);
  else if (report.proved)
    status_.setFinding(tr("Design is sound"), Standing::sound);
  else
    status_.setFinding(tr("Not proved to be sound"), Standing::open);
}

void DesignMode::nextFinding() {
  std::vector<Finding> problems;
  for (const Finding& finding : health_->report().findings)
    if (finding.severity != Severity::note) problems.push_back(finding);
  if (problems.empty()) return;
  showFinding(problems[nextFinding_++ % problems.size()]);
}

void DesignMode::showFinding(const Issue& issue) {
  Finding finding;
  finding.path = issue.path;
  finding.parts = partsNamed(issue.text, *session_.document().topology());
  showFinding(finding);
}

void DesignMode::showFinding(const Finding& finding) {
  emit enterRequested();
  if (!finding.parts.empty()) {
    session_.document().select(finding.parts);
    pane_.fitSelection();
    pane_.canvas().setFocus();
    return;
  }
  if (finding.path == "topology.terminals") {  // there are none to show: it takes one to draw them
    pane_.canvas().setTool(Tool::terminal);
    pane_.canvas().setFocus();
    return;
  }
  propertiesDock_->show();
  propertiesDock_->raise();
  properties_->setScope(ScopeKind::all);
  properties_->reveal(QString::fromStdString(finding.path));
}

QString DesignMode::settleFields() {
  return properties_->settle();
}

void DesignMode::showWrongField() {
  const ValueField* wrong = properties_->firstWrong();
  if (wrong == nullptr) return;
  connect(wrong, &ValueField::typed, this, &DesignMode::checkFields, Qt::UniqueConnection);
  if (!properties_->isVisible()) emit enterRequested();
  propertiesDock_->show();
  propertiesDock_->raise();
  properties_->revealWrong();
}

void DesignMode::checkFields() {
  if (properties_->firstWrong() == nullptr) emit fieldsRight();
}

void DesignMode::showPlace(QPointF place) {
  place_ = tr("x %1, y %2").arg(realText(place.x(), 0), realText(place.y(), 0));
  if (shown_) status_.setNote(place_);
}

void DesignMode::showStatus() {
  if (!shown_ || !session_.isOpen()) return;
  const DesignDocument& document = session_.document();
  const Parts& parts = document.selection();
  const QString selected =
      parts.empty() ? tr("Nothing selected")
                    : tr("%1 selected").arg(asTitle(namesOf(*document.topology(), parts)));
  status_.setState(QStringLiteral("select"), selected, false);
  status_.showFinding(true);
  status_.setPace({}, {}, {});
  status_.setNote(place_);
  status_.setRight({}, session_.modified() ? tr("Not saved") : QString());
}

}  // namespace hopscope
