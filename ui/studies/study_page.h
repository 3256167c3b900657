// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/study/study.h"
#include "engine/study/study_rows.h"
#include "engine/study/study_table.h"
#include "ui/drawing/theme.h"
#include "ui/plots/study_dimensions.h"
#include "ui/studies/study_runner.h"
#include "ui/studies/study_shelf.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace hopscope {

class ClusterDialog;
class ClusterJob;
class ClusterPanel;
class HeatMapPlot;
class PanelGrid;
class ParallelPlot;
class PlotWidget;
class ScatterPlot;
class StudyEditor;
class StudyTableModel;

/// Studies: their documents, edited; what was run of them, as a table, as curves and as points;
/// run, stopped, and gone on with. What is finished goes to the shelf at once.
class StudyPage : public QWidget {
  Q_OBJECT

 public:
  explicit StudyPage(StudyShelf& shelf, QWidget* parent = nullptr);
  ~StudyPage() override;

  void setTheme(const Theme& theme);
  /// Asked for a project where there is none: false keeps a study from being run.
  void setWantProject(std::function<bool(const Design&)> want) { want_ = std::move(want); }
  /// The page is shown: an empty one shows the newest study of the project.
  void showPage();
  /// The studies of the project may be others.
  void shelfChanged();
  /// Asks how the study that is shown is to be handed to a cluster.
  void askCluster();
  /// The project may have another file, beside which a study on a cluster stands.
  void showCluster();
  ClusterJob& cluster() const { return *cluster_; }
  /// Another project is coming: what runs is dropped.
  void forget();
  /// A document, of which a design may be named by `folder`'s files.
  void openDocument(const std::string& text, const QString& folder = {});
  void run();
  void stop();
  bool running() const { return runner_.running(); }
  /// Hands what is finished to the shelf.
  void flush();

  const StudyRows& rows() const { return rows_; }
  const std::string& document() const { return text_; }
  /// Chooses what is drawn along the axes: names of a setting and a column, or of two columns.
  void drawCurves(const std::string& setting, const std::string& column);
  void drawPoints(const std::string& across, const std::string& up);
  void drawPanels(const std::string& setting, const std::string& column, const std::string& by);
  void drawMap(const std::string& across, const std::string& up, const std::string& column);
  void drawParallel(const std::string& colour);
  /// Only points within these ranges are drawn and listed; of no range, all.
  void setRanges(const StudyFilter& ranges);
  const StudyFilter& ranges() const { return ranges_; }
  /// Writes what the file's ending says: csv, tex, json, or a picture. `drawn`: a csv of the
  /// numbers that are drawn, not of the whole table.
  bool exportTo(const QString& file, QString* problem, bool drawn = false);

