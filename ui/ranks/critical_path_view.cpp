// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/critical_path_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>
#include <utility>

#include "ui/ranks/rank_words.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_style.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

enum Order { kLongestFirst, kInOrderOfTime };
constexpr std::size_t kMostLongest = 200, kMostInOrder = 5'000, kMostLinks = 500;
enum LinkColumn { kLink, kWaited, kMoved, kMessages, kLinkColumns };

QTableWidgetItem* linkCell(const QString& text, Qt::Alignment side = Qt::AlignRight) {
  auto* item = new QTableWidgetItem(text);
  item->setTextAlignment(side | Qt::AlignVCenter);
  item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled);
  return item;
}

}  // namespace

CriticalPathView::CriticalPathView(QWidget* parent)
    : QWidget(parent),
      application_(new QComboBox(this)),
      order_(new QComboBox(this)),
      words_(makeLabel(TextRole::secondary, {}, this)),
      list_(new QListWidget(this)),
      follow_(new QPushButton(tr("Follow its messages"), this)),
      progress_(new QProgressBar(this)),
      links_(new QTableWidget(0, kLinkColumns, this)) {
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
  progress_->setRange(0, 1000);
  progress_->setTextVisible(false);
  progress_->setFixedWidth(96);
  progress_->setAccessibleName(tr("Progress"));
  progress_->hide();
  row->addWidget(progress_);
  follow_->setObjectName(QStringLiteral("pathFollow"));
  follow_->setToolTip(
      tr("Repeats the run to see which links its messages took, and where they "
         "waited"));
  row->addWidget(follow_);
  column->addLayout(row);
  list_->setObjectName(QStringLiteral("pathSteps"));
  list_->setAccessibleName(tr("Pieces of the critical path"));
  list_->setUniformItemSizes(true);
  list_->setSpacing(1);
  list_->setFrameShape(QFrame::NoFrame);
  auto* body = new QHBoxLayout;
  body->setSpacing(12);
  body->addWidget(list_, 3);
  links_->setObjectName(QStringLiteral("pathLinks"));
  links_->setAccessibleName(tr("Links that the messages of the critical path took"));
  links_->setHorizontalHeaderLabels({tr("Link"), tr("Waited"), tr("Moved"), tr("Messages")});
  for (const auto& [at, tip] :
       {std::pair(kWaited, tr("Cycles that last packets waited for this link: for the route, for "
                              "room behind it, and for the crossbar")),
        std::pair(kMoved, tr("Cycles through the switch before it and along it"))})
    links_->horizontalHeaderItem(at)->setToolTip(tip);
  links_->horizontalHeaderItem(kLink)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  styleTable(*links_);
  links_->setSelectionMode(QAbstractItemView::SingleSelection);
  links_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  links_->horizontalHeader()->setSectionResizeMode(kLink, QHeaderView::Stretch);
  links_->hide();
  body->addWidget(links_, 2);
  column->addLayout(body, 1);
  column->addStretch();
  application_->hide();
  connect(application_, &QComboBox::activated, this, [this] {
    plan_.reset();
    emit rowsWanted();
  });
  connect(order_, &QComboBox::currentIndexChanged, this, &CriticalPathView::fill);
  connect(list_, &QListWidget::currentRowChanged, this, &CriticalPathView::choose);
  // A click on the current piece leads there once more: something else may be shown by now.
  connect(list_, &QListWidget::itemClicked, this, [this] { choose(list_->currentRow()); });
  const auto link = [this](int at) {
    if (trace_ && at >= 0 && static_cast<std::size_t>(at) < trace_->links.size())
      emit linkChosen(trace_->links[static_cast<std::size_t>(at)].channel);
  };
  connect(links_, &QTableWidget::currentCellChanged, this, link);
  connect(links_, &QTableWidget::cellClicked, this, link);
  connect(follow_, &QPushButton::clicked, this, [this] {
    if (tracer_.running()) {
      tracer_.cancel();
      showFollowing();
    } else {
      follow();
    }
  });
  connect(&tracer_, &PathTracer::progressed, this,
          [this](double share) { progress_->setValue(static_cast<int>(share * 1000)); });
  connect(&tracer_, &PathTracer::finished, this, &CriticalPathView::takeTrace);
  showFollowing();
}

