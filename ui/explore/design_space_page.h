// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ui/drawing/theme.h"
#include "ui/explore/candidate_model.h"
#include "ui/plots/scatter_painter.h"
#include "ui/studies/background_work.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSplitter;
class QTableView;

namespace hopscope {

class CandidateFilterBar;
class DesignSpaceForm;
class ScatterPlot;

/// The networks that fit what is wanted, as a table and as points between two axes: filtered,
/// marked to be simulated, opened as a design. Needs no project.
class DesignSpacePage : public QWidget {
  Q_OBJECT

 public:
  explicit DesignSpacePage(const Theme& theme, QWidget* parent = nullptr);
  ~DesignSpacePage() override;

  void setTheme(const Theme& theme);
  /// The first time, the form's defaults are looked for.
  void showPage();
  bool busy() const { return work_.running(); }
  const CandidateModel& model() const { return *model_; }
  std::optional<std::size_t> current() const { return current_; }
  void search();
  void cancel();
  /// What is drawn, for a file.
  const ScatterPicture& picture() const;

 signals:
  void wrote(const QString& sentence, bool good);
  void stateChanged(const QString& sentence, bool lively);
  void openRequested(const hopscope::Candidate& candidate);
  /// The document of a study of the marked networks, to be run at once.
  void studyRequested(const QString& document);

 private:
  struct Search;
  QWidget* makeHead();
  QWidget* makeAxes();
  void makeTable();
  void finish(bool cancelled, const QString& failure);
  void filterChanged();
  void draw();
  void choose(std::optional<std::size_t> candidate, bool inTable);
  void toggle(std::size_t candidate);
  void showCounts();
  void simulateMarked();
  void exportAll();
  std::size_t xColumn() const;
  std::size_t yColumn() const;
  QString wordsOf(std::size_t candidate) const;

  const Theme* theme_;
  BackgroundWork work_;
  std::shared_ptr<Search> found_;  ///< by the work under way
  std::optional<std::size_t> current_;
  std::vector<std::size_t> front_;
  bool searched_ = false, again_ = false, choosing_ = false;
  QString problem_;
  CandidateModel* model_;
  DesignSpaceForm* form_;
  QLabel* counts_;
  QProgressBar* progress_;
  QPushButton* search_;
  QPushButton* simulate_;
  QPushButton* open_;
  QPushButton* export_;
  QComboBox* x_;
  QComboBox* y_;
  ScatterPlot* plot_;
  CandidateFilterBar* filter_;
  QTableView* table_;
};

}  // namespace hopscope
