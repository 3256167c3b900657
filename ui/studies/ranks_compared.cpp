// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/ranks_compared.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/design/compile.h"
#include "engine/simulation/simulation.h"
#include "engine/study/replications.h"
#include "ui/ranks/time_bars.h"
#include "ui/run/prepare_job.h"
#include "ui/studies/curve_badge.h"
#include "ui/studies/exact_rerun.h"
#include "ui/studies/messages_compared.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/result_parts.h"
#include "ui/widgets/segment_bar.h"
#include "ui/widgets/table_style.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr Cycle kStretch = 20'000;  ///< cycles between two looks whether to go on
constexpr int kPartRow = 22;

/// The kept run again, with what its ranks did; null where it was called off or is refused.
std::shared_ptr<const RankObservation> ranksOf(const StoredRun& run, const std::stop_token& stop,
                                               const std::function<void(double)>& progress,
                                               QString& problem) {
  Compiled compiled = compile(replicationsOf(repeatable(run)).front(), stop);
  if (!compiled.setup) {
    for (const Issue& issue : compiled.issues)
      if (issue.severity == Severity::error) problem = engineText(issue.text);
    return nullptr;
  }
  compiled.setup->execution = watchedExecution();
  compiled.setup->execution.recordBytes = 0;
  Simulation simulation(std::move(*compiled.setup));
  const auto whole = static_cast<double>(std::max<Cycle>(1, run.results.cycles));
  while (!simulation.done() && simulation.now() < run.results.cycles && !stop.stop_requested()) {
    simulation.advance(std::min(kStretch, run.results.cycles - simulation.now()));
    progress(static_cast<double>(simulation.now()) / whole);
  }
  return stop.stop_requested() ? nullptr : simulation.ranks();
}

/// Numbers of rows begin at 1 in each project.
bool isSameRun(const StoredRun& a, const StoredRun& b) {
  return a.id == b.id && a.started == b.started && a.designHash == b.designHash;
}

QTableWidgetItem* partCell(const QString& text, Qt::Alignment side) {
  auto* item = new QTableWidgetItem(text);
  item->setTextAlignment(side | Qt::AlignVCenter);
  item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled);
  return item;
}

}  // namespace

RanksCompared::RanksCompared(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("ranksCompared"));
  auto* outer = new QHBoxLayout(this);
  outer->setContentsMargins(12, 8, 12, 8);
  outer->setSpacing(16);
  auto* left = new QVBoxLayout;
  left->setSpacing(6);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  auto* segments = new SegmentBar(this);
  QToolButton* timelines = segments->add(tr("Timelines"), "comparedTimelines",
                                         tr("What ranks did, on one axis of time"));
  segments->add(tr("Messages"), "comparedMessages",
                tr("Who sends whom how much, and what differs"));
  timelines->setChecked(true);
  head->addWidget(segments);
  head->addStretch();
  progress_ = makeThinProgress(1000, this);
  progress_->setFixedWidth(120);
  head->addWidget(progress_);
  repeat_ = new QPushButton(tr("Repeat the runs"), this);
  repeat_->setObjectName(QStringLiteral("ranksRepeat"));
  repeat_->setToolTip(tr("Simulates them once more, with what each rank does and when"));
  head->addWidget(repeat_);
  left->addLayout(head);
  stack_ = new QStackedWidget(this);
  auto* ofTime = new QWidget(stack_);
  auto* column = new QVBoxLayout(ofTime);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  status_ = makeLabel(TextRole::hint, {}, ofTime);
  status_->setObjectName(QStringLiteral("ranksComparedStatus"));
  status_->setWordWrap(true);
  column->addWidget(status_);
  timelines_ = new QWidget(ofTime);
  rows_ = new QVBoxLayout(timelines_);
  rows_->setContentsMargins(0, 0, 0, 0);
  rows_->setSpacing(4);
  column->addWidget(timelines_, 1);
  messages_ = new MessagesCompared(stack_);
  stack_->addWidget(ofTime);
  stack_->addWidget(messages_);
  left->addWidget(stack_, 1);
  connect(timelines, &QToolButton::toggled, this, [this](bool shown) {
    stack_->setCurrentIndex(shown ? 0 : 1);
    repeat_->setVisible(shown);
  });
  outer->addLayout(left, 3);

  auto* right = new QVBoxLayout;
  right->setSpacing(6);
  auto* paths = new QHBoxLayout;
  paths->setSpacing(8);
  paths->addWidget(makeLabel(TextRole::bold, tr("Critical paths"), this));
  paths->addStretch();
  application_ = new QComboBox(this);
  application_->setObjectName(QStringLiteral("pathsApplication"));
  application_->setAccessibleName(tr("Application that is compared"));
  application_->hide();
  paths->addWidget(application_);
  right->addLayout(paths);
  connect(application_, &QComboBox::activated, this, &RanksCompared::fill);
  bars_ = new TimeBars("compare.paths", this);
  bars_->setAccessibleName(tr("Critical paths of the runs compared"));
  right->addWidget(bars_);
  table_ = new QTableWidget(0, 0, this);
  table_->setObjectName(QStringLiteral("pathsTable"));
  table_->setAccessibleName(tr("Parts of the critical paths"));
  styleTable(*table_);
  table_->verticalHeader()->setDefaultSectionSize(kPartRow);
  right->addWidget(table_, 1);
  outer->addLayout(right, 2);

  connect(repeat_, &QPushButton::clicked, this, [this] {
    if (work_.running())
      work_.cancel();
    else
      repeat();
  });
  connect(&work_, &BackgroundWork::progressed, this,
          [this](double share) { progress_->setValue(static_cast<int>(share * 1000)); });
  connect(&work_, &BackgroundWork::finished, this, &RanksCompared::take);
}

