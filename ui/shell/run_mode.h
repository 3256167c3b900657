// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <deque>
#include <functional>
#include <optional>

#include "engine/workload/rank_rows.h"
#include "projects/project.h"
#include "ui/run/applications_job.h"
#include "ui/run/bookmarks.h"
#include "ui/run/goal_quantities.h"
#include "ui/run/past_player.h"
#include "ui/run/past_run.h"
#include "ui/run/playback.h"
#include "ui/run/run_session.h"
#include "ui/run/run_view.h"
#include "ui/shell/live_health.h"
#include "ui/shell/project_session.h"

class QMainWindow;
class QPushButton;

namespace hopscope {

class Actions;
class CacheMapDialog;
class CanvasPane;
class CircuitsPanel;
class OfferedDock;
class RanksPanel;
class Dock;
class DockLayout;
class FaultFlows;
class InspectorPanel;
struct KeyFigure;
class LivePlots;
class LiveSettings;
class OpeningMotion;
class MessageBar;
class RunControls;
class StatusLine;
class TimelineStrip;
class WhatIfDialog;

/// Run mode: drives the run of the shown design, and shows it (or a kept one) on the canvas and in
/// the panels for plots, inspector and timeline.
class RunMode : public QObject {
  Q_OBJECT

 public:
  RunMode(ProjectSession& session, Actions& actions, MessageBar& messages, CanvasPane& pane,
          StatusLine& status, QMainWindow& window);

  RunSession& run() { return run_; }
  QWidget* toolStrip() const { return strip_; }
  std::vector<Dock*> docks() const;
  Dock* timelineDock() const { return timelineDock_; }
  void arrange(DockLayout& layout);  ///< the docks' default places
  Dock* inspectorDock() const { return inspectorDock_; }
  Dock* circuitsDock() const { return circuitsDock_; }
  CircuitsPanel& circuits() const { return *circuits_; }
  Dock* ranksDock() const { return ranksDock_; }
  RanksPanel& ranks() const { return *ranks_; }
  void setTheme(const Theme& theme);
  /// Whether this mode is shown; in a lesson, that decides which panels there are, and says what a
  /// run came to.
  void setShown(bool shown, bool inLesson = false);
  bool shown() const { return shown_; }

  /// What has to be so before a run begins or goes on, asked each time: false keeps it from that,
  /// and has said why.
  void setGate(std::function<bool()> gate) { gate_ = std::move(gate); }
  /// Where this mode is shown and the run goes on, pauses it. Else the design shown runs: its run
  /// goes on, or one begins. A run of another design, or of what this one was before it changed,
  /// is ended and kept then; no button goes on with it unasked.
  void toggle();
  /// Prepares a run of the shown design, then calls `next`; a message where it is refused. The
  /// network of a large one is made while the window goes on; until then `run.stop` calls it off.
  void prepare(std::function<void()> next);
  void startOver();
  void setSpeed(double cyclesPerSecond);  ///< 0: flat out
  /// Whether runs begin slowly; a speed set by a person, or in the project, is kept all the same.
  void setSlowStart(bool on);
  /// Runs the design shown, unless a complete run of it is kept, then a variant of it that has the
  /// remedy, and shows both side by side.
  void tryOnDesign(const Remedy& remedy);
  void step(Cycle cycles);
  void askRunUntil();
  void askWhatIf();
  /// The run is not over, and nothing would bring back what it has come to. `changed`: there is
  /// more to save, so that saving is asked for anyway.
  bool wouldBeLost(bool changed) const;
  /// Ends the run and keeps what it has measured; false where the user would rather not wait.
  bool keep();
  /// Ends the run, if any: another project is coming.
  void discard();
  /// Shows a run that the project keeps.
  void showStored(RowId run);
  void backToLive();
  bool showsStored() const { return stored_.has_value(); }
  /// The kept run that is shown, if one is.
  std::optional<RowId> storedRun() const;
  /// Looks at the recorded window that ends nearest to that cycle; the run goes on.
  void seek(Cycle cycle);
  /// Goes so many recorded windows on, or back.
  void stepWindow(int windows);
  /// Goes back a cycle: the run is repeated exactly up to there, and rests.
  void stepBack();
  void onWentBack(bool wasWhole);
  /// Plays the recorded windows, or pauses that.
  void togglePlaying();
  const PastPlayer& player() const { return player_; }
  /// Asks for the name of a moment of the run shown.
  void askBookmark(Cycle at);
  void nextBookmark();
  /// The bookmarks of the run shown.
  const std::vector<Bookmark>& bookmarks() const { return bookmarks_.of(shownHash()); }
  /// The settings of a kept run are the design's again, which stands on the canvas then.
  void restoreSettings(RowId run);
  /// Looks at the newest moment again, or at the whole of a run that is over.
  void leavePast();
  const Playback& playback() const { return playback_; }
  /// What was recorded of the run shown; null where nothing was.
  std::shared_ptr<const Recording> recording() const;
  std::shared_ptr<const Recording> recordingOfLive() const;
  /// What the button for Run and Pause is to show.
  RunnerState shownState() const;
  /// The run is of the design shown as it is now.
  bool ofShownDesign() const;
  /// The network on the canvas is that of the run shown.
  bool onCanvas() const { return fits_; }
  /// The document shown is another one.
  void documentShown();

