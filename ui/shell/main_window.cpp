// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>

#include "engine/core/version.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/matrix_canvas.h"
#include "ui/canvas/part_tables.h"
#include "ui/gallery/start_page.h"
#include "ui/lessons/caption_bar.h"
#include "ui/shell/actions.h"
#include "ui/shell/appearance.h"
#include "ui/shell/application_files.h"
#include "ui/shell/arrange_flows.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/design_mode.h"
#include "ui/shell/dock.h"
#include "ui/shell/dock_layout.h"
#include "ui/shell/explore_mode.h"
#include "ui/shell/file_flows.h"
#include "ui/shell/kept_runs.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/lesson_flows.h"
#include "ui/shell/menus.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/mode_bar.h"
#include "ui/shell/note_dialog.h"
#include "ui/shell/preferences.h"
#include "ui/shell/presentation.h"
#include "ui/shell/project_panel.h"
#include "ui/shell/project_session.h"
#include "ui/shell/routing_notice.h"
#include "ui/shell/run_mode.h"
#include "ui/shell/shortcuts_dialog.h"
#include "ui/shell/status_line.h"
#include "ui/shell/study_flows.h"
#include "ui/studies/compare_view.h"
#include "ui/studies/latency_curve_dialog.h"
#include "ui/widgets/screen_room.h"
#include "ui/words/mnemonics.h"

namespace hopscope {

namespace {
/// Where the settings keep the layout of a mode's docks.
QString layoutKey(MainWindow::Mode mode) {
  return mode == MainWindow::Mode::design ? QStringLiteral("layout/design")
                                          : QStringLiteral("layout/run");
}
}  // namespace

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent) {
  setObjectName(QStringLiteral("mainWindow"));
  // A screen that has no room for more, as one of high density, still holds the whole window.
  setMinimumSize(QSize(800, 560).boundedTo(screenRoom(*this)));
  setAcceptDrops(true);
  setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
  setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
  appearance_ = new Appearance(this);
  appearance_->apply();
  preferences_ = new Preferences(this);
  makeParts();
  connectFiles();
  connectEditing();
  connectWindow();
  connectStudy();
  connectRuns();
  connectFinding();
  connectLessons();
  connectPresentation();
  applyTheme();
  updateRecent();
  updateActions();
  if (!restoreGeometry(QSettings().value(QStringLiteral("window/geometry")).toByteArray()))
    // A title bar comes on top of that.
    resize(QSize(1280, 800).boundedTo(screenRoom(*this)));
  setMode(Mode::start);
  updateTitle();
  files_->offerRecovery();
  lessonFlows_->offerLost();
}

MainWindow::~MainWindow() {
  // The documents go with the session; nothing may hear of them any more.
  pane_->canvas().removeEventFilter(this);
  pane_->matrix().removeEventFilter(this);
  pane_->canvas().setDocument(nullptr);
}

