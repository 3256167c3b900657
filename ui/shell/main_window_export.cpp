// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the window: exports, comparisons and reports.
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>
#include <memory>
#include <utility>
#include <vector>

#include "engine/design/design_placement.h"
#include "ui/canvas/canvas_pane.h"
#include "ui/plots/live_plots.h"
#include "ui/reports/comparison_export.h"
#include "ui/reports/report_dialog.h"
#include "ui/shell/appearance.h"
#include "ui/shell/compare_mode.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/studies/compare_view.h"
#include "ui/studies/kept_curves.h"
#include "ui/studies/latency_curve_dialog.h"
#include "ui/words/file_numbers.h"

namespace hopscope {

void MainWindow::exportComparison() {
  const CompareView& view = compareMode_->view();
  if (view.runs().size() < 2) return;
  ComparisonContent content;
  content.plots = view.plots();
  for (std::size_t n = 0; n < view.runs().size(); ++n) {
    const StoredRun& run = view.runs()[n].run;
    content.runs.push_back({view.names()[static_cast<qsizetype>(n)], &run.design, &run.results,
                            QString::fromStdString(run.started)});
  }
  const QString page = tr("Page with pictures (*.html)"), paper = tr("Paper (*.pdf)"),
                numbers = tr("Numbers (*.csv)");
  QString chosen = page;
  QString file = QFileDialog::getSaveFileName(
      this, tr("Export the comparison"),
      QSettings().value(QStringLiteral("export/folder"), QDir::homePath()).toString() +
          QStringLiteral("/comparison.html"),
      QStringList{page, paper, numbers}.join(QStringLiteral(";;")), &chosen);
  if (file.isEmpty()) return;
  if (QFileInfo(file).suffix().isEmpty())
    file += chosen == paper     ? QStringLiteral(".pdf")
            : chosen == numbers ? QStringLiteral(".csv")
                                : QStringLiteral(".html");
  QString problem;
  const bool written = hopscope::exportComparison(content, file, &problem);
  messages_->post(QStringLiteral("comparison"), written ? Severity::note : Severity::error,
                  written ? tr("The comparison was written to %1.").arg(file) : problem);
}

void MainWindow::exportAll() {
  if (!session_->isOpen()) return;
  if (mode_ == Mode::compare) {
    exportComparison();
    return;
  }
  ExportDialog dialog(exportContent(), this);
  dialog.exec();
}

/// Out of its own dialog: in any mode, and what is ticked is the curve.
void MainWindow::exportCurve() {
  if (!session_->isOpen()) return;
  ExportContent content = exportContent();
  content.curve = curve_->points();
  content.curveSeeds = curveSeedsOf(curve_->curveDesign());
  if (const Design& design = curve_->curveDesign(); !onOneCurve(design, content.design)) {
    // The run shown is one of another design, and no company for the curve.
    content.name = QString::fromStdString(design.name);
    content.design = design;
    content.run.reset();
    content.results.reset();
    content.recording = nullptr;
  }
  ExportDialog dialog(std::move(content), curve_);
  dialog.wantCurve();
  dialog.exec();
}

ExportContent MainWindow::exportContent() const {
  ExportContent content;
  content.name = QString::fromStdString(session_->document().design().name);
  content.picture = pane_->canvas().picture();
  content.theme = &appearance_->theme();
  const RunView view = runMode_->view();
  if (view.windows() != nullptr) {
    content.run = runMode_->plots().plots();
    const FileNumbers numbers;  // those on the screen have its own
    renameMarks(*content.run, phaseMarks(*view.design, view.topology.get()));
  }
  if (runMode_->showsStored() && view.results != nullptr)
    content.results = *view.results;
  else
    content.results = runMode_->run().results();
  content.date = runMode_->runDate();
  // The network of the run may have been edited since: its own picture goes with its figures.
  if (view.design != nullptr && !runMode_->onCanvas()) {
    content.picture = {};
    content.picture.topology = view.topology;
    content.picture.placement =
        std::make_shared<const Placement>(placementOf(*view.topology, view.design->layout));
    content.picture.heat = *view.heat;
  }
  content.recording = runMode_->recording();
  if (content.recording && content.picture.topology &&
      content.recording->channels != content.picture.topology->channelCount())
    content.recording = nullptr;
  content.design = view.design != nullptr ? *view.design : session_->document().design();
  if (curve_ != nullptr && !curve_->points().empty() &&
      onOneCurve(curve_->curveDesign(), content.design)) {
    content.curve = curve_->points();
    content.curveSeeds = curveSeedsOf(curve_->curveDesign());
  } else if (const StoredCurve* measured = measuredCurve(content.design, session_->curves())) {
    content.curve = measured->points;
    content.curveSeeds = curveSeedsOf(measured->design);
  }
  content.reportPlan = reportPlan();
  content.notes = session_->notes();
  return content;
}

ReportPlan MainWindow::reportPlan() const {
  return readPlan(QByteArray::fromStdString(session_->viewValue(kReportPlanKey).value_or("")));
}

void MainWindow::buildReport() {
  if (!session_->isOpen()) return;
  ReportSources sources;
  sources.design = session_->document().design();
  sources.runs = &session_->runs();
  sources.names = session_->runNames();
  sources.curves = &session_->curves();
  sources.notes = session_->notes();
  sources.run = runMode_->storedRun();
  // Else the newest of this design, which is the one that ran last.
  for (auto run = session_->runs().rbegin(); !sources.run && run != session_->runs().rend(); ++run)
    if (run->designId == session_->currentDesign()) sources.run = run->id;
  ReportPlan plan = reportPlan();
  if (mode_ == Mode::compare) {
    const std::vector<RowId>& compared = compareMode_->chosen();
    if (compared.size() > 1) {
      sources.run = compared.front();
      plan = comparing(std::move(plan), {compared.begin() + 1, compared.end()});
    }
  }
  ReportDialog dialog(std::move(sources), plan, appearance_->theme(), this);
  dialog.exec();
  // What was only offered is not yet the project's.
  if (!(dialog.plan() == plan))
    session_->setViewValue(kReportPlanKey, writePlan(dialog.plan()).toStdString());
}

}  // namespace hopscope