  RunView view() const;
  /// Of the run shown, what one looks at first.
  std::vector<KeyFigure> keyFigures() const;
  /// When the run shown was started, in words; empty where there is none.
  QString runDate() const;
  const LivePlots& plots() const { return *plots_; }
  const InspectorPanel& inspector() const { return *inspector_; }
  /// A frame of the canvas was painted.
  void noteFrame() { ++frames_; }

 signals:
  void enterRequested();  ///< this mode should be shown
  void findingRequested(const hopscope::Issue& issue);
  /// These kept runs should be seen side by side.
  void compareRequested(const std::vector<hopscope::RowId>& runs);

 private:
  void connectActions(Actions& actions);
  /// RunSession::follow, and shows it.
  void followPacket(TerminalId source, Cycle birth);
  /// A packet on what is selected, or anywhere: the one that is nearest to its channel's beginning.
  void followAny();
  /// The run as it is now, wherever in its time one looks.
  RunView presentView() const;
  /// The same network, with the names that its parts have by now.
  std::shared_ptr<const Topology> asNamedNow(std::shared_ptr<const Topology> network) const;
  void onUpdated();
  void onStateChanged();
  QString goalSentence() const;
  void onFinished();
  void sayVerdict(const Results& results);
  /// Says in brief what the run that is over came to, and what can be done.
  void postFindings();
  void postFinding(const Finding& finding);
  void onPhasesChanged(Cycle at);
  void applyWhatIf(const Values& changes);
  void askOtherCaches(RouterId router, PortIndex port);
  /// Sets the size of all caches, or of that router's where it has its own.
  void useCaches(std::uint32_t entries, std::uint32_t ways, RouterId of);
  void showWaitCycle(const std::vector<WaitingVc>& cycle);
  /// The cycle that the run shown ended in, as the canvas shows it unless something else is
  /// selected; empty where there is none.
  std::vector<WaitingBuffer> shownWaitCycle() const;
  void askWaitCycle();
  void noteWaitCycle();
  void noteEdited();
  void checkStale();
  void forgetStale();
  /// A run may begin or go on now.
  bool mayBegin();
  void goOn();
  void showItsDesign();
  void sayStored();
  /// Runs the design of the run shown with the remedy, and then shows both runs side by side. A run
  /// that goes on is ended and kept for that.
  void tryOnRun(const Remedy& remedy);
  void tryVariant(const Remedy& remedy, const Design& of, RowId beside);
  void refuse(const Issues& issues);
  void prepareNow(std::function<void()> next);
  void goOnAfterEnd(RowId kept);
  void beginNext();
  void prepared(const Issues& issues, RowId design, const std::function<void()>& next);
  /// Begins the prepared run.
  void begin();
  /// Gives the prepared run the speed that it opens with.
  void open();
  void giveSpeed(double cyclesPerSecond);
  /// A run can only begin anew.
  bool needsPreparing() const;
  /// There is a run whose results are not kept yet.
  bool unfinished() const;
  /// Looks whether the run is of the network shown, and shows it, or not.
  void lookWhetherFits();
  RunView shownView() const;
  void showHeat();
  void showColours(HeatQuantity quantity);
  void lookNear();
  void applyChange(const Phase& change);
  void showFinding(const Finding& finding);
  void applyRemedy(const Remedy& remedy);
  void showRefused(const Issues& issues);
  void showWarned(const Issues& issues);
  /// `heat` with what had failed by then.
  NetworkHeat withFaults(NetworkHeat heat) const;
  void showPanels(bool force);
  void showCircuits(const RunView& view, bool force);
  void placeCircuits();
  void showRanks(const RunView& view, bool force);
  void placeRanks();
  void selectPiece(TerminalId from, TerminalId to, const std::vector<ChannelId>& taken);
  void addPastRanks(NetworkHeat& heat);
  void addLastRanks();
  void showLastRanks(const ApplicationPlan* plan);
  /// Those of the moment looked at, while their panel is open.
  void addCircuits(NetworkHeat& heat) const;
  void fitTimeline();
  void showTimeline();
  void showTime();
  void connectTime(Actions& actions);
  /// The moment of the run shown that one looks at.
  Cycle shownCycle() const;
  std::string shownHash() const;
  void keepBookmarks();
  void showLive();
  void lookInside();
  void onInside();
  void listComparable();
  void showProgress();
  void showControls();
  void showStatus();
  void updateActions();
  void watchSelection();
  /// The canvas shows the network that the heat is of.
  bool heatFits() const;