void MainWindow::makeParts() {
  layout_ = new DockLayout(*this);
  actions_ = new Actions(this);
  for (const char* id : {"mode.design", "mode.run", "mode.compare", "mode.learn", "mode.explore"})
    actions_->at(id)->setCheckable(true);
  // The canvas handles these keys itself, and text fields theirs; menus only show them.
  for (const char* id :
       {"edit.cut", "edit.copy", "edit.paste", "edit.duplicate", "edit.delete", "edit.selectAll",
        "view.fit", "view.fitSelection", "view.zoomIn", "view.zoomOut", "view.actualSize",
        "view.matrix", "insert.router", "insert.terminal", "insert.link", "insert.note"})
    actions_->at(id)->setShortcutContext(Qt::WidgetShortcut);
  session_ = new ProjectSession(this);
  menus_ = new MenuStrip(*actions_, *appearance_, this);
  setMenuWidget(menus_);
  modes_ = new ModeBar(
      {actions_->at("mode.design"), actions_->at("mode.run"), actions_->at("mode.compare"),
       actions_->at("mode.learn"), actions_->at("mode.explore")},
      this);
  addToolBar(Qt::TopToolBarArea, modes_);
  status_ = new StatusLine(this);
  setStatusBar(status_);

  auto* middle = new QWidget(this);
  auto* column = new QVBoxLayout(middle);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  messages_ = new MessageBar(middle);
  column->addWidget(messages_);
  // Else it would go to the tab of a mode, which the next key would choose.
  connect(messages_, &MessageBar::focusReleased, this, [this] {
    if (mode_ != Mode::start) shownCanvas().setFocus(Qt::OtherFocusReason);
  });
  stack_ = new QStackedWidget(middle);
  column->addWidget(stack_, 1);
  setCentralWidget(middle);
  start_ = new StartPage(
      {actions_->at("insert.generate"), actions_->at("file.new"), actions_->at("file.open")},
      stack_);
  pane_ = new CanvasPane(appearance_->theme(), stack_);
  stack_->addWidget(start_);
  stack_->addWidget(pane_);
  pane_->canvas().installEventFilter(this);
  pane_->matrix().installEventFilter(this);

  studies_ = new StudyFlows(*session_, *actions_, *status_, this);
  studies_->setGate([this] { return settleFields(); });
  files_ = new FileFlows(*session_, *messages_, this);
  arrange_ = new ArrangeFlows(*session_, *actions_, *pane_, this);
  designMode_ = new DesignMode(*session_, *actions_, *pane_, *status_, *this);
  runMode_ = new RunMode(*session_, *actions_, *messages_, *pane_, *status_, *this);
  files_->addWork({[this](bool changed) { return runMode_->wouldBeLost(changed); },
                   [this] { return runMode_->keep(); }, tr("A run is not over"),
                   tr("Keep what the run in “%1” has measured so far?"),
                   tr("A run is not over: saving ends it, and keeps what it has measured."),
                   tr("Discard the run")});
  // Unlike a run, a curve is no part of an example: it takes long, and is not had again at once.
  files_->addWork({[this](bool) { return curve_ != nullptr && curve_->wouldBeLost(); },
                   [this] { return curve_->keep(*this) && session_->isOpen(); },
                   tr("A latency curve is not over"),
                   tr("Keep the points that the latency curve in “%1” has so far?"),
                   tr("A latency curve is not over: saving ends it, and keeps its points."),
                   tr("Discard the curve")});
  compareMode_ = new CompareMode(*session_, *status_, appearance_->theme(), *this);
  stack_->addWidget(&compareMode_->view());
  exploreMode_ = new ExploreMode(*session_, *messages_, *status_, appearance_->theme(), *this);
  stack_->addWidget(&exploreMode_->view());
  connect(stack_, &QStackedWidget::currentChanged, this, &MainWindow::sizePages);
  sizePages();
  learnMode_ =
      new LearnMode(*session_, *designMode_, *runMode_, *actions_, *pane_, *status_, *this);
  lessonFlows_ = new LessonFlows(*session_, *learnMode_, *actions_, *messages_, this);
  files_->setLessonOpener([this](const QString& file) { return lessonFlows_->openFile(file); });
  column->addWidget(learnMode_->captionBar());
  presentation_ = new Presentation(*this, *pane_, *actions_, {menus_, modes_, status_});
  column->addWidget(&presentation_->strip());
  makeHistory();
  routingNotice_ = new RoutingNotice(*messages_, this);
  keptRuns_ = new KeptRuns(*session_, *messages_, *this);
  modes_->addStrip(new QWidget(this));
  modes_->addStrip(designMode_->toolStrip());
  modes_->addStrip(runMode_->toolStrip());
  modes_->addStrip(compareMode_->toolStrip());
  modes_->addStrip(learnMode_->toolStrip());
  modes_->addStrip(exploreMode_->toolStrip());
  designMode_->arrange(*layout_);
  runMode_->arrange(*layout_);
  tables_ = new PartTables(*pane_, this);
  tablesDock_ = new Dock(tr("Tables"), "dock.tables", tables_, this);
  placeTables();
  for (const Mode mode : {Mode::design, Mode::run})
    for (Dock* dock : docksOf(mode)) {
      menus_->windowMenu()->addAction(dock->toggleViewAction());
      dock->hide();
    }
  for (Dock* dock : learnMode_->docks()) dock->hide();
}