 signals:
  void wrote(const QString& sentence, bool good);
  void stateChanged(const QString& sentence, bool lively);
  /// A point is wanted as a design of the project.
  void designRequested(const hopscope::Design& design);
  /// Points are wanted as runs, which are of these designs; `tag` says of which study.
  void runsRequested(const std::vector<hopscope::Design>& designs, const QString& tag);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  enum View { curves, panels, points, map, parallel };
  /// A document that was handed to a cluster, as it was read.
  struct Submission {
    QDateTime modified;
    QString name;
    std::string hash;  ///< empty: it is no study
  };
  /// What comes is shown as often at most.
  static constexpr int kRefreshMilliseconds = 400;
  QWidget* makeSide();
  QWidget* makeHead();
  QWidget* makeDrawing();
  QWidget* makeList();
  QWidget* makeCluster(QWidget* parent);
  /// The study is in the project that is open, and its rows are those of the project.
  void keepStudy();
  void offerCluster();
  void closeCluster();
  void submitToCluster();
  void takeFromCluster(const std::vector<StudyRow>& rows);
  void newFromDesign();
  void openFile();
  void showStudies();
  void addSubmitted();
  const Submission& submissionIn(const QString& file);
  void chooseStudy(int index);
  void documentChanged();
  void begin(bool failedAgain);
  void take(const std::vector<StudyRow>& rows);
  void showProgress(const StudyProgress& progress);
  void finish(bool stopped, const QString& failure);
  void setRunning(bool running);
  void showTable();
  void readTable();
  void showColumns();
  void showGroups();
  void fillColumnMenu();
  void fillAxes();
  void draw();
  void setView(View view);
  void choose(std::initializer_list<std::pair<QComboBox*, std::string>> names);
  void showRanges();
  void fillRangeMenu();
  void fillAxisBoxes();
  void pointAtCurrent();
  const StudyTableRow* currentRow() const;  ///< of the table; null where none is
  std::vector<std::string> parallelNames() const;
  QString drawnCsv() const;
  void showState();
  void openPoint();
  void showRuns();
  void takeWhole(const std::vector<StudyOutcome>& runs);
  void showMarked();
  /// The point's design, called after what is varied; nothing, and said why, where it has none.
  std::optional<Design> designOfPoint(PointId point);
  std::vector<PointId> markedPoints() const;
  QString tag() const;
  bool mayRemove();
  void removeStudy();
  void exportAll();
  std::optional<PointId> currentPoint() const;

  StudyShelf& shelf_;
  const Theme* theme_;
  std::function<bool(const Design&)> want_;
  StudyRunner runner_;
  std::shared_ptr<const Study> study_;  ///< nothing while the document has errors
  std::shared_ptr<const StudyTable> table_;
  bool allRan_ = false;      ///< nothing of the study is missing
  std::string text_, hash_;  ///< the document, and its hash
  RowId stored_ = 0;         ///< on the shelf; 0: nowhere
  StudyRows rows_, pending_;
  std::vector<StoredRun> pendingRuns_;
  std::multiset<std::string> there_;  ///< runs that are kept whole as this start begins
  QTimer flush_, refresh_;
  QElapsedTimer clock_;
  double begun_ = 0;             ///< the fraction with which this start began
  std::uint64_t ranBefore_ = 0;  ///< runs that were there then
  bool filling_ = false;
  QString outcome_;
  View view_ = curves;
  QComboBox* choice_;
  QPushButton* new_;
  QPushButton* file_;
  QPushButton* remove_;
  StudyEditor* editor_;
  QLabel* title_;
  QLabel* state_;
  QProgressBar* progress_;
  ClusterJob* cluster_;
  ClusterPanel* tasks_;
  std::map<QString, Submission> submissions_;  ///< by file, so that none is read twice
  QString cancelled_;  ///< the study of which tasks were asked to be cancelled last
  ClusterDialog* clusterDialog_ = nullptr;  ///< made when it is first asked for
  QPushButton* run_;
  QPushButton* again_;
  QCheckBox* whole_;
  QPushButton* open_;
  QPushButton* asRun_;
  QPushButton* compare_;
  QPushButton* columns_;
  QPushButton* export_;
  QMenu* columnMenu_;
  std::vector<QToolButton*> views_;  ///< in the order of View
  QComboBox* across_;
  QComboBox* up_;
  QComboBox* by_;
  QLabel* acrossWord_;
  QLabel* upWord_;
  QLabel* byWord_;
  QPushButton* rangesButton_;
  QMenu* rangeMenu_;
  QWidget* rangeRow_;
  QLabel* rangeWords_;
  StudyFilter ranges_;
  StudyPoints within_;  ///< of the table, in its order
  QTimer rangesMoved_;  ///< what is slower than the drag follows it
  QStackedWidget* drawings_;
  PlotWidget* plot_;
  ScatterPlot* scatter_;
  PanelGrid* panels_;
  HeatMapPlot* map_;
  ParallelPlot* lines_;
  QLineEdit* words_;
  QComboBox* group_;
  QTableView* list_;
  StudyTableModel* model_;
};

}  // namespace hopscope
