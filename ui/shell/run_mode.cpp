// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/run_mode.h"
#include "ui/shell/shown_quantity.h"

#include <QHBoxLayout>
#include <QMainWindow>
#include <QPushButton>
#include <QScrollArea>
#include <algorithm>
#include <limits>
#include <string>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "ui/canvas/canvas_header.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/circuits/circuits_panel.h"
#include "ui/drawing/icons.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/plots/live_plots.h"
#include "ui/ranks/ranks_panel.h"
#include "ui/run/live_settings.h"
#include "ui/run/opening_motion.h"
#include "ui/run/run_controls.h"
#include "ui/run/timeline_strip.h"
#include "ui/run/what_if_dialog.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock.h"
#include "ui/shell/dock_layout.h"
#include "ui/shell/fault_flows.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/offered_dock.h"
#include "ui/shell/status_line.h"
#include "ui/studies/cache_map_dialog.h"
#include "ui/studies/compare_pane.h"
#include "ui/studies/run_labels.h"
#include "ui/widgets/column_scroll.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kAfterPainting = 80;  ///< milliseconds
const char* const kSpeedKey = "run.speed";
const std::string kCacheEntries = "forwarding.cache.entries", kCacheWays = "forwarding.cache.ways";

/// A router whose caches are not those of the design.
bool hasOwnCaches(const Design& design, std::uint32_t router) {
  return std::any_of(design.overrides.begin(), design.overrides.end(),
                     [router](const Override& each) {
                       return std::count(each.routers.begin(), each.routers.end(), router) != 0 &&
                              each.values.count(kCacheEntries) + each.values.count(kCacheWays) != 0;
                     });
}

}  // namespace