/// Wide tables come up at the bottom, above each other and above the timeline, and only on request.
void MainWindow::placeTables() {
  Dock* runs = keptRuns_->dock();
  addDockWidget(Qt::BottomDockWidgetArea, runs);
  splitDockWidget(runs, tablesDock_, Qt::Vertical);
  if (mode_ == Mode::run) {
    splitDockWidget(tablesDock_, runMode_->ranksDock(), Qt::Vertical);
    splitDockWidget(runMode_->ranksDock(), runMode_->timelineDock(), Qt::Vertical);
  }
  for (Dock* dock : {runs, tablesDock_}) {
    dock->setFloating(false);
    dock->hide();
  }
}

std::vector<Dock*> MainWindow::docksOf(Mode mode) const {
  std::vector<Dock*> docks;
  if (mode == Mode::design) docks = designMode_->docks();
  if (mode == Mode::design) docks.push_back(historyDock_);
  if (mode == Mode::run) docks = runMode_->docks();
  if (mode == Mode::learn) docks = learnMode_->docks();
  if (mode == Mode::design || mode == Mode::run) {
    docks.push_back(keptRuns_->dock());
    docks.push_back(tablesDock_);
  }
  return docks;
}

void MainWindow::arrangeDocks() {
  if (mode_ == Mode::design) designMode_->arrange(*layout_);
  if (mode_ == Mode::run) runMode_->arrange(*layout_);
  if (mode_ == Mode::learn) learnMode_->arrange(*layout_);
  if (mode_ == Mode::design) {
    historyDock_->setFloating(false);
    addDockWidget(Qt::RightDockWidgetArea, historyDock_);
    historyDock_->hide();
  }
  if (mode_ == Mode::design || mode_ == Mode::run) placeTables();
}

void MainWindow::setMode(Mode mode) {
  if (mode != Mode::start && mode != Mode::explore && !session_->isOpen()) return;
  if (mode == mode_ && arranged_) return;
  presentation_->end();
  setUpdatesEnabled(false);
  storeLayout();
  learnMode_->setShown(false);
  for (const Mode each : {Mode::design, Mode::run, Mode::learn})
    for (Dock* dock : docksOf(each)) dock->hide();
  // Learn mode opens and closes its panels itself.
  for (const Mode each : {Mode::design, Mode::run})
    for (Dock* dock : docksOf(each)) dock->toggleViewAction()->setVisible(each == mode);
  for (Dock* dock : {keptRuns_->dock(), tablesDock_})
    dock->toggleViewAction()->setVisible(mode == Mode::design || mode == Mode::run);
  mode_ = mode;
  stack_->setCurrentIndex(mode == Mode::start     ? 0
                          : mode == Mode::compare ? 2
                          : mode == Mode::explore ? 3
                                                  : 1);
  placeMessages();
  modes_->setVisible(mode != Mode::start);
  modes_->showStrip(static_cast<int>(mode));
  actions_->at("mode.design")->setChecked(mode == Mode::design);
  actions_->at("mode.run")->setChecked(mode == Mode::run);
  actions_->at("mode.compare")->setChecked(mode == Mode::compare);
  actions_->at("mode.learn")->setChecked(mode == Mode::learn);
  actions_->at("mode.explore")->setChecked(mode == Mode::explore);
  pane_->setEditable(mode == Mode::design);
  arranged_ = true;
  if (mode == Mode::learn)
    learnMode_->arrange(*layout_);
  else if (!docksOf(mode).empty())
    restoreLayout();
  designMode_->setShown(mode == Mode::design);
  runMode_->setShown(mode == Mode::run || mode == Mode::learn, mode == Mode::learn);
  compareMode_->setShown(mode == Mode::compare);
  learnMode_->setShown(mode == Mode::learn);
  exploreMode_->setShown(mode == Mode::explore);
  if (mode == Mode::start) {
    status_->setState({}, tr("Hopscope %1").arg(QString::fromUtf8(kEngineVersion.data())), false);
    status_->setPace({}, {}, {});
    status_->setNote({});
    status_->setFinding({}, Standing::sound);
    status_->setRight(tr("Drop a project or a design anywhere in this window"), {});
  } else if (mode == Mode::explore) {
    exploreMode_->view().setFocus();
  } else {
    shownCanvas().setFocus();
  }
  updateActions();
  setUpdatesEnabled(true);
}