  // Keys of this mode's messages.
  static constexpr const char* kRunKey = "run";
  static constexpr const char* kFaultKey = "fault";
  static constexpr const char* kRefusedKey = "refused";
  static constexpr const char* kStaleKey = "stale";
  static constexpr const char* kStoredKey = "stored";
  static constexpr const char* kEndedKey = "ended";
  static constexpr const char* kBookmarksKey = "run.bookmarks";  ///< of the project

  ProjectSession& session_;
  Actions& actions_;
  MessageBar& messages_;
  CanvasPane& pane_;
  StatusLine& status_;
  QMainWindow& window_;
  RunSession run_;
  RowId runDesign_ = 0;  ///< design of the live run
  std::string runHash_;
  QString runStarted_;
  bool entered_ = false;  ///< the run being prepared was entered already
  bool kept_ = false;     ///< the live run's results are in the project, as they are now
  QString staleShown_;    ///< what kStaleKey said last, even where it was dismissed
  QString storedSaid_;    ///< likewise that of kStoredKey, and of which design shown
  std::function<bool()> gate_;
  RowId keptRun_ = 0;               ///< what the live run is kept as; 0: not yet
  RowId endedRun_ = 0;              ///< what was ended for the live one
  RowId beside_ = 0;                ///< the kept run that the live one is tried beside; 0: none
  std::optional<Remedy> thenTry_;   ///< once the live run is over
  std::function<void()> afterEnd_;  ///< once the run that is being ended is kept

  struct Stored {
    StoredRun run;
    std::shared_ptr<const Topology> topology;
    NetworkHeat heat;
  };
  std::optional<Stored> stored_;
  LatestJob<ApplicationsJob> storedRanks_{1}, untilRanks_{1};
  Playback playback_;
  PastPlayer player_{playback_};
  Bookmarks bookmarks_;
  std::vector<WaitingBuffer> waitCycle_;   ///< of the live run that ended in a deadlock
  std::deque<RouterId> waitCycleRouters_;  ///< whose buffers are still to be looked into
  LiveHealth health_, storedHealth_;
  RankRows pastRanks_;    ///< of the live run, once its past is looked at
  PastRun inside_;        ///< of what playback_ looks at
  GoalQuantity awaited_;  ///< what a window is waited for to show, where run_.goal() has one

  QWidget* strip_;
  RunControls* controls_;
  OpeningMotion* opening_;
  LiveSettings* live_;
  LivePlots* plots_;
  InspectorPanel* inspector_;
  CircuitsPanel* circuits_;
  RanksPanel* ranks_;
  TimelineStrip* timeline_;
  WhatIfDialog* whatIf_;
  CacheMapDialog* cacheMap_ = nullptr;  ///< made when it is first asked for
  FaultFlows* faults_;
  PartIds failedOffered_;  ///< what the actions on parts took for failed
  QPushButton* whatIfButton_;
  const Theme* theme_;
  Dock* plotsDock_;
  Dock* inspectorDock_;
  Dock* circuitsDock_;
  OfferedDock* circuitsOffer_;  ///< of runs with time slots only
  Dock* ranksDock_;
  OfferedDock* ranksOffer_;  ///< of runs with applications only
  Dock* timelineDock_;
  bool shown_ = false;
  bool inLesson_ = false;
  bool slowStart_ = false;
  bool speedSet_ = false;  ///< by a person, or in the project
  bool fits_ = false;
  int frames_ = 0;
  int framesPerSecond_ = 0;
  QElapsedTimer frameClock_, timelineClock_;
  QTimer statusTimer_;
  bool circuitsSized_ = false;  ///< the panel of circuits has had its usual share of the column
  bool ranksSized_ = false;     ///< likewise that of ranks, of the height
};

}  // namespace hopscope
