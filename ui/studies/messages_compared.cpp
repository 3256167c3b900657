// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/messages_compared.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "engine/design/application_preview.h"
#include "engine/design/compile.h"
#include "ui/circuits/port_matrix.h"
#include "ui/ranks/ranks_matrix.h"
#include "ui/studies/curve_badge.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/result_parts.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

/// They are gone through on the window's thread.
constexpr std::size_t kMostComparedPairs = 1'000'000;

constexpr int kLeastMatrix = 216;  ///< px
constexpr int kEdge = 4;           ///< px: room for the ring of what is scrolled by keys

}  // namespace

MessagesCompared::MessagesCompared(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("messagesCompared"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  status_ = makeLabel(TextRole::hint, {}, this);
  status_->setObjectName(QStringLiteral("messagesComparedStatus"));
  status_->setWordWrap(true);
  head->addWidget(status_, 1);
  progress_ = makeThinProgress(1000, this);
  progress_->setFixedWidth(120);
  head->addWidget(progress_);
  column->addLayout(head);
  scroll_ = new QScrollArea(this);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setWidgetResizable(true);
  scroll_->setAccessibleName(tr("Matrices of messages"));
  column->addWidget(scroll_, 1);
  connect(&work_, &BackgroundWork::progressed, this,
          [this](double share) { progress_->setValue(static_cast<int>(share * 1000)); });
  connect(&work_, &BackgroundWork::finished, this, &MessagesCompared::take);
}

void MessagesCompared::setTheme(const Theme& theme) {
  theme_ = &theme;
  for (RanksMatrix* matrix : matrices_) matrix->setTheme(theme);
}

void MessagesCompared::show(std::vector<Design> designs, const QStringList& names,
                            const std::vector<std::uint32_t>& jobs) {
  if (designs == designs_ && names == names_ && jobs == jobs_) return;
  designs_ = std::move(designs);
  names_ = names;
  jobs_ = jobs;
  fill();
  if (isVisible()) count();
}

void MessagesCompared::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  count();
}

bool MessagesCompared::isCounted() const {
  return std::equal(counted_.begin(), counted_.end(), designs_.begin(), designs_.end(),
                    [](const Counted& a, const Design& b) { return a.design == b; });
}

void MessagesCompared::count() {
  if (isCounted()) return;
  again_ = work_.running();
  if (again_) {
    work_.cancel();  // take() begins anew
    return;
  }
  status_->setText(tr("Counting messages…"));
  progress_->setValue(0);
  progress_->show();
  pending_ = std::make_shared<std::vector<Counted>>();
  work_.start([designs = designs_, into = pending_](const std::stop_token& stop,
                                                    const std::function<void(double)>& progress) {
    const auto all = static_cast<double>(designs.size());
    into->reserve(designs.size());
    for (std::size_t n = 0; n < designs.size() && !stop.stop_requested(); ++n)
      into->push_back(countOf(designs[n], stop, [&](double share) {
        progress((static_cast<double>(n) + share) / all);
      }));
  });
}

/// On any thread.
MessagesCompared::Counted MessagesCompared::countOf(const Design& design,
                                                    const std::stop_token& stop,
                                                    const std::function<void(double)>& progress) {
  Counted counted{design, nullptr, {}, {}};
  Issues issues;
  if (const auto topology = buildTopology(design, issues))
    counted.plan = previewApplications(design, topology, issues);
  for (const Issue& issue : issues)
    if (issue.severity == Severity::error && counted.problem.isEmpty())
      counted.problem = engineText(issue.text);
  if (!counted.plan) return counted;
  MatrixBounds bounds;
  bounds.pairs = kMostComparedPairs;
  counted.matrix = plannedMatrix(*counted.plan, bounds, stop, progress);
  if (counted.matrix.end == PlannedMatrix::End::tooLong)
    counted.problem = MessagesCompared::tr(
                          "The ranks do more than %1 operations: too many to be "
                          "counted.")
                          .arg(wholeText(static_cast<qint64>(MatrixBounds().operations)));
  else if (counted.matrix.end == PlannedMatrix::End::tooManyPairs)
    counted.problem = MessagesCompared::tr("More than %1 pairs of ranks send each other something.")
                          .arg(wholeText(static_cast<qint64>(kMostComparedPairs)));
  return counted;
}