RunMode::RunMode(ProjectSession& session, Actions& actions, MessageBar& messages, CanvasPane& pane,
                 StatusLine& status, QMainWindow& window)
    : QObject(&window),
      session_(session),
      actions_(actions),
      messages_(messages),
      pane_(pane),
      status_(status),
      window_(window),
      theme_(&Theme::light()) {
  strip_ = new QWidget(&window);
  auto* row = new QHBoxLayout(strip_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  controls_ = new RunControls(
      {actions.at("run.toggle"), actions.at("run.stop"), actions.at("run.step"),
       actions.at("run.stepMany"), actions.at("run.until"), actions.at("run.stepBack")},
      strip_);
  row->addWidget(controls_, 1);
  opening_ = new OpeningMotion(run_, *controls_, this);
  live_ = new LiveSettings(controls_);
  live_->setJudge([this](const Phase& change) {
    for (const Issue& issue : run_.refusals(change))
      if (issue.severity == Severity::error) return issueText(issue);
    return QString();
  });
  connect(live_, &LiveSettings::changeWanted, this, &RunMode::applyChange);
  controls_->addSpare(live_, live_->routingButton());
  connect(live_, &LiveSettings::resized, controls_, &RunControls::fitRow);
  whatIfButton_ = new QPushButton(tr("What if…"), strip_);
  whatIfButton_->setObjectName(QStringLiteral("whatIfButton"));
  whatIfButton_->setToolTip(
      tr("Change load, pattern, routing or caches while the run goes on; parts fail by the "
         "canvas' context menu"));
  connect(whatIfButton_, &QPushButton::clicked, actions.at("run.whatIf"), &QAction::trigger);
  row->addWidget(whatIfButton_);

  plots_ = new LivePlots(&window);
  inspector_ = new InspectorPanel(&window);
  timeline_ = new TimelineStrip(&window);
  whatIf_ = new WhatIfDialog(&window);
  // A low window scrolls them, rather than grow beyond its screen.
  auto* scrolled = columnScroll(plots_, &window);
  plotsDock_ = new Dock(tr("Live plots"), "dock.plots", scrolled, &window);
  inspectorDock_ = new Dock(tr("Inspector"), "dock.inspector", inspector_, &window);
  placeCircuits();
  placeRanks();
  timelineDock_ = new Dock(tr("Timeline"), "dock.timeline", timeline_, &window);
  timelineDock_->setTitleBarWidget(new QWidget(timelineDock_));
  timelineDock_->setFeatures(QDockWidget::DockWidgetClosable);
  // The rule counts too. More would be a gap: a table above it that is closed gives its room back.
  timelineDock_->setMaximumHeight(timeline_->sizeHint().height() + 1);

  faults_ = new FaultFlows(actions, this);
  connect(&run_, &RunSession::refused, this, &RunMode::showRefused);
  connect(&run_, &RunSession::warned, this, &RunMode::showWarned);
  connect(faults_, &FaultFlows::changeWanted, this, &RunMode::applyChange);

  connectActions(actions);
  connect(&run_, &RunSession::updated, this, &RunMode::onUpdated);
  connect(&run_, &RunSession::stateChanged, this, &RunMode::onStateChanged);
  connect(&run_, &RunSession::finished, this, &RunMode::onFinished);
  connect(&run_, &RunSession::phasesChanged, this, &RunMode::onPhasesChanged);
  connect(whatIf_, &WhatIfDialog::applied, this, &RunMode::applyWhatIf);
  connect(controls_, &RunControls::speedChanged, this, [this](double speed) {
    run_.setSpeed(speed);
    speedSet_ = true;
    session_.setViewValue(kSpeedKey, QString::number(speed).toStdString());
  });
  run_.setSpeed(controls_->speed());
  // The view decides which routers are looked into.
  connect(&pane_.canvas(), &NetworkCanvas::viewChanged, this, [this] {
    if (shown_ && fits_) QTimer::singleShot(kAfterPainting, this, &RunMode::lookNear);
  });
  connect(&pane_, &CanvasPane::quantityChosen, this, [this](HeatQuantity quantity) {
    keepShownQuantity(session_, quantity);
    showColours(quantity);
    showHeat();
  });
  connect(&session_, &ProjectSession::designEdited, this, [this] { noteEdited(); });
  connect(inspector_, &InspectorPanel::partsClicked, this,
          [this](const Parts& parts) { session_.document().select(parts); });
  connect(inspector_, &InspectorPanel::findingClicked, this, &RunMode::showFinding);
  connect(inspector_, &InspectorPanel::remedyWanted, this, &RunMode::applyRemedy);
  connect(inspector_, &InspectorPanel::trialWanted, this, &RunMode::tryOnRun);
  connect(&pane_.header(), &CanvasHeader::findingChosen, this, &RunMode::showFinding);
  connect(&pane_.header(), &CanvasHeader::trialWanted, this, &RunMode::tryOnRun);
  connect(&health_, &LiveHealth::changed, this, [this] {
    postFindings();
    showPanels(true);
    showStatus();
  });
  connect(&storedHealth_, &LiveHealth::changed, this, [this] { showPanels(true); });
  connect(timeline_, &TimelineStrip::seekRequested, this, &RunMode::seek);
  connect(timeline_, &TimelineStrip::stepRequested, this, &RunMode::stepWindow);
  connect(timeline_, &TimelineStrip::liveRequested, this, &RunMode::leavePast);
  connect(plots_, &LivePlots::seekRequested, this, &RunMode::seek);
  connect(plots_, &LivePlots::channelClicked, this, [this](ChannelId channel) {
    Parts parts;
    parts.links.insert(channel / 2);
    if (fits_) session_.document().select(parts);
  });
  connect(plots_, &LivePlots::choiceChanged, this, [this] {
    run_.watchLatencies(plots_->wantsLatencies());
    showPanels(true);
  });
  run_.watchLatencies(plots_->wantsLatencies());
  connect(&session_, &ProjectSession::contentsChanged, this, &RunMode::listComparable);
  connect(inspector_, &InspectorPanel::followRequested, this,
          [this](TerminalId terminal) { followPacket(terminal, -1); });
  connect(&pane_.canvas(), &NetworkCanvas::packetActivated, this, &RunMode::followPacket);
  connect(&pane_.canvas(), &NetworkCanvas::nothingActivated, this, [this] {
    if (shown_ && run_.followed().source != kNone) followPacket(kNone, -1);
  });
  connect(inspector_, &InspectorPanel::seekRequested, this, &RunMode::seek);
  connect(inspector_, &InspectorPanel::insideRequested, this, &RunMode::lookInside);
  connect(&inside_, &PastRun::changed, this, &RunMode::onInside);
  connect(inspector_, &InspectorPanel::otherCachesRequested, this, &RunMode::askOtherCaches);
  connect(&pane_.canvas(), &NetworkCanvas::spaceTapped, this, [this] {
    if (shown_) toggle();
  });
  frameClock_.start();
  statusTimer_.setInterval(500);
  connect(&statusTimer_, &QTimer::timeout, this, &RunMode::showStatus);
  statusTimer_.start();
  updateActions();
}

void RunMode::connectActions(Actions& actions) {
  connect(actions.at("run.toggle"), &QAction::triggered, this, &RunMode::toggle);
  connect(actions.at("run.stop"), &QAction::triggered, this, [this] {
    if (run_.preparing())
      run_.cancelPreparing();
    else if (run_.changing())
      run_.cancelChange();
    else
      run_.stop();
  });
  connect(actions.at("run.step"), &QAction::triggered, this, [this] { step(1); });
  connect(actions.at("run.stepMany"), &QAction::triggered, this,
          [this] { step(controls_->stepSize()); });
  connect(actions.at("run.until"), &QAction::triggered, this, &RunMode::askRunUntil);
  connect(actions.at("run.whatIf"), &QAction::triggered, this, &RunMode::askWhatIf);
  connect(actions.at("run.restart"), &QAction::triggered, this, &RunMode::startOver);
  connect(actions.at("run.windowBefore"), &QAction::triggered, this, [this] { stepWindow(-1); });
  connect(actions.at("run.windowAfter"), &QAction::triggered, this, [this] { stepWindow(1); });
  connect(actions.at("run.follow"), &QAction::triggered, this, &RunMode::followAny);
  connect(actions.at("run.live"), &QAction::triggered, this, &RunMode::leavePast);
  connectTime(actions);
}

std::vector<Dock*> RunMode::docks() const {
  return {plotsDock_, inspectorDock_, circuitsDock_, ranksDock_, timelineDock_};
}

void RunMode::arrange(DockLayout& layout) {
  const bool wide = window_.width() >= 1600;
  window_.addDockWidget(Qt::LeftDockWidgetArea, plotsDock_);
  window_.addDockWidget(Qt::RightDockWidgetArea, inspectorDock_);
  window_.splitDockWidget(inspectorDock_, circuitsDock_, Qt::Vertical);
  for (Dock* dock : {ranksDock_, timelineDock_})
    window_.addDockWidget(Qt::BottomDockWidgetArea, dock);
  for (Dock* dock : docks()) {
    dock->setFloating(false);
    dock->show();
  }
  for (OfferedDock* each : {circuitsOffer_, ranksOffer_}) {
    each->forgetClosed();
    each->dock()->setVisible(each->offered());
  }
  layout.setColumns({wide ? 416 : 304, wide ? 400 : 336});
  window_.resizeDocks({timelineDock_}, {73}, Qt::Vertical);
}

void RunMode::setTheme(const Theme& theme) {
  controls_->setTheme(theme);
  live_->setTheme(theme);
  plots_->setTheme(theme);
  inspector_->setTheme(theme);
  timeline_->setTheme(theme);
  circuits_->setTheme(theme);
  ranks_->setTheme(theme);
  theme_ = &theme;
  whatIfButton_->setIcon(icon(QStringLiteral("whatif"), theme));
  if (cacheMap_ != nullptr) cacheMap_->setTheme(theme);
  for (Dock* dock : docks()) dock->setTheme(theme);
}

/// Buffers are shown of the routers that have room for them.
void RunMode::lookNear() {
  const std::vector<RouterId> near =
      pane_.showsMatrix() ? std::vector<RouterId>() : pane_.canvas().nearRouters();
  run_.watchNear(near);
  inside_.watchNear(near);
}

void RunMode::showColours(HeatQuantity quantity) {
  pane_.setQuantity(quantity);
  run_.showQuantity(quantity);
  inside_.showQuantity(quantity);
}

void RunMode::setShown(bool shown, bool inLesson) {
  shown_ = shown;
  inLesson_ = inLesson;
  for (OfferedDock* each : {circuitsOffer_, ranksOffer_}) {
    each->leave();
    each->setInLesson(inLesson);
  }
  if (!shown) {
    pane_.clearHeat();
    messages_.clear(QLatin1String(kStoredKey));  // elsewhere it is not what is shown
  }
  pane_.setHeaderShown(shown && !inLesson);
  if (inLesson) messages_.clear(QLatin1String(kRunKey));
  if (!session_.isOpen()) return;
  checkStale();
  if (shown) showColours(shownQuantity(session_));
  if (shown && stored_) sayStored();
  updateActions();
  watchSelection();
  showHeat();
  showPanels(true);
  showStatus();
}

void RunMode::documentShown() {
  DesignDocument& document = session_.document();
  connect(&document, &DesignDocument::selectionChanged, this, &RunMode::watchSelection,
          Qt::UniqueConnection);
  lookWhetherFits();
}

void RunMode::askWhatIf() {
  backToLive();
  if (!fits_) return;
  emit enterRequested();
  whatIf_->ask(run_.design(), run_.inForce(), *theme_);
  whatIf_->show();
  const QPoint below = whatIfButton_->mapToGlobal(QPoint(whatIfButton_->width(), 0));
  whatIf_->move(below.x() - whatIf_->width(), below.y() + whatIfButton_->height() + 8);
}

void RunMode::applyWhatIf(const Values& changes) {
  Phase change;
  change.set = changes;
  const Issues issues = run_.whatIf(change);
  if (hasErrors(issues)) {
    whatIf_->showIssues(issues);
    return;
  }
  whatIf_->accept();
  leavePast();
}

void RunMode::askOtherCaches(RouterId router, PortIndex port) {
  const RunView shown = view();
  if (shown.design == nullptr || !shown.topology) return;
  if (cacheMap_ == nullptr) {
    cacheMap_ = new CacheMapDialog(&window_);
    cacheMap_->setTheme(*theme_);
    connect(cacheMap_, &CacheMapDialog::geometryChosen, this, &RunMode::useCaches);
  }
  cacheMap_->ask(*shown.design, shown.topology, router, port);
  cacheMap_->show();
  cacheMap_->raise();
  cacheMap_->activateWindow();
}

void RunMode::useCaches(std::uint32_t entries, std::uint32_t ways, RouterId of) {
  if (!session_.isOpen()) return;
  DesignDocument& document = session_.document();
  const Topology& topology = *document.topology();
  if (!fits_ || of >= topology.routerCount() ||
      !hasOwnCaches(document.design(), topology.routerIds[of])) {
    document.setCacheGeometry(entries, ways);
    return;
  }
  document.undoStack().beginMacro(
      tr("Set caches of one router to %1 entries in %2 ways").arg(entries).arg(ways));
  document.setOverride({of}, kCacheEntries, std::int64_t{entries});
  document.setOverride({of}, kCacheWays, std::int64_t{ways});
  document.undoStack().endMacro();
}

void RunMode::applyChange(const Phase& change) {
  messages_.clear(QLatin1String(kFaultKey));
  leavePast();
  showRefused(run_.whatIf(change));
}

void RunMode::showFinding(const Finding& finding) {
  if (finding.parts.empty() || !fits_) {
    Issue setting;
    setting.path = finding.path;
    emit findingRequested(setting);
    return;
  }
  session_.document().select(finding.parts);
  pane_.fitSelection();
  pane_.canvas().setFocus();
}

void RunMode::showRefused(const Issues& issues) {
  for (const Issue& issue : issues) {
    if (issue.severity != Severity::error) continue;
    messages_.post(QLatin1String(kFaultKey), Severity::error, issueText(issue));
    return;
  }
}

void RunMode::showWarned(const Issues& issues) {
  QStringList sentences;
  for (const Issue& issue : issues) sentences << issueText(issue);
  messages_.post(QLatin1String(kFaultKey), Severity::warning, sentences.join(QLatin1Char(' ')));
}

void RunMode::discard() {
  if (cacheMap_ != nullptr) cacheMap_->close();
  afterEnd_ = nullptr;
  waitCycle_.clear();
  waitCycleRouters_.clear();
  run_.discard();
  stored_.reset();
  inside_.leave();
  playback_.follow(nullptr);
  runDesign_ = 0;
  fits_ = false;
  plots_->clear();
  pane_.clearHeat();
  messages_.clear(QLatin1String(kRunKey));
  messages_.clear(QLatin1String(kRefusedKey));
  forgetStale();
  messages_.clear(QLatin1String(kStoredKey));
  messages_.clear(QLatin1String(kEndedKey));
  controls_->setProgress(0, 0);
  player_.pause();
  player_.setStretch({});
  bookmarks_ = Bookmarks::read(session_.viewValue(kBookmarksKey).value_or(""));
  const auto speed = session_.viewValue(kSpeedKey);
  speedSet_ = speed.has_value();
  giveSpeed(speed ? QString::fromStdString(*speed).toDouble() : RunControls::kFirstSpeed);
  showPanels(true);
}

void RunMode::showStored(RowId run) {
  const auto candidate = session_.runs().run(run);
  if (!candidate) return;
  if (run_.state() == RunnerState::running) run_.pause();
  Stored stored;
  stored.run = *candidate;
  Issues issues;
  stored.topology = buildTopology(candidate->design, issues);
  if (!stored.topology) return;
  stored.heat = heatOf(stored.run.results, *stored.topology, stored.run.design);
  stored_ = std::move(stored);
  storedHealth_.lookAt(candidate->design, stored_->topology, candidate->results);
  inside_.leave();
  playback_.follow(stored_->run.recording, *stored_->topology);
  if (candidate->designId != 0 && candidate->designId != session_.currentDesign())
    for (const StoredDesign& design : session_.designs())
      if (design.id == candidate->designId) session_.show(design.id);
  emit enterRequested();
  fits_ = heatFits();
  showControls();
  checkStale();
  sayStored();
  plots_->clear();
  showHeat();
  addLastRanks();
  if (!stored_->run.results.deadlock.empty()) showWaitCycle(stored_->run.results.deadlock);
  showPanels(true);
  showTimeline();
  showProgress();
  updateActions();
  showStatus();
}

/// That it is a kept run, and what can be done with it.
void RunMode::sayStored() {
  const StoredRun& run = stored_->run;
  std::vector<MessageAction> verbs;
  QString text = tr("Showing the kept run “%1” of “%2”.")
                     .arg(session_.nameOf(run), QString::fromStdString(run.design.name));
  if (!fits_) {
    text += tr(" Its network is not the one on the canvas.");
    verbs.push_back({tr("Open its design"), [this, design = run.design, id = run.id] {
                       session_.addDesign(design);
                       showStored(id);
                     }});
  } else if (designHash(session_.document().design()) != run.designHash) {
    verbs.push_back({tr("Restore its settings"), [this, id = run.id] { restoreSettings(id); }});
  }
  if (run_.active()) verbs.push_back({tr("Back to live"), [this] { backToLive(); }});
  QString said = text;
  for (const MessageAction& verb : verbs) said += QLatin1Char('+') + verb.verb;
  said += QStringLiteral("+%1+%2").arg(session_.currentDesign()).arg(run.id);
  if (!messages_.textOf(QLatin1String(kStoredKey)).isEmpty() && said == storedSaid_) return;
  storedSaid_ = said;
  messages_.post(QLatin1String(kStoredKey), Severity::note, text, std::move(verbs));
}

void RunMode::backToLive() {
  if (!stored_) return;
  stored_.reset();
  inside_.leave();
  playback_.follow(run_.recorder());
  messages_.clear(QLatin1String(kStoredKey));
  fits_ = heatFits();
  showControls();
  checkStale();
  plots_->clear();
  showHeat();
  showPanels(true);
  showTimeline();
  showProgress();
  updateActions();
  showStatus();
}

void RunMode::seek(Cycle cycle) {
  if (!session_.isOpen() || !playback_.seek(cycle)) return;
  showTime();
}

void RunMode::stepWindow(int windows) {
  if (!session_.isOpen() || !playback_.step(windows)) return;
  showTime();
}

void RunMode::leavePast() {
  if (!playback_.inPast()) return;
  playback_.leavePast();
  showTime();
}

/// Repeats the run shown up to the moment of its past that is looked at.
void RunMode::lookInside() {
  const RunView view = this->view();
  if (!view.past || view.design == nullptr) return;
  inside_.seek(*view.design, view.past->end);
  watchSelection();
}

/// The kept runs that the plots can be compared with, the newest first.
void RunMode::listComparable() {
  std::vector<ComparableRun> runs;
  const auto kept = session_.runs().newest();
  const RunNames& names = session_.runNames();
  for (auto run = kept.rbegin(); run != kept.rend(); ++run)
    runs.push_back(
        {run->id, tr("%1, %2").arg(names.of(*run), whenText(QString::fromStdString(run->started))),
         [this, id = run->id] {
           const auto whole = session_.runs().run(id);
           return whole ? whole->results.windows : std::vector<WindowSample>();
         }});
  plots_->setComparable(std::move(runs));
}

}  // namespace hopscope
