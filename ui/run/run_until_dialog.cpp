// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_until_dialog.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/run/run_view.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kAnyOfThem = -1;      ///< a rank's number
constexpr int kIterationEvent = 1;  ///< its place in the list

}  // namespace

RunUntilDialog::RunUntilDialog(QWidget* parent)
    : QDialog(parent),
      atCycle_(new QRadioButton(tr("Cycle"), this)),
      cycle_(new WholeBox(this)),
      atPackets_(new QRadioButton(tr("Packets delivered"), this)),
      packets_(new WholeBox(this)),
      atWindow_(new QRadioButton(tr("A window shows"), this)),
      quantity_(new QComboBox(this)),
      side_(new QComboBox(this)),
      limit_(new RealBox(this)),
      atRank_(new QRadioButton(tr("A rank"), this)),
      job_(new QComboBox(this)),
      rank_(new WholeBox(this)),
      event_(new QComboBox(this)),
      iteration_(new WholeBox(this)),
      followed_(new QRadioButton(tr("The followed packet is delivered"), this)) {
  setObjectName(QStringLiteral("runUntil"));
  setWindowTitle(tr("Run until"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(16);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(8);
  grid->setColumnStretch(1, 1);
  const auto number = [](QSpinBox* box, const char* name, const QString& words) {
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(words);
    box->setRange(1, std::numeric_limits<int>::max());
    box->setSingleStep(1000);
    box->setGroupSeparatorShown(true);
    box->setFixedWidth(140);
  };
  number(cycle_, "untilCycle", tr("Pause at this cycle"));
  number(packets_, "untilPackets", tr("Pause with so many packets delivered"));
  grid->addWidget(atCycle_, 0, 0);
  grid->addWidget(cycle_, 0, 1, Qt::AlignLeft);
  grid->addWidget(atPackets_, 1, 0);
  grid->addWidget(packets_, 1, 1, Qt::AlignLeft);
  grid->addWidget(atWindow_, 2, 0);
  quantity_->setObjectName(QStringLiteral("untilQuantity"));
  quantity_->setAccessibleName(tr("Quantity that is waited for"));
  quantity_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  quantity_->setMinimumContentsLength(32);
  grid->addWidget(quantity_, 2, 1);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  side_->setObjectName(QStringLiteral("untilSide"));
  side_->setAccessibleName(tr("Above or below"));
  side_->addItems({tr("above"), tr("below")});
  limit_->setObjectName(QStringLiteral("untilLimit"));
  limit_->setAccessibleName(tr("Limit"));
  limit_->setFixedWidth(140);
  row->addWidget(side_);
  row->addWidget(limit_);
  row->addStretch();
  grid->addLayout(row, 3, 1);
  followed_->setObjectName(QStringLiteral("untilFollowed"));
  grid->addWidget(atRank_, 4, 0);
  grid->addLayout(makeRankRow(), 4, 1);
  grid->addWidget(followed_, 5, 0, 1, 2);
  column->addLayout(grid);

  // Whoever changes a value means it.
  connect(cycle_, &QSpinBox::valueChanged, this, [this] { atCycle_->setChecked(true); });
  connect(packets_, &QSpinBox::valueChanged, this, [this] { atPackets_->setChecked(true); });
  connect(quantity_, &QComboBox::activated, this, [this] {
    atWindow_->setChecked(true);
    showQuantity();
  });
  connect(side_, &QComboBox::activated, this, [this] { atWindow_->setChecked(true); });
  connect(limit_, &QDoubleSpinBox::valueChanged, this, [this] { atWindow_->setChecked(true); });

  problem_ = makeLabel(TextRole::hint, {}, this);
  problem_->setObjectName(QStringLiteral("untilProblem"));
  problem_->setWordWrap(true);
  problem_->setProperty("tone", "bad");
  problem_->hide();
  column->addWidget(problem_);
  for (QAbstractSpinBox* box :
       {static_cast<QAbstractSpinBox*>(cycle_), static_cast<QAbstractSpinBox*>(packets_),
        static_cast<QAbstractSpinBox*>(limit_), static_cast<QAbstractSpinBox*>(rank_),
        static_cast<QAbstractSpinBox*>(iteration_)}) {
    connect(box->findChild<QLineEdit*>(), &QLineEdit::textEdited, this,
            [this, box] { checkTyped(*box); });
    // It has what it held before by now; why, is still said.
    connect(
        box, &QAbstractSpinBox::editingFinished, this, [this] { run_->setEnabled(true); },
        Qt::QueuedConnection);
  }

  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  buttons->addStretch();
  auto* cancel = new QPushButton(tr("Cancel"), this);
  cancel->setAutoDefault(false);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  buttons->addWidget(cancel);
  run_ = new QPushButton(tr("Run"), this);
  run_->setProperty("primary", true);
  run_->setDefault(true);
  connect(run_, &QPushButton::clicked, this, &QDialog::accept);
  buttons->addWidget(run_);
  column->addLayout(buttons);
}

/// A box takes the nearest allowed number for one that is not: nothing runs by that unasked.
void RunUntilDialog::checkTyped(QAbstractSpinBox& box) {
  const bool allowed = box.hasAcceptableInput();
  run_->setEnabled(allowed);
  problem_->setVisible(!allowed);
  if (allowed) return;
  const auto* whole = qobject_cast<QSpinBox*>(&box);
  problem_->setText(
      whole != nullptr
          ? tr("Allowed: %1 to %2.").arg(wholeText(whole->minimum()), wholeText(whole->maximum()))
          : tr("Allowed: %1 to %2.")
                .arg(realText(limit_->minimum(), limit_->decimals()),
                     realText(limit_->maximum(), limit_->decimals())));
}

const GoalQuantity& RunUntilDialog::quantity() const {
  return quantities_.at(static_cast<std::size_t>(std::max(0, quantity_->currentIndex())));
}

void RunUntilDialog::showQuantity() {
  const GoalQuantity& chosen = quantity();
  const bool share = chosen.scale > 1;
  limit_->setDecimals(chosen.decimals);
  limit_->setRange(0, share ? 100 : 1e9);
  limit_->setSingleStep(chosen.decimals == 3 ? 0.01 : 1);
  limit_->setSuffix(*chosen.unit == 0 ? QString() : QChar(0x00a0) + unitText(chosen.unit));
}

/// "npb_ft, rank 7 begins to wait", "any rank begins iteration 3".
QHBoxLayout* RunUntilDialog::makeRankRow() {
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  job_->setObjectName(QStringLiteral("untilJob"));
  job_->setAccessibleName(tr("Application"));
  rank_->setObjectName(QStringLiteral("untilRank"));
  rank_->setAccessibleName(tr("Rank that is waited for"));
  rank_->setMinimum(kAnyOfThem);
  rank_->setSpecialValueText(tr("any rank"));
  rank_->setFixedWidth(116);
  event_->setObjectName(QStringLiteral("untilEvent"));
  event_->setAccessibleName(tr("What the rank comes to"));
  event_->addItems({tr("begins to wait"), tr("begins iteration"), tr("has finished")});
  iteration_->setObjectName(QStringLiteral("untilIteration"));
  iteration_->setAccessibleName(tr("Iteration; the first is 0"));
  iteration_->setToolTip(tr("The first iteration of a program is 0."));
  iteration_->setRange(1, std::numeric_limits<int>::max());
  iteration_->setFixedWidth(96);
  for (QWidget* each : {static_cast<QWidget*>(job_), static_cast<QWidget*>(rank_),
                        static_cast<QWidget*>(event_), static_cast<QWidget*>(iteration_)})
    row->addWidget(each);
  row->addStretch();
  const auto meant = [this] { atRank_->setChecked(true); };
  connect(job_, &QComboBox::activated, this, [this, meant] {
    meant();
    showRank();
  });
  connect(event_, &QComboBox::activated, this, [this, meant] {
    meant();
    showRank();
  });
  connect(rank_, &QSpinBox::valueChanged, this, meant);
  connect(iteration_, &QSpinBox::valueChanged, this, meant);
  return row;
}

void RunUntilDialog::setPlan(std::shared_ptr<const ApplicationPlan> plan, bool sought) {
  plan_ = std::move(plan);
  sought_ = sought;
  askRanks({});
}

/// What can be waited for of ranks, in a run that is as far as `now`.
void RunUntilDialog::askRanks(const Snapshot& now) {
  // Nobody means it.
  const QSignalBlocker quietRank(rank_), quietIteration(iteration_);
  const bool any = plan_ && !plan_->jobs.empty();
  for (QWidget* each :
       {static_cast<QWidget*>(atRank_), static_cast<QWidget*>(job_), static_cast<QWidget*>(rank_),
        static_cast<QWidget*>(event_), static_cast<QWidget*>(iteration_)}) {
    each->setEnabled(any);
    each->setToolTip(any       ? QString()
                     : sought_ ? tr("The applications of the design are being looked at.")
                               : tr("No application runs in this network."));
  }
  job_->clear();
  if (any)
    for (const Job& job : plan_->jobs) job_->addItem(QString::fromStdString(job.name));
  job_->setVisible(job_->count() > 1);
  rank_->setValue(kAnyOfThem);
  std::uint32_t begun = 0;
  if (now.ranks)
    for (const RankNow& each : now.ranks->ranks) begun = std::max(begun, each.iteration);
  iteration_->setValue(
      static_cast<int>(std::min<std::uint32_t>(begun, std::numeric_limits<int>::max() - 1)) + 1);
  showRank();
}

void RunUntilDialog::showRank() {
  iteration_->setVisible(event_->currentIndex() == kIterationEvent);
  if (!plan_ || plan_->jobs.empty()) return;
  const Job& job = plan_->jobs[static_cast<std::size_t>(std::max(0, job_->currentIndex()))];
  rank_->setMaximum(static_cast<int>(job.places.size()) - 1);
}

RankCondition RunUntilDialog::rankCondition() const {
  RankCondition condition;
  if (!plan_ || plan_->jobs.empty()) return condition;
  constexpr std::array kEvents{RankCondition::Event::waits, RankCondition::Event::iteration,
                               RankCondition::Event::finished};
  condition.event = kEvents.at(static_cast<std::size_t>(std::max(0, event_->currentIndex())));
  const auto job = static_cast<std::uint32_t>(std::max(0, job_->currentIndex()));
  const bool all = rank_->value() == kAnyOfThem;
  condition.first =
      RankTable(*plan_).first(job) + (all ? 0 : static_cast<std::uint32_t>(rank_->value()));
  condition.count = all ? static_cast<std::uint32_t>(plan_->jobs[job].places.size()) : 1;
  condition.iteration = static_cast<std::uint32_t>(iteration_->value());
  return condition;
}

void RunUntilDialog::ask(const Snapshot& now, std::vector<GoalQuantity> quantities,
                         std::shared_ptr<const ApplicationPlan> plan) {
  plan_ = std::move(plan);
  askRanks(now);
  quantities_ = std::move(quantities);
  quantity_->clear();
  for (const GoalQuantity& each : quantities_) quantity_->addItem(each.name);
  showQuantity();
  constexpr Cycle kMost = std::numeric_limits<int>::max();
  const Cycle end = plannedCycles(now);
  const Cycle planned = end > now.cycle ? end : now.cycle + 1000;
  cycle_->setMinimum(static_cast<int>(std::min(kMost, now.cycle + 1)));
  cycle_->setValue(static_cast<int>(std::min(kMost, planned)));
  const auto delivered = static_cast<Cycle>(now.packetsDelivered);
  packets_->setMinimum(static_cast<int>(std::min(kMost, delivered + 1)));
  packets_->setValue(static_cast<int>(std::min(kMost, delivered + 1000)));
  if (!now.windows.empty() && quantity().of.quantity != nullptr) {
    const double value = quantity().of.quantity(now.windows.back());
    if (std::isfinite(value)) limit_->setValue(value * quantity().scale);
  }
  const bool underWay = now.journey && now.journey->delivered < 0;
  followed_->setEnabled(underWay);
  followed_->setToolTip(underWay ? QString()
                                 : tr("No packet is followed that is still under way. Click one on "
                                      "the canvas, or “Follow a packet” in the Run menu."));
  atCycle_->setChecked(true);
  cycle_->setFocus();
  cycle_->selectAll();
}

RunGoal RunUntilDialog::goal() const {
  RunGoal goal;
  if (atCycle_->isChecked()) {
    goal.cycle = cycle_->value();
  } else if (atPackets_->isChecked()) {
    goal.delivered = static_cast<std::uint64_t>(packets_->value());
  } else if (followed_->isChecked()) {
    goal.followed = true;
  } else if (atRank_->isChecked()) {
    goal.rank = rankCondition();
  } else {
    goal.window = quantity().of;
    goal.window.above = side_->currentIndex() == 0;
    goal.window.limit = limit_->value() / quantity().scale;
  }
  return goal;
}

}  // namespace hopscope
