// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/learn_mode.h"

#include <QHBoxLayout>
#include <QMainWindow>
#include <algorithm>
#include <functional>
#include <utility>

#include "engine/design/catalogue.h"
#include "engine/design/design_json.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/inspectors/property_panel.h"
#include "ui/lessons/caption_bar.h"
#include "ui/lessons/highlight_ring.h"
#include "ui/lessons/lesson_library.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/run/run_controls.h"
#include "ui/shell/actions.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/dock.h"
#include "ui/shell/dock_layout.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/shell/status_line.h"
#include "ui/widgets/value_field.h"

namespace hopscope {

namespace {

constexpr std::string_view kSetting = "setting:";

}  // namespace

LearnMode::LearnMode(ProjectSession& session, DesignMode& design, RunMode& run, Actions& actions,
                     CanvasPane& pane, StatusLine& status, QMainWindow& window)
    : QObject(&window),
      session_(session),
      design_(design),
      run_(run),
      pane_(pane),
      status_(status),
      window_(window),
      player_(*this) {
  strip_ = new QWidget(&window);
  auto* row = new QHBoxLayout(strip_);
  row->setContentsMargins(0, 0, 0, 0);
  controls_ = new RunControls(
      {actions.at("run.toggle"), nullptr, actions.at("run.step"), nullptr, nullptr}, strip_);
  row->addWidget(controls_, 1);
  panel_ = new LessonPanel(player_, &window);
  lessonDock_ = new Dock(tr("Lesson"), "dock.lesson", panel_, &window);
  lessonDock_->setTitleBarWidget(new QWidget(lessonDock_));
  lessonDock_->setFeatures(QDockWidget::NoDockWidgetFeatures);
  caption_ = new CaptionBar(&window);
  ring_ = new HighlightRing(&window);

  RunSession& live = run_.run();
  connect(&live, &RunSession::updated, this, [this] {
    showControls();
    noteRun();
  });
  connect(&live, &RunSession::stateChanged, this, [this] {
    showControls();
    noteRun();
  });
  connect(&session_, &ProjectSession::designEdited, this, &LearnMode::showControls);
  connect(&live, &RunSession::finished, this, [this] {
    const std::optional<Results> results = run_.run().results();
    results_ = results ? std::make_shared<const Results>(*results) : nullptr;
    noteRun();
  });
  connect(controls_, &RunControls::speedChanged, &run_, &RunMode::setSpeed);
  connect(&session_, &ProjectSession::designEdited, this, [this] {
    noteRun();
    showHighlight();
  });
  connect(panel_, &LessonPanel::lessonChosen, this, qOverload<int>(&LearnMode::open));
  connect(panel_, &LessonPanel::ownChosen, this, &LearnMode::ownChosen);
  connect(panel_, &LessonPanel::openRequested, this, &LearnMode::openRequested);
  connect(panel_, &LessonPanel::writeRequested, this, &LearnMode::writeRequested);
  connect(&player_, &LessonPlayer::changed, this, &LearnMode::showStep);
  connect(&player_, &LessonPlayer::changed, this, &LearnMode::progressChanged);
  connect(&player_, &LessonPlayer::finished, this, [this] {
    player_.close();
    emit progressChanged();
  });
}

std::vector<Dock*> LearnMode::docks() const {
  return {lessonDock_, run_.timelineDock(), run_.inspectorDock(), run_.circuitsDock(),
          design_.propertiesDock()};
}

void LearnMode::arrange(DockLayout& layout) {
  const bool wide = window_.width() >= 1600;
  window_.addDockWidget(Qt::LeftDockWidgetArea, lessonDock_);
  window_.addDockWidget(Qt::BottomDockWidgetArea, run_.timelineDock());
  for (Dock* dock : {run_.inspectorDock(), run_.circuitsDock(), design_.propertiesDock()}) {
    window_.addDockWidget(Qt::RightDockWidgetArea, dock);
    dock->setFloating(false);
  }
  lessonDock_->show();
  run_.timelineDock()->setFloating(false);
  run_.timelineDock()->show();
  showPanel();
  layout.setColumns({std::max(wide ? 360 : 320, panel_->wholeWidth()), wide ? 376 : 336});
  window_.resizeDocks({run_.timelineDock()}, {73}, Qt::Vertical);
}

void LearnMode::setTheme(const Theme& theme) {
  controls_->setTheme(theme);
  panel_->setTheme(theme);
  lessonDock_->setTheme(theme);
  caption_->setTheme(theme);
  ring_->setTheme(theme);
}

void LearnMode::showControls() {
  const RunSession& run = run_.run();
  controls_->setState(run_.shownState(), run.active(), run.preparing().has_value());
  controls_->showSpeed(run.speed());
  // Nothing is told of another network than the one shown.
  const bool told = run.active() && run_.onCanvas();
  controls_->setProgress(told ? run.snapshot().cycle : 0, told ? plannedCycles(run.snapshot()) : 0);
}

void LearnMode::setShown(bool shown) {
  shown_ = shown;
  if (shown) {
    showControls();
    panel_->refresh();
  }
  showStep();
}

void LearnMode::open(int index) {
  if (index < 0 || index >= static_cast<int>(lessons().size())) return;
  const Lesson& lesson = lessons()[static_cast<std::size_t>(index)];
  // The program's own lessons are there as long as it is.
  open({std::shared_ptr<const Lesson>(), &lesson}, LessonPlayer::resumeStep(lesson));
}

void LearnMode::open(std::shared_ptr<const Lesson> lesson, std::size_t step) {
  const Design design = designBefore(*lesson, step);
  pending_ = std::move(lesson);
  pendingStep_ = step;
  if (session_.isOpen() && ownProject_) {
    run_.discard();
    player_.close();
    session_.addDesign(design);
    begin();
  } else {
    emit designRequested(design);
  }
  pending_ = nullptr;
}

void LearnMode::projectOpened() {
  ownProject_ = pending_ != nullptr;
  if (ownProject_)
    begin();
  else
    player_.close();
}

void LearnMode::begin() {
  results_.reset();
  // The one before stays until the other has taken its place in all that shows it.
  const std::shared_ptr<const Lesson> before = std::exchange(present_, pending_);
  emit enterRequested();
  player_.start(*present_, pendingStep_);
  pane_.canvas().fit();
  emit lessonOpened();
}

void LearnMode::documentShown() {
  showControls();
  connect(&session_.document(), &DesignDocument::selectionChanged, this, &LearnMode::noteRun,
          Qt::UniqueConnection);
}

LessonFacts LearnMode::lessonFacts() const {
  using Run = LessonFacts::Run;
  LessonFacts facts;
  if (!session_.isOpen()) return facts;
  facts.design = session_.document().design();
  facts.topology = session_.topology();
  facts.selection = session_.document().selection();
  const RunSession& run = run_.run();
  if (!run.active() || designHash(run.design()) != designHash(facts.design)) return facts;
  facts.cycle = run.snapshot().cycle;
  switch (run.state()) {
    case RunnerState::running:
      facts.run = Run::running;
      break;
    case RunnerState::paused:
      facts.run = Run::paused;
      break;
    case RunnerState::finished:
      if (!results_ || run.replicating()) break;
      facts.run = results_->complete ? Run::finished : Run::stopped;
      if (results_->complete) facts.results = results_;
      break;
    case RunnerState::failed:
      break;
  }
  return facts;
}

void LearnMode::perform(const LessonAction& action) {
  if (!session_.isOpen()) return;
  DesignDocument& document = session_.document();
  switch (action.kind) {
    case LessonAction::Kind::open:
      document.replaceDesign(action.design,
                             tr("Open %1").arg(QString::fromStdString(action.design.name)));
      pane_.canvas().fit();
      break;
    case LessonAction::Kind::set:
      document.setValue(action.path, action.value);
      break;
    case LessonAction::Kind::run:
      run_.startOver();
      break;
    case LessonAction::Kind::select:
      document.select(partsOf(lessonFacts(), action.target));
      break;
  }
}

void LearnMode::noteRun() {
  // A run that starts over leaves the old one's results behind.
  if (run_.run().state() != RunnerState::finished) results_.reset();
  if (shown_) player_.refresh();
}

void LearnMode::showStep() {
  const bool lesson = shown_ && player_.lesson() != nullptr;
  // A caption stays until another step has one: the canvas keeps its size.
  std::string caption;
  for (std::size_t s = 0; lesson && s <= player_.step(); ++s) {
    // The caption of a task speaks of its outcome.
    const bool toCome = s == player_.step() && player_.asks() && !player_.done();
    if (!toCome && !player_.lesson()->steps[s].caption.empty())
      caption = player_.lesson()->steps[s].caption;
  }
  caption_->setCaption(lessonText(caption, player_.view()));
  // What the checks find may be what the learner is to think about.
  status_.withholdFinding(lesson && player_.isToPredict());
  if (shown_) showPanel();
  showHighlight();
}

void LearnMode::showPanel() {
  std::string wanted = "inspector";
  if (player_.lesson() != nullptr) {
    const LessonStep& step = player_.current();
    wanted = player_.done() && !step.then.empty() ? step.then : step.panel;
  }
  design_.propertiesDock()->setVisible(wanted == "properties");
  run_.inspectorDock()->setVisible(wanted == "inspector");
  run_.circuitsDock()->setVisible(wanted == "circuits");
}

QWidget* LearnMode::settingField(const std::string& path) const {
  auto* panel = design_.propertiesDock()->findChild<PropertyPanel*>();
  if (panel != nullptr) panel->refreshStale();
  return design_.propertiesDock()->findChild<ValueField*>(QString::fromStdString(path));
}

QWidget* LearnMode::highlighted() const {
  if (!shown_ || player_.lesson() == nullptr || player_.done()) return nullptr;
  // First a prediction, then what to press.
  if (player_.questions()) return nullptr;
  const LessonStep& step = player_.current();
  bool runs = false;
  for (const LessonAction& action : step.actions) {
    runs = runs || action.kind == LessonAction::Kind::run;
    // The first setting that is still to be made.
    if (action.kind == LessonAction::Kind::set &&
        !(findParameter(session_.document().design(), action.path) &&
          effectiveValue(session_.document().design(), action.path) == action.value))
      return settingField(action.path);
  }
  const bool setting = step.highlight.rfind(kSetting, 0) == 0;
  if (setting && !player_.asks()) return settingField(step.highlight.substr(kSetting.size()));
  const bool begun = run_.run().active() && run_.run().state() == RunnerState::running;
  if (step.highlight == "run" || (setting && runs))
    return begun ? nullptr : controls_->findChild<QWidget*>(QStringLiteral("runButton"));
  if (step.highlight == "step") return controls_->findChild<QWidget*>(QStringLiteral("stepButton"));
  if (step.highlight == "speed")
    return controls_->findChild<QWidget*>(QStringLiteral("speedSlider"));
  if (step.highlight == "canvas" || !highlightedPart().empty()) return &pane_.canvas();
  if (step.highlight == "timeline") return run_.timelineDock();
  if (step.highlight == "panel")
    return design_.propertiesDock()->isVisible() ? static_cast<QWidget*>(design_.propertiesDock())
                                                 : run_.inspectorDock();
  return nullptr;
}

/// What of the canvas the step is about; nothing: all of it, or something else.
Parts LearnMode::highlightedPart() const {
  const std::string& name = player_.current().highlight;
  return name == "canvas" ? Parts{} : partsOf(lessonFacts(), name);
}

void LearnMode::showHighlight() {
  QWidget* target = highlighted();
  std::function<QRect()> within;
  if (target == &pane_.canvas())
    if (Parts part = highlightedPart(); !part.empty())
      within = [this, part = std::move(part)] { return pane_.canvas().areaOf(part); };
  ring_->setTarget(target, std::move(within));
}

}  // namespace hopscope