void RanksCompared::setTheme(const Theme& theme) {
  theme_ = &theme;
  for (RankChart* chart : charts_) chart->setTheme(theme);
  messages_->setTheme(theme);
  if (!runs_.empty()) fill();
}

/// Applications of one name are told apart by their order.
std::vector<RanksCompared::Common> RanksCompared::commonOf(
    const std::vector<const StoredRun*>& runs) {
  std::vector<Common> common;
  if (runs.empty()) return common;
  const std::vector<ApplicationResult>& first = runs.front()->results.applications;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::string& name = first[i].name;
    const auto isNamed = [&name](const ApplicationResult& each) { return each.name == name; };
    const auto before =
        std::count_if(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(i), isNamed);
    Common found{QString::fromStdString(name), {}};
    for (const StoredRun* run : runs) {
      const std::vector<ApplicationResult>& all = run->results.applications;
      std::ptrdiff_t left = before;
      for (std::size_t at = 0; at < all.size(); ++at)
        if (isNamed(all[at]) && left-- == 0) found.at.push_back(at);
    }
    if (found.at.size() == runs.size()) common.push_back(std::move(found));
  }
  return common;
}

const ApplicationResult& RanksCompared::applicationOf(std::size_t run) const {
  const auto chosen = static_cast<std::size_t>(std::max(0, application_->currentIndex()));
  return runs_[run].results.applications[common_[chosen].at[run]];
}

QString RanksCompared::whyNot(const std::vector<const StoredRun*>& runs) {
  for (const StoredRun* run : runs)
    if (run->results.applications.empty()) return tr("Not all of these runs have applications.");
  return commonOf(runs).empty() ? tr("These runs are of different applications.") : QString();
}

/// The choice stays where the application is there still.
void RanksCompared::fillChoice(std::vector<Common> common) {
  if (common == common_) return;
  const QString before = application_->currentText();
  common_ = std::move(common);
  const QSignalBlocker quiet(application_);
  application_->clear();
  for (const Common& each : common_) application_->addItem(each.name);
  application_->setCurrentIndex(std::max(0, application_->findText(before)));
  application_->setVisible(common_.size() > 1);
}

void RanksCompared::show(std::vector<StoredRun> runs, const QStringList& names) {
  const bool same = std::equal(runs.begin(), runs.end(), runs_.begin(), runs_.end(), isSameRun);
  names_ = names;
  if (!same) {
    work_.cancel();
    pending_.reset();
    for (RankChart* chart : charts_) delete chart->parentWidget();
    charts_.clear();
  }
  runs_ = std::move(runs);
  fill();
}

void RanksCompared::fill() {
  if (runs_.empty()) {
    repeat_->setEnabled(false);
    fillChoice({});
    fillMessages();
    status_->clear();
    bars_->setBars(*theme_, {});
    table_->setRowCount(0);
    return;
  }
  std::vector<const StoredRun*> all;
  all.reserve(runs_.size());
  for (const StoredRun& run : runs_) all.push_back(&run);
  const QString why = whyNot(all);
  fillChoice(why.isEmpty() ? commonOf(all) : std::vector<Common>());
  repeat_->setEnabled(why.isEmpty());
  if (!why.isEmpty()) {
    status_->setText(why);
    fillMessages();
    bars_->setBars(*theme_, {});
    table_->setRowCount(0);
    return;
  }
  if (charts_.empty() && !work_.running())
    status_->setText(
        tr("A kept run has the sums of its ranks' time. What they did when is seen "
           "once the runs have been repeated; they come to the same."));
  double longest = 0;
  for (std::size_t n = 0; n < runs_.size(); ++n)
    if (std::isfinite(applicationOf(n).completion))
      longest = std::max(longest, applicationOf(n).completion);
  std::vector<TimeBar> bars;
  for (std::size_t n = 0; n < runs_.size(); ++n) {
    if (!std::isfinite(applicationOf(n).path.contention)) continue;
    TimeBar bar = pathBar(*theme_, applicationOf(n));
    bar.name = badgeLetter(static_cast<int>(n) + 1);
    bar.whole = longest;
    bars.push_back(std::move(bar));
  }
  bars_->setBars(*theme_, std::move(bars));
  fillTable();
  fillMessages();
}