void MessagesCompared::take(bool cancelled, const QString& failure) {
  progress_->hide();
  const auto counted = std::exchange(pending_, nullptr);
  if (again_) {
    again_ = false;
    if (isVisible()) count();
    return;
  }
  if (cancelled || !counted) return;
  // Others may have been chosen meanwhile, and counted before.
  const auto isOf = [](const Counted& each, const Design& design) { return each.design == design; };
  if (failure.isEmpty() &&
      !std::equal(counted->begin(), counted->end(), designs_.begin(), designs_.end(), isOf)) {
    if (isVisible()) count();
    return;
  }
  if (!failure.isEmpty()) {
    status_->setText(failure);
    return;
  }
  counted_ = std::move(*counted);
  fill();
}

/// Its ranks by their own numbers.
MessagesCompared::OfJob MessagesCompared::ofJob(const Counted& counted, std::uint32_t job) {
  if (!counted.plan || job >= counted.plan->jobs.size()) return {};
  const RankTable table(*counted.plan);
  auto pairs = std::make_shared<std::vector<MatrixEntry>>();
  for (MatrixEntry pair : counted.matrix.pairs) {
    if (table.job(pair.source) != job) continue;
    pair.source -= table.first(job);
    pair.destination -= table.first(job);
    pairs->push_back(pair);
  }
  return {ranksNotBegun(counted.plan, job), pairs};
}

RanksMatrix& MessagesCompared::add(const QString& title) {
  auto* cell = new QWidget;
  cell->setMinimumWidth(kLeastMatrix);
  auto* column = new QVBoxLayout(cell);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(new ElidedLabel(TextRole::secondary, title, cell));
  auto* matrix = new RanksMatrix(cell);
  matrix->setPlanned(true);
  matrix->layout()->setContentsMargins(0, 2, 0, 0);
  matrix->setTheme(*theme_);
  matrix->setBrief();
  connect(&matrix->matrix(), &PortMatrix::pointedAt, this,
          [this](const QString& words) { status_->setText(words.isEmpty() ? about_ : words); });
  matrix->matrix().setAccessibleName(tr("Bytes sent, rank by rank: %1").arg(title));
  column->addWidget(matrix, 1);
  row_->addWidget(cell, 1);
  matrices_.push_back(matrix);
  return *matrix;
}

void MessagesCompared::fill() {
  matrices_.clear();
  auto* row = new QWidget;
  row_ = new QHBoxLayout(row);
  row_->setContentsMargins(kEdge, kEdge, kEdge, kEdge);
  row_->setSpacing(12);
  scroll_->setWidget(row);  // what was there before is gone
  if (!isCounted() || counted_.empty()) {
    status_->clear();
    return;
  }
  for (const Counted& each : counted_)
    if (!each.problem.isEmpty()) {
      status_->setText(each.problem);
      return;
    }
  std::vector<OfJob> all;
  all.reserve(counted_.size());
  for (std::size_t n = 0; n < counted_.size(); ++n) {
    all.push_back(ofJob(counted_[n], jobs_[n]));
    add(tr("%1: %2").arg(badgeLetter(static_cast<int>(n) + 1),
                         names_.value(static_cast<qsizetype>(n))))
        .setPairs(all[n].ranks, all[n].pairs);
  }
  bool agree = true;
  for (std::size_t n = 1; n < all.size(); ++n) {
    if (!all[n].ranks || !all[0].ranks ||
        all[n].ranks->ranks.size() != all[0].ranks->ranks.size()) {
      agree = false;
      continue;
    }
    add(tr("%1 − A").arg(badgeLetter(static_cast<int>(n) + 1)))
        .setDifference(all[n].ranks, all[n].pairs, all[0].pairs);
  }
  about_ =
      agree
          ? tr("Counted from the programs: another mapping changes nothing. Differences: teal is "
               "more, amber less.")
          : tr("Counted from the programs. Runs of other numbers of ranks cannot be taken from A.");
  status_->setText(about_);
}

}  // namespace hopscope