void CriticalPathView::choose(int row) {
  if (row < 0 || static_cast<std::size_t>(row) >= listed_.size()) return;
  const std::size_t piece = listed_[static_cast<std::size_t>(row)];
  std::vector<ChannelId> taken;
  if (const FollowedMessage* message = followed(piece)) {
    const std::vector<PathLink> links = linksOf(message->journey);
    taken.reserve(links.size());
    for (const PathLink& link : links) taken.push_back(link.channel);
  }
  emit stepChosen(chain_.steps[piece], taken);
}

void CriticalPathView::setRows(const RankRows& rows,
                               const std::vector<ApplicationResult>& applications,
                               std::shared_ptr<const Topology> topology) {
  applications_ = applications;
  topology_ = std::move(topology);
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
  const bool done = seen != nullptr && rows.complete() && job >= 0 &&
                    applications_[static_cast<std::size_t>(job)].end == ApplicationEnd::finished;
  if (done && plan_ == seen->plan && job_ == job) return;
  plan_ = done ? seen->plan : nullptr;
  job_ = done ? job : -1;
  seen_ = done ? rows.shared() : nullptr;
  tracer_.cancel();
  trace_.reset();
  problem_.clear();
  finder_.cancel();
  chain_ = {};
  if (seen == nullptr)
    showChain(
        tr("A kept run has the sums of its critical path, under Time. For its pieces, restore "
           "its settings and run it again."));
  else if (!rows.complete())
    showChain(tr("What ranks did is being looked at…"));
  else if (!done)
    showChain(tr("The critical path is known once the application is done."));
  else
    finder_.find(seen_, static_cast<std::uint32_t>(job), this,
                 [this, cut = rows.cut()](const CriticalChain& chain) { takeChain(chain, cut); });
  if (finder_.running()) showChain(tr("The critical path is being looked for…"));
}

void CriticalPathView::takeChain(const CriticalChain& chain, bool cut) {
  chain_ = chain;
  const QString pieces = plural(static_cast<qint64>(chain_.steps.size()), "piece", "pieces");
  if (cut)
    showChain(tr("The run has done more than is recorded: its pieces are not known."));
  else if (!chain_.whole)
    showChain(tr("The last %1 of the critical path.").arg(pieces));
  else
    showChain(tr("%1 that the completion waited for, one after the other.").arg(pieces));
}

void CriticalPathView::showChain(const QString& about) {
  about_ = about;
  fill();
  fillLinks();
  showFollowing();
}

void CriticalPathView::showWords() {
  QString words = about_;
  if (listed_.size() < chain_.steps.size())
    words +=
        QLatin1Char(' ') +
        (order_->currentIndex() == kLongestFirst
             ? tr("Listed are the longest %1.").arg(wholeText(static_cast<qint64>(listed_.size())))
             : tr("Listed are the first %1.").arg(wholeText(static_cast<qint64>(listed_.size()))));
  if (!problem_.isEmpty())
    words += QLatin1Char(' ') + problem_;
  else if (trace_)
    words += QLatin1Char(' ') + traceWords();
  else if (!chain_.steps.empty())
    words += tr(" Choose one to see its rank, or the message and the links that it may take.");
  words_->setText(words);
}

/// Where the time of all its messages went.
QString CriticalPathView::traceWords() const {
  Cycle waiting = 0, moving = 0;
  for (const PathLink& link : trace_->links) {
    waiting += link.waiting;
    moving += link.moving;
  }
  QString words =
      tr("Its messages spent %1 behind others at their interface, and %2 behind their "
         "own packets; their last packets waited %3 for links, moved for %4, and were taken in %5 "
         "later.")
          .arg(cyclesText(static_cast<double>(trace_->interface)),
               cyclesText(static_cast<double>(trace_->packets)),
               cyclesText(static_cast<double>(waiting)), cyclesText(static_cast<double>(moving)),
               cyclesText(static_cast<double>(trace_->takingIn)));
  if (trace_->unknown > 0)
    words += tr(" Of %1 more no link is told: messages stayed at their terminal or overtook "
                "others, or these switches do not tell.")
                 .arg(cyclesText(static_cast<double>(trace_->unknown)));
  if (trace_->links.size() > kMostLinks)
    words += tr(" Of the links, the %1 are listed that were waited for longest.")
                 .arg(wholeText(static_cast<qint64>(kMostLinks)));
  if (!trace_->whole)
    words += tr(" Not all of its messages were found again in the repetition and followed.");
  return words;
}

