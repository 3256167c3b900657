// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with the points of a study: each is a design, and what was run of it a run.
#include <QItemSelectionModel>
#include <QPushButton>
#include <QTableView>
#include <utility>

#include "projects/stored_run.h"
#include "ui/studies/compare_view.h"
#include "ui/studies/study_page.h"
#include "ui/studies/study_table_model.h"
#include "ui/words/engine_text.h"

namespace hopscope {

const StudyTableRow* StudyPage::currentRow() const {
  const QModelIndex index = list_->currentIndex();
  return index.isValid() && table_ ? model_->rowAt(index.row()) : nullptr;
}

std::optional<PointId> StudyPage::currentPoint() const {
  const StudyTableRow* row = currentRow();
  return row == nullptr ? std::nullopt : std::optional(row->point);
}

std::vector<PointId> StudyPage::markedPoints() const {
  std::vector<PointId> marked;
  if (table_)
    for (const QModelIndex& index : list_->selectionModel()->selectedRows())
      if (const StudyTableRow* row = model_->rowAt(index.row())) marked.push_back(row->point);
  return marked;
}

void StudyPage::showMarked() {
  const std::size_t marked = markedPoints().size();
  open_->setEnabled(study_ != nullptr && marked == 1);
  asRun_->setEnabled(study_ != nullptr && shelf_.isOpen() && marked == 1);
  compare_->setEnabled(study_ != nullptr && shelf_.isOpen() && marked >= 2 &&
                       marked <= CompareView::kMost);
}

QString StudyPage::tag() const {
  // Commas part the tags of a run from each other.
  const QString name = study_ ? QString::fromStdString(study_->name) : QString();
  return QString(name).replace(QLatin1Char(','), QLatin1Char(' ')).simplified();
}

std::optional<Design> StudyPage::designOfPoint(PointId point) {
  Issues issues;
  Design design = designOf(*study_, point, 0, issues);
  if (hasErrors(issues)) {
    emit wrote(issueText(issues.front()), false);
    return {};
  }
  return design;
}

void StudyPage::openPoint() {
  const auto point = currentPoint();
  if (!point || !study_) return;
  auto design = designOfPoint(*point);
  if (!design) return;
  QStringList values;
  for (const std::string& value : valuesOf(*study_, *point))
    values << QString::fromStdString(value);
  design->name = baseOf(*study_, *point).name;
  if (!values.isEmpty()) design->name += ", " + values.join(QStringLiteral(", ")).toStdString();
  emit designRequested(*design);
}

void StudyPage::showRuns() {
  if (!study_ || !shelf_.isOpen()) return;
  std::vector<Design> designs;
  for (const PointId point : markedPoints()) {
    auto design = designOfPoint(point);
    if (!design) return;
    designs.push_back(std::move(*design));
  }
  if (designs.empty() || designs.size() > CompareView::kMost) return;
  flush();  // what is asked for may just have been run
  emit runsRequested(designs, tag());
}

void StudyPage::takeWhole(const std::vector<StudyOutcome>& runs) {
  if (!study_) return;
  for (const StudyOutcome& run : runs) {
    StoredRun stored = makeRun(run.design, run.results, 0);
    // It was kept, and the program ended before it was a row.
    if (const auto there = there_.find(stored.designHash); there != there_.end()) {
      there_.erase(there);
      continue;
    }
    pendingRuns_.push_back(std::move(stored));
    if (!tag().isEmpty()) pendingRuns_.back().tags.push_back(tag().toStdString());
  }
}

}  // namespace hopscope