/// Only the page that is shown asks for room: a wide one would press the docks of other modes.
void MainWindow::sizePages() {
  for (int i = 0; i < stack_->count(); ++i) {
    const auto policy = i == stack_->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
    stack_->widget(i)->setSizePolicy(policy, policy);
  }
  // At once, for the docks that come back before the event loop turns.
  stack_->layout()->invalidate();
  stack_->updateGeometry();
  stack_->parentWidget()->updateGeometry();
}

/// Over the drawing, which they do not push; above any other page.
void MainWindow::placeMessages() {
  const bool over = stack_->currentWidget() == pane_;
  if (over == (messages_->parentWidget() == pane_)) return;
  messages_->setFloating(over);
  if (over) {
    pane_->setNotices(messages_);
    return;
  }
  pane_->setNotices(nullptr);
  const bool shown = !messages_->isHidden();
  static_cast<QVBoxLayout*>(stack_->parentWidget()->layout())->insertWidget(0, messages_);
  messages_->setVisible(shown);
}

// Layouts stay in memory until the window closes: settings are written to the disk at once, and a
// change of mode does not wait for a disk.
void MainWindow::storeLayout() {
  if (arranged_ && (mode_ == Mode::design || mode_ == Mode::run)) layouts_[mode_] = layout_->save();
}

void MainWindow::restoreLayout() {
  const auto own = layouts_.find(mode_);
  const QByteArray state =
      own != layouts_.end() ? own->second : QSettings().value(layoutKey(mode_)).toByteArray();
  if (layout_->restore(state)) {
    modes_->show();
    return;
  }
  arrangeDocks();
}

void MainWindow::resetLayout() {
  layouts_.clear();
  QSettings().remove(QStringLiteral("layout"));
  arrangeDocks();
}

void MainWindow::connectFiles() {
  connect(actions_->at("file.new"), &QAction::triggered, files_, &FileFlows::newProject);
  connect(actions_->at("file.open"), &QAction::triggered, files_, &FileFlows::open);
  connect(actions_->at("file.save"), &QAction::triggered, files_, &FileFlows::save);
  connect(actions_->at("file.saveAs"), &QAction::triggered, files_, &FileFlows::saveAs);
  connect(actions_->at("file.importNetwork"), &QAction::triggered, this,
          &MainWindow::importNetwork);
  connect(actions_->at("file.importApplication"), &QAction::triggered, this, [this] {
    if (settleFields()) importApplication(*session_, *messages_, this);
  });
  connect(actions_->at("file.exportNetwork"), &QAction::triggered, this,
          &MainWindow::exportNetwork);
  connect(actions_->at("file.export"), &QAction::triggered, this, &MainWindow::exportAll);
  connect(actions_->at("file.report"), &QAction::triggered, this, &MainWindow::buildReport);
  connect(actions_->at("file.start"), &QAction::triggered, this, [this] { setMode(Mode::start); });
  connect(actions_->at("file.quit"), &QAction::triggered, this, &QWidget::close);
  connect(files_, &FileFlows::opened, this, &MainWindow::projectOpened);
  connect(files_, &FileFlows::recentChanged, this, &MainWindow::updateRecent);
  connect(start_, &StartPage::exampleChosen, this, &MainWindow::openExample);
  connect(start_, &StartPage::recentChosen, this, &MainWindow::openFile);
  connect(session_, &ProjectSession::modifiedChanged, this, &MainWindow::updateTitle);
  connect(session_, &ProjectSession::documentShown, this, &MainWindow::documentShown);
  connect(session_, &ProjectSession::aboutToKeep, &pane_->canvas(), &NetworkCanvas::settleEditors);
}

