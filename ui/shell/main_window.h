// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QUndoGroup>
#include <map>
#include <memory>
#include <vector>

#include "projects/project.h"
#include "ui/drawing/theme.h"

class QStackedWidget;

namespace hopscope {

class Actions;
class Appearance;
class ArrangeFlows;
struct Candidate;
class CanvasPane;
class CompareMode;
class DesignMode;
class Dock;
class DockLayout;
class ExploreMode;
struct ExportContent;
class FileFlows;
class GenerateDialog;
class HelpWindow;
class KeptRuns;
class LatencyCurveDialog;
class LearnMode;
class LessonFlows;
class MenuStrip;
class MessageBar;
class ModeBar;
class NetworkCanvas;
class NoteDialog;
struct PaletteItem;
class PartTables;
class Presentation;
class Preferences;
class ProjectSession;
struct ReportPlan;
class RoutingNotice;
class RunMode;
class RunSession;
class StartPage;
class StatusLine;
class StudyFlows;

/// The window: makes the parts and wires them. What they do is in their own files.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  enum class Mode { start, design, run, compare, learn, explore };

  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Opens a project (*.hopscope), a design or a lesson (*.json), or another program's network.
  /// False, with a message in the window, where it can't be read.
  bool openFile(const QString& file);

  Mode mode() const { return mode_; }
  void setMode(Mode mode);
  // What tests and the parts themselves look at.
  Actions& actions() { return *actions_; }
  ProjectSession& session() { return *session_; }
  RunMode& runMode() { return *runMode_; }
  /// As when somebody closes it who waits for no answer: what was not saved is left to be restored
  /// at the next start.
  void endUnasked();
  DesignMode& designMode() { return *designMode_; }
  LearnMode& learnMode() { return *learnMode_; }
  LessonFlows& lessonFlows() { return *lessonFlows_; }
  CompareMode& compareMode() { return *compareMode_; }
  ExploreMode& exploreMode() { return *exploreMode_; }
  KeptRuns& keptRuns() { return *keptRuns_; }
  CanvasPane& canvasPane() { return *pane_; }
  MessageBar& messages() { return *messages_; }
  StatusLine& status() { return *status_; }
  StartPage& startPage() { return *start_; }
  LatencyCurveDialog* curveDialog() const { return curve_; }
  StudyFlows& studyFlows() const { return *studies_; }
  Presentation& presentation() const { return *presentation_; }

 signals:
  void newWindowRequested();  ///< another one beside this, for another project

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void leave(bool forRecovery);
  void makeParts();
  void connectFiles();
  void connectEditing();
  void connectWindow();
  void connectStudy();
  void connectLessons();
  void connectPresentation();
  void applyTheme();
  void updateTitle();
  void updateActions();
  void updateUndo();
  void updateRecent();
  void documentShown();
  void projectOpened();
  void storeLayout();
  void restoreLayout();
  void resetLayout();
  void sizePages();
  void placeMessages();
  void placeTables();
  std::vector<Dock*> docksOf(Mode mode) const;
  /// The canvas that the verbs of the View menu are about.
  NetworkCanvas& shownCanvas() const;
  void generate();
  void openCandidate(const Candidate& candidate);
  void importNetwork();
  void exportNetwork();
  void connectRuns();
  void arrangeDocks();
  void connectFinding();
  void openPalette();
  /// What the palette offers: settings with an effect in the design shown, and parts of that name.
  void addSettings(std::vector<PaletteItem>& items);
  std::vector<PaletteItem> partsCalled(const QString& text);
  void openSettings();
  void makeHistory();
  void openNote(RowId note, bool fresh);
  bool settleFields();
  void openCurve();
  void boundCurve();
  void showCurve(RowId curve);
  ExportContent exportContent() const;
  void exportAll();
  void exportCurve();
  void buildReport();
  ReportPlan reportPlan() const;
  void showGuide();
  void exportComparison();
  void stepPanel(int direction);
  void openExample(const Example& example, bool guided);

  Appearance* appearance_;
  Preferences* preferences_;
  DockLayout* layout_;
  Actions* actions_;
  ProjectSession* session_;
  QUndoGroup undo_;
  MenuStrip* menus_;
  ModeBar* modes_;
  StatusLine* status_;
  QStackedWidget* stack_;
  StartPage* start_;
  MessageBar* messages_;
  CanvasPane* pane_;
  FileFlows* files_;
  ArrangeFlows* arrange_;
  PartTables* tables_;
  Dock* tablesDock_;  ///< of both modes
  DesignMode* designMode_;
  RunMode* runMode_;
  Dock* historyDock_;
  RoutingNotice* routingNotice_;
  CompareMode* compareMode_;
  KeptRuns* keptRuns_;
  LearnMode* learnMode_;
  LessonFlows* lessonFlows_;
  ExploreMode* exploreMode_;
  LatencyCurveDialog* curve_ = nullptr;
  StudyFlows* studies_ = nullptr;
  Presentation* presentation_ = nullptr;
  HelpWindow* help_ = nullptr;
  NoteDialog* note_ = nullptr;
  Mode mode_ = Mode::start;
  bool forwarding_ = false;             ///< a key goes to the canvas
  bool arranged_ = false;               ///< the docks of this mode have been shown once
  std::map<Mode, QByteArray> layouts_;  ///< of the docks, by mode: since this window opened
};

}  // namespace hopscope