void CriticalPathView::follow() {
  if (!design_ || chain_.steps.empty()) return;
  problem_.clear();
  progress_->setValue(0);
  tracer_.start(design_(), seen_, chain_);
  showFollowing();
}

void CriticalPathView::takeTrace(const std::shared_ptr<const PathTrace>& trace,
                                 const QString& problem) {
  trace_ = trace;
  problem_ = problem;
  fill();
  fillLinks();
  showFollowing();
}

/// What can be asked for now.
void CriticalPathView::showFollowing() {
  const bool running = tracer_.running();
  follow_->setText(running ? tr("Cancel") : tr("Follow its messages"));
  follow_->setVisible(!chain_.steps.empty() && !trace_);
  progress_->setVisible(running);
}

const FollowedMessage* CriticalPathView::followed(std::size_t piece) const {
  if (!trace_) return nullptr;
  const auto& all = trace_->messages;
  const auto found = std::lower_bound(
      all.begin(), all.end(), piece,
      [](const FollowedMessage& each, std::size_t sought) { return each.piece < sought; });
  return found != all.end() && found->piece == piece ? &*found : nullptr;
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
  for (const std::size_t at : listed_) lines << wordsOf(at);
  list_->addItems(lines);
  for (int row = 0; row < list_->count(); ++row)  // they may be longer than there is room
    list_->item(row)->setToolTip(lines[row]);
  list_->setVisible(!lines.isEmpty());
  showWords();
}

void CriticalPathView::fillLinks() {
  const QSignalBlocker quiet(links_);
  const bool any = trace_ && topology_ && !trace_->links.empty();
  links_->setVisible(any);
  const std::size_t rows = any ? std::min(trace_->links.size(), kMostLinks) : 0;
  links_->setRowCount(static_cast<int>(rows));
  for (std::size_t i = 0; i < rows; ++i) {
    const PathLink& link = trace_->links[i];
    const int row = static_cast<int>(i);
    links_->setItem(row, kLink, linkCell(channelName(*topology_, link.channel), Qt::AlignLeft));
    links_->setItem(row, kWaited, linkCell(wholeText(link.waiting)));
    links_->setItem(row, kMoved, linkCell(wholeText(link.moving)));
    links_->setItem(row, kMessages, linkCell(wholeText(static_cast<qint64>(link.messages))));
  }
}

QString CriticalPathView::wordsOf(std::size_t piece) const {
  const ChainStep& step = chain_.steps[piece];
  const QString time = tr("%1 from %2 to %3")
                           .arg(cyclesText(static_cast<double>(step.cycles())),
                                wholeText(step.from), wholeText(step.until));
  // Whose ranks they are the choice above says.
  const auto name = [this](std::uint32_t rank) {
    return tr("Rank %1").arg(seen_->ranks[rank].inJob);
  };
  if (!step.isMessage) return tr("%1 is busy: %2").arg(name(step.rank), time);
  QString words;
  if (step.bytes == 0)
    words = tr("%1 tells %2 that it is ready: %3").arg(name(step.rank), name(step.to), time);
  else
    words =
        tr("%1 → %2, %3: %4")
            .arg(name(step.rank), name(step.to), bytesText(static_cast<double>(step.bytes)), time);
  if (const FollowedMessage* message = followed(piece))
    words += QStringLiteral("; ") + delaysOf(step, *message);
  return words;
}

/// What a message waited for.
QString CriticalPathView::delaysOf(const ChainStep& step, const FollowedMessage& message) const {
  const auto cycles = [](Cycle value) { return cyclesText(static_cast<double>(value)); };
  QStringList parts;
  PathLink worst;
  const std::vector<PathLink> links = linksOf(message.journey);
  for (const PathLink& link : links)
    if (link.waiting > worst.waiting) worst = link;
  if (worst.waiting > 0 && topology_)
    parts << tr("waited %1 for %2")
                 .arg(cycles(worst.waiting), channelName(*topology_, worst.channel));
  if (message.started > step.from)
    parts << tr("%1 behind others").arg(cycles(message.started - step.from));
  if (message.handedOver > message.started)
    parts << tr("%1 behind its own packets").arg(cycles(message.handedOver - message.started));
  if (links.empty() && seen_->ranks[step.rank].terminal != seen_->ranks[step.to].terminal)
    parts << tr("its way through the network is not known");
  return parts.isEmpty() ? tr("nothing in its way") : parts.join(QStringLiteral(", "));
}

}  // namespace hopscope