void MainWindow::connectWindow() {
  connect(appearance_, &Appearance::changed, this, &MainWindow::applyTheme);
  connect(actions_->at("mode.design"), &QAction::triggered, this, [this] {
    setMode(Mode::design);
    actions_->at("mode.design")->setChecked(mode_ == Mode::design);
  });
  connect(actions_->at("mode.run"), &QAction::triggered, this, [this] {
    setMode(Mode::run);
    actions_->at("mode.run")->setChecked(mode_ == Mode::run);
  });
  connect(actions_->at("mode.explore"), &QAction::triggered, this, [this] {
    setMode(Mode::explore);
    actions_->at("mode.explore")->setChecked(mode_ == Mode::explore);
  });
  connect(actions_->at("mode.compare"), &QAction::triggered, this, [this] {
    setMode(Mode::compare);
    actions_->at("mode.compare")->setChecked(mode_ == Mode::compare);
  });
  connect(compareMode_, &CompareMode::exportRequested, this, &MainWindow::exportAll);
  connect(compareMode_, &CompareMode::designRequested, this, [this] { setMode(Mode::design); });
  connect(designMode_, &DesignMode::enterRequested, this, [this] { setMode(Mode::design); });
  connect(designMode_, &DesignMode::trialRequested, runMode_, &RunMode::tryOnDesign);
  connect(runMode_, &RunMode::enterRequested, this, [this] {
    if (mode_ != Mode::learn) setMode(Mode::run);  // which shows runs, too
  });
  connect(runMode_, &RunMode::findingRequested, this,
          [this](const Issue& issue) { designMode_->showFinding(issue); });
  connect(&designMode_->projectPanel(), &ProjectPanel::runChosen, runMode_, &RunMode::showStored);
  connect(&designMode_->projectPanel(), &ProjectPanel::curveChosen, this, &MainWindow::showCurve);
  const auto offerUndo = [this](const QString& text, const std::function<void()>& restore) {
    messages_->post(QStringLiteral("removed"), Severity::note, text, {{tr("Undo"), restore}});
  };
  connect(&designMode_->projectPanel(), &ProjectPanel::removed, this, offerUndo);
  connect(keptRuns_, &KeptRuns::removed, this, offerUndo);
  connect(actions_->at("window.new"), &QAction::triggered, this, &MainWindow::newWindowRequested);
  connect(actions_->at("window.resetLayout"), &QAction::triggered, this, &MainWindow::resetLayout);
  connect(actions_->at("panel.next"), &QAction::triggered, this, [this] { stepPanel(1); });
  connect(actions_->at("panel.previous"), &QAction::triggered, this, [this] { stepPanel(-1); });
  connect(actions_->at("help.guide"), &QAction::triggered, this, &MainWindow::showGuide);
  connect(actions_->at("help.about"), &QAction::triggered, this, [this] { showAbout(this); });
  connect(actions_->at("help.hint"), &QAction::triggered, this, [this] {
    setMode(Mode::start);
    start_->showHint();
  });
}

void MainWindow::projectOpened() {
  // Whatever runs belongs to the project that is gone.
  runMode_->discard();
  for (const QString& key : {QStringLiteral("removed"), QStringLiteral("tried")})
    messages_->clear(key);
  if (curve_ != nullptr) curve_->forget();
  studies_->forget();
  if (note_ != nullptr) note_->forget();
  compareMode_->projectOpened();
  exploreMode_->projectOpened();
  keptRuns_->forget();
  setMode(Mode::design);
  learnMode_->projectOpened();
}

void MainWindow::documentShown() {
  DesignDocument& document = session_->document();
  undo_.addStack(&document.undoStack());
  undo_.setActiveStack(&document.undoStack());
  pane_->canvas().setDocument(&document);
  routingNotice_->setDocument(&document);
  designMode_->documentShown();
  runMode_->documentShown();
  learnMode_->documentShown();
  arrange_->documentShown();
  tables_->documentShown();
  keptRuns_->documentShown();
  if (curve_ != nullptr) curve_->setDesign(document.design(), session_->currentDesign());
  studies_->designShown();
  updateTitle();
  updateActions();
}

void MainWindow::openExample(const Example& example, bool guided) {
  files_->openCopy(example.design);
  if (guided && session_->isOpen())
    messages_->post(QStringLiteral("hint"), Severity::note,
                    tr("This is the design. Press Run and watch the links: the busier, the warmer "
                       "and the wider."),
                    {{tr("Run"), [this] { runMode_->toggle(); }}});
}

bool MainWindow::openFile(const QString& file) {
  return files_->openFile(file);
}