/// Of the application that is chosen; none where there is none.
void RanksCompared::fillMessages() {
  if (common_.empty()) {
    messages_->show({}, {}, {});
    return;
  }
  const auto chosen = static_cast<std::size_t>(std::max(0, application_->currentIndex()));
  std::vector<Design> designs;
  std::vector<std::uint32_t> jobs;
  designs.reserve(runs_.size());
  jobs.reserve(runs_.size());
  for (std::size_t n = 0; n < runs_.size(); ++n) {
    designs.push_back(repeatable(runs_[n]));
    jobs.push_back(static_cast<std::uint32_t>(common_[chosen].at[n]));
  }
  messages_->show(std::move(designs), names_, jobs);
}

void RanksCompared::fillTable() {
  struct Row {
    QString name;
    double (*of)(const ApplicationResult&);
  };
  const Row rows[] = {
      {tr("Completion"), [](const ApplicationResult& a) { return a.completion; }},
      {tr("Computation"), [](const ApplicationResult& a) { return a.path.computation; }},
      {tr("Overhead"), [](const ApplicationResult& a) { return a.path.overhead; }},
      {tr("Own interface busy"), [](const ApplicationResult& a) { return a.path.interface; }},
      {tr("Transfer"), [](const ApplicationResult& a) { return a.path.transfer; }},
      {tr("Contention"), [](const ApplicationResult& a) { return a.path.contention; }}};
  QStringList heads{tr("Cycles")};
  for (std::size_t n = 0; n < runs_.size(); ++n) {
    const QString letter = badgeLetter(static_cast<int>(n) + 1);
    heads << letter;
    if (n > 0) heads << tr("%1 − A").arg(letter);
  }
  table_->setColumnCount(static_cast<int>(heads.size()));
  table_->setHorizontalHeaderLabels(heads);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  table_->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table_->setRowCount(static_cast<int>(std::size(rows)));
  for (int row = 0; row < table_->rowCount(); ++row) {
    int column = 0;
    table_->setItem(row, column++, partCell(rows[row].name, Qt::AlignLeft));
    const double first = rows[row].of(applicationOf(0));
    for (std::size_t n = 0; n < runs_.size(); ++n) {
      const double value = rows[row].of(applicationOf(n));
      table_->setItem(row, column++, partCell(realText(value, 0), Qt::AlignRight));
      if (n == 0) continue;
      table_->setItem(row, column++, partCell(signedText(value - first, 0), Qt::AlignRight));
    }
  }
}

void RanksCompared::repeat() {
  pending_ = std::make_shared<Repeated>();
  repeat_->setText(tr("Cancel"));
  status_->setText(tr("Repeating…"));
  progress_->setValue(0);
  progress_->show();
  work_.start([runs = runs_, into = pending_](const std::stop_token& stop,
                                              const std::function<void(double)>& progress) {
    for (std::size_t n = 0; n < runs.size() && !stop.stop_requested(); ++n)
      into->seen.push_back(ranksOf(
          runs[n], stop,
          [&](double share) {
            progress((static_cast<double>(n) + share) / static_cast<double>(runs.size()));
          },
          into->problem));
  });
}

void RanksCompared::take(bool cancelled, const QString& failure) {
  progress_->hide();
  repeat_->setText(tr("Repeat the runs"));
  const std::shared_ptr<Repeated> repeated = std::exchange(pending_, nullptr);
  if (cancelled || !repeated) {
    if (charts_.empty()) status_->clear();
    fill();
    return;
  }
  if (!failure.isEmpty() || !repeated->problem.isEmpty()) {
    status_->setText(failure.isEmpty() ? repeated->problem : failure);
    return;
  }
  for (RankChart* chart : charts_) delete chart->parentWidget();
  charts_.clear();
  Cycle longest = 0;
  for (const auto& each : repeated->seen)
    if (each) longest = std::max(longest, each->now);
  for (std::size_t n = 0; n < repeated->seen.size(); ++n) {
    auto* row = new QWidget(timelines_);
    auto* column = new QVBoxLayout(row);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    const QString letter = badgeLetter(static_cast<int>(n) + 1);
    const QString name = tr("%1: %2").arg(letter, names_.value(static_cast<qsizetype>(n)));
    column->addWidget(new ElidedLabel(TextRole::secondary, name, row));
    auto* chart = new RankChart(row);
    chart->setTheme(*theme_);
    chart->setAccessibleName(tr("What ranks did in %1").arg(letter));
    chart->setSeen(repeated->seen[n]);
    chart->setLongest(longest);
    column->addWidget(chart, 1);
    rows_->addWidget(row, 1);
    charts_.push_back(chart);
    connect(chart, &RankChart::rangeChanged, this, [this, chart] { follow(chart); });
    connect(chart, &RankChart::pointedAt, status_, &QLabel::setText);
  }
  status_->setText(
      tr("The wheel shows less time or more, in all of them alike; a click tells what "
         "a rank did."));
}

/// All show the same stretch of time.
void RanksCompared::follow(RankChart* chart) {
  if (std::exchange(following_, true)) return;
  for (RankChart* each : charts_)
    if (each != chart) each->showRange(chart->range());
  following_ = false;
}

}  // namespace hopscope
