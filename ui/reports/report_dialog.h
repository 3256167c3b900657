// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

#include "projects/run_list.h"
#include "ui/drawing/theme.h"
#include "ui/reports/report_plan.h"
#include "ui/studies/run_labels.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;

namespace hopscope {

class ReportPaper;
class ReportPreview;

/// What reports can be made of; outlives the dialog.
struct ReportSources {
  Design design;  ///< the one shown, for a report without a run
  const RunList* runs = nullptr;
  RunNames names = {};  ///< of those runs
  const std::vector<StoredCurve>* curves = nullptr;
  std::vector<StoredNote> notes = {};  ///< of the project
  std::optional<RowId> run;            ///< to begin with; else the newest of the design
};

/// Builds a report: which sections in which order, with which captions and notes, beside its pages
/// as they will be; writes HTML or PDF.
class ReportDialog : public QDialog {
  Q_OBJECT

 public:
  ReportDialog(ReportSources sources, ReportPlan plan, const Theme& theme, QWidget* parent);
  ~ReportDialog() override;

  /// What is chosen now.
  const ReportPlan& plan() const { return plan_; }
  const ReportPaper& paper() const { return *paper_; }
  /// Writes the report. The name's ending decides: html or pdf.
  bool write(const QString& file);

 private:
  QWidget* makeChoices();
  QWidget* makeDetails();
  QWidget* makeNotes();
  void fillRuns();
  void fillSections();
  void fillCompared();
  void sectionChosen();
  void readSections();
  void readCompared();
  void moveSection(int by);
  void takeForm(ReportPlan plan);
  void rebuild();  ///< the run or those compared are others
  void refresh();  ///< the plan is another
  void markEmpty();
  void askFile();
  ReportPlan::Part* chosenPart();
  std::shared_ptr<const StoredRun> chosenRun() const;
  std::vector<const RunHead*> offered(const std::vector<RowId>& too) const;

  ReportSources sources_;
  ReportPlan plan_;
  const Theme& theme_;
  std::unique_ptr<ReportPaper> paper_;
  QTimer later_;
  bool filling_ = false;
  QComboBox* run_;
  QLineEdit* title_;
  QListWidget* sections_;
  QLabel* hint_;
  QLineEdit* caption_;
  QStackedWidget* details_;
  QPlainTextEdit* notes_;
  QListWidget* ticked_;  ///< the project's notes
  QListWidget* plots_;
  QListWidget* compared_;
  ReportPreview* preview_;
  QLabel* message_;
};

}  // namespace hopscope