void MainWindow::applyTheme() {
  const Theme& theme = appearance_->theme();
  actions_->setTheme(theme);
  menus_->setTheme(theme);
  modes_->setTheme(theme);
  status_->setTheme(theme);
  messages_->setTheme(theme);
  start_->setTheme(theme);
  pane_->setTheme(theme);
  designMode_->setTheme(theme);
  tablesDock_->setTheme(theme);
  runMode_->setTheme(theme);
  compareMode_->setTheme(theme);
  exploreMode_->setTheme(theme);
  keptRuns_->setTheme(theme);
  historyDock_->setTheme(theme);
  presentation_->setTheme(theme);
  learnMode_->setTheme(theme);
  lessonFlows_->setTheme(theme);
  if (curve_ != nullptr) curve_->setTheme(theme);
  studies_->setTheme(theme);
}

void MainWindow::updateTitle() {
  QString title;
  if (session_->isOpen()) {
    const QString file = QString::fromStdString(session_->file());
    title = QStringLiteral("%1 — %2%3")
                .arg(QString::fromStdString(session_->document().design().name),
                     file.isEmpty() ? tr("not saved yet") : QFileInfo(file).fileName(),
                     session_->modified() && !file.isEmpty() ? QStringLiteral(" *") : QString());
  }
  menus_->setTitle(title);
  setWindowTitle(title.isEmpty() ? tr("Hopscope") : title + tr(" — Hopscope"));
  setWindowModified(false);
}

void MainWindow::updateRecent() {
  QMenu* menu = menus_->recentMenu();
  menu->clear();
  const std::vector<RecentProject> recent = files_->recent();
  start_->setRecent(recent);
  for (const RecentProject& project : recent) {
    QAction* action = menu->addAction(withoutMnemonic(QFileInfo(project.file).fileName()));
    action->setToolTip(project.file);
    connect(action, &QAction::triggered, this, [this, file = project.file] { openFile(file); });
  }
  menu->setEnabled(!recent.empty());
  if (recent.empty()) return;
  menu->addSeparator();
  connect(menu->addAction(tr("Forget these")), &QAction::triggered, files_,
          &FileFlows::clearRecent);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!lessonFlows_->mayClose() || !files_->mayClose()) {
    event->ignore();
    return;
  }
  lessonFlows_->leave();
  leave(false);
  event->accept();
}

/// Lets go of all that is open; what was not saved is lost, unless it is left to be restored.
void MainWindow::leave(bool forRecovery) {
  presentation_->end();
  storeLayout();
  QSettings settings;
  for (const auto& [mode, state] : layouts_) settings.setValue(layoutKey(mode), state);
  settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
  if (curve_ != nullptr) curve_->cancel();
  studies_->cancel();
  runMode_->discard();
  pane_->canvas().setDocument(nullptr);
  designMode_->forget();
  if (forRecovery) session_->leaveForRecovery();
  session_->close();
  mode_ = Mode::start;
}

void MainWindow::endUnasked() {
  // While there still are fields with what is being typed.
  if (session_->isOpen()) session_->collect();
  lessonFlows_->settle();
  leave(true);
  hide();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.size() == 1 && urls.front().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.size() != 1) return;
  event->acceptProposedAction();
  openFile(urls.front().toLocalFile());
}

/// A letter that nobody with the focus wants (a button, a panel) is the canvas's, whose tools and
/// views they are. Enter presses a button as the space bar does, also outside dialogs.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    auto* button = qobject_cast<QAbstractButton*>(focusWidget());
    if (button != nullptr && button->isEnabled() && !event->isAutoRepeat() &&
        qobject_cast<QCheckBox*>(button) == nullptr) {
      button->click();
      return;
    }
  }
  const bool letter = event->key() >= Qt::Key_A && event->key() <= Qt::Key_Z &&
                      (event->modifiers() & ~Qt::ShiftModifier) == 0;
  const bool shows = mode_ == Mode::design || mode_ == Mode::run || mode_ == Mode::learn;
  QWidget* view = shownCanvas().focusProxy();
  if (view == nullptr) view = &shownCanvas();
  // What the canvas had and did not want comes back here.
  if (!letter || !shows || view->hasFocus() || forwarding_) {
    QMainWindow::keyPressEvent(event);
    return;
  }
  forwarding_ = true;
  QCoreApplication::sendEvent(view, event);
  forwarding_ = false;
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  const bool view = watched == &pane_->canvas() || watched == &pane_->matrix();
  if (event->type() == QEvent::Paint && view) runMode_->noteFrame();
  return QMainWindow::eventFilter(watched, event);
}

}  // namespace hopscope
