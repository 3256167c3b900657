// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/critical_path_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>

#include "ui/ranks/rank_words.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

enum Order { kLongestFirst, kInOrderOfTime };
constexpr std::size_t kMostLongest = 200, kMostInOrder = 5'000;

}  // namespace

CriticalPathView::CriticalPathView(QWidget* parent)
    : QWidget(parent),
      application_(new QComboBox(this)),
      order_(new QComboBox(this)),
      words_(makeLabel(TextRole::secondary, {}, this)),
      list_(new QListWidget(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(6);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  words_->setObjectName(QStringLiteral("pathWords"));
  words_->setWordWrap(true);
  row->addWidget(words_, 1);
  application_->setObjectName(QStringLiteral("pathApplication"));
  application_->setAccessibleName(tr("Application"));
  row->addWidget(application_);
  order_->setObjectName(QStringLiteral("pathOrder"));
  order_->setAccessibleName(tr("Order of the pieces"));
  order_->addItems({tr("Longest first"), tr("In order of time")});
  row->addWidget(order_);
  column->addLayout(row);
  list_->setObjectName(QStringLiteral("pathSteps"));
  list_->setAccessibleName(tr("Pieces of the critical path"));
  list_->setUniformItemSizes(true);
  list_->setFrameShape(QFrame::NoFrame);
  column->addWidget(list_, 1);
  column->addStretch();
  application_->hide();
  connect(application_, &QComboBox::activated, this, [this] {
    plan_.reset();
    emit rowsWanted();
  });
  connect(order_, &QComboBox::currentIndexChanged, this, &CriticalPathView::fill);
  const auto chosen = [this](int at) {
    if (at >= 0 && static_cast<std::size_t>(at) < listed_.size())
      emit stepChosen(chain_.steps[listed_[static_cast<std::size_t>(at)]]);
  };
  connect(list_, &QListWidget::currentRowChanged, this, chosen);
  // A click on the current piece leads there once more: something else may be shown by now.
  connect(list_, &QListWidget::itemClicked, this, [this, chosen] { chosen(list_->currentRow()); });
}

void CriticalPathView::setRows(const RankRows& rows,
                               const std::vector<ApplicationResult>& applications) {
  applications_ = applications;
  QStringList names, listed;
  names.reserve(static_cast<qsizetype>(applications.size()));
  for (const ApplicationResult& each : applications) names << QString::fromStdString(each.name);
  listed.reserve(application_->count());
  for (int i = 0; i < application_->count(); ++i) listed << application_->itemText(i);
  if (names != listed) {
    application_->clear();
    application_->addItems(names);
    application_->setVisible(names.size() > 1);
  }
  findChain(rows);
}

void CriticalPathView::findChain(const RankRows& rows) {
  const RankObservation* seen = rows.seen();
  const int job = applications_.empty() ? -1 : std::max(0, application_->currentIndex());
  const bool done = seen != nullptr && job >= 0 &&
                    applications_[static_cast<std::size_t>(job)].end == ApplicationEnd::finished;
  if (done && plan_ == seen->plan && job_ == job) return;
  plan_ = done ? seen->plan : nullptr;
  job_ = done ? job : -1;
  seen_ = done ? rows.shared() : nullptr;
  chain_ = done ? criticalChain(rows, static_cast<std::uint32_t>(job)) : CriticalChain();
  QString words;
  if (seen == nullptr)
    words =
        tr("A kept run has the sums of its critical path, under Time. For its pieces, restore "
           "its settings and run it again.");
  else if (!done)
    words = tr("The critical path is known once the application is done.");
  else if (rows.cut())
    words = tr("The run has done more than is recorded: its pieces are not known.");
  else if (!chain_.whole)
    words = tr("The last %1 of the critical path. Choose one to see its rank, or the message and "
               "the links that it may take.")
                .arg(plural(static_cast<qint64>(chain_.steps.size()), "piece", "pieces"));
  else
    words = tr("%1 that the completion waited for, one after the other. Choose one to see its "
               "rank, or the message and the links that it may take.")
                .arg(plural(static_cast<qint64>(chain_.steps.size()), "piece", "pieces"));
  words_->setText(words);
  fill();
}

void CriticalPathView::fill() {
  listed_.resize(chain_.steps.size());
  std::iota(listed_.begin(), listed_.end(), std::size_t{0});
  const bool longest = order_->currentIndex() == kLongestFirst;
  if (longest)
    std::stable_sort(listed_.begin(), listed_.end(), [this](std::size_t a, std::size_t b) {
      return chain_.steps[a].cycles() > chain_.steps[b].cycles();
    });
  listed_.resize(std::min(listed_.size(), longest ? kMostLongest : kMostInOrder));
  const QSignalBlocker quiet(list_);
  list_->clear();
  QStringList lines;
  lines.reserve(static_cast<qsizetype>(listed_.size()));
  for (const std::size_t at : listed_) lines << wordsOf(chain_.steps[at]);
  list_->addItems(lines);
  list_->setVisible(!lines.isEmpty());
}

QString CriticalPathView::wordsOf(const ChainStep& step) const {
  const QString time = tr("%1 from %2 to %3")
                           .arg(cyclesText(static_cast<double>(step.cycles())),
                                wholeText(step.from), wholeText(step.until));
  if (!step.isMessage) return tr("%1 is busy: %2").arg(rankName(*seen_, step.rank), time);
  if (step.bytes == 0)
    return tr("%1 tells %2 that it is ready: %3")
        .arg(rankName(*seen_, step.rank), rankName(*seen_, step.to), time);
  return tr("%1 → %2, %3: %4")
      .arg(rankName(*seen_, step.rank), rankName(*seen_, step.to),
           bytesText(static_cast<double>(step.bytes)), time);
}

}  // namespace hopscope
