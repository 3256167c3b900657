// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/ranks_matrix.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "ui/circuits/port_matrix.h"
#include "ui/drawing/slot_colours.h"
#include "ui/ranks/rank_words.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr std::uint32_t kMostBlocks = 128;
constexpr double kPalest = .12;  ///< of the colour: the least that was sent

}  // namespace

std::shared_ptr<const RankObservation> ranksNotBegun(std::shared_ptr<const ApplicationPlan> plan,
                                                     std::optional<std::uint32_t> job) {
  auto seen = std::make_shared<RankObservation>();
  const RankTable table(*plan);
  seen->plan = std::move(plan);
  for (std::uint32_t rank = 0; rank < table.count(); ++rank) {
    if (job && table.job(rank) != *job) continue;
    RankNow& now = seen->ranks.emplace_back();
    now.terminal = table.terminal(rank);
    now.job = table.job(rank);
    now.inJob = table.inJob(rank);
  }
  return seen;
}

RanksMatrix::RanksMatrix(QWidget* parent)
    : QWidget(parent),
      theme_(&Theme::light()),
      matrix_(new PortMatrix(this)),
      total_(makeLabel(TextRole::secondary, {}, this)),
      words_(makeLabel(TextRole::secondary, {}, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(6);
  total_->setObjectName(QStringLiteral("ranksTotal"));
  total_->setWordWrap(true);
  column->addWidget(total_);
  matrix_->setObjectName(QStringLiteral("ranksMatrix"));
  matrix_->setAccessibleName(tr("Bytes sent, rank by rank"));
  matrix_->setCaption(tr("from rank (row) to rank (column)"));
  matrix_->setWords([this](PortPair at) { return wordsOf(at.input, at.output); });
  column->addWidget(matrix_, 1);
  words_->setObjectName(QStringLiteral("ranksMatrixWords"));
  words_->setWordWrap(true);
  words_->setMinimumHeight(30);
  words_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  column->addWidget(words_);
  connect(matrix_, &PortMatrix::pointedAt, words_, &QLabel::setText);
}

void RanksMatrix::setBrief() {
  brief_ = true;
  words_->hide();
  total_->setWordWrap(false);
}

void RanksMatrix::setTheme(const Theme& theme) {
  theme_ = &theme;
  matrix_->setTheme(theme);
  showCells();
}

void RanksMatrix::setPairs(std::shared_ptr<const RankObservation> seen,
                           std::shared_ptr<const std::vector<MatrixEntry>> pairs) {
  const bool same = pairs == pairs_ && (seen == nullptr) == (seen_ == nullptr) &&
                    (seen == nullptr || seen->plan == seen_->plan);
  seen_ = std::move(seen);
  if (same) return;
  pairs_ = std::move(pairs);
  showCells();
}

void RanksMatrix::setDifference(std::shared_ptr<const RankObservation> seen,
                                std::shared_ptr<const std::vector<MatrixEntry>> pairs,
                                std::shared_ptr<const std::vector<MatrixEntry>> before) {
  seen_ = std::move(seen);
  pairs_ = std::move(pairs);
  before_ = std::move(before);
  showCells();
}

void RanksMatrix::addUp(const std::vector<MatrixEntry>& pairs, int sign) {
  for (const MatrixEntry& pair : pairs) {
    const std::uint32_t from = pair.source / perBlock_, to = pair.destination / perBlock_;
    if (from >= blocks_ || to >= blocks_) continue;
    Sent& sent = sent_[std::size_t{from} * blocks_ + to];
    sent.messages += sign * static_cast<std::int64_t>(pair.messages);
    sent.bytes += sign * static_cast<std::int64_t>(pair.bytes);
  }
}

void RanksMatrix::showCells() {
  const auto ranks = seen_ ? static_cast<std::uint32_t>(seen_->ranks.size()) : 0;
  perBlock_ = std::max(1U, (ranks + kMostBlocks - 1) / kMostBlocks);
  blocks_ = (ranks + perBlock_ - 1) / perBlock_;
  sent_.assign(std::size_t{blocks_} * blocks_, {});
  if (pairs_) addUp(*pairs_, 1);
  if (before_) addUp(*before_, -1);
  Sent all;
  std::int64_t most = 1;
  for (const Sent& sent : sent_) {
    all.messages += sent.messages;
    all.bytes += sent.bytes;
    most = std::max(most, std::abs(sent.bytes));
  }
  MatrixCells cells;
  cells.ports = blocks_;
  cells.perPort = perBlock_;
  // A block of several ranks may be of two jobs.
  if (seen_ && perBlock_ == 1)
    for (std::uint32_t rank = 1; rank < ranks; ++rank)
      if (seen_->ranks[rank].inJob == 0) cells.begins.push_back(rank);
  // Sizes of messages lie decades apart: shades go with their logarithm.
  const double decades = std::log1p(static_cast<double>(most));
  for (std::uint32_t from = 0; from < blocks_; ++from)
    for (std::uint32_t to = 0; to < blocks_; ++to) {
      const Sent& sent = sent_[std::size_t{from} * blocks_ + to];
      if (sent.messages == 0 && sent.bytes == 0) continue;
      const bool less = sent.bytes < 0 || (sent.bytes == 0 && sent.messages < 0);
      const double share = std::log1p(static_cast<double>(std::abs(sent.bytes))) / decades;
      cells.cells.push_back({from,
                             to,
                             dimmed(theme_->color(less ? Tone::warn : Tone::accent),
                                    theme_->color(Tone::base), kPalest + (1 - kPalest) * share),
                             {},
                             {}});
    }
  const bool alike = cells.cells.empty();
  matrix_->setCells(std::move(cells));
  matrix_->refreshWords();
  if (before_)
    total_->setText(alike ? tr("No pair of ranks differs.") : differenceWords(all));
  else
    total_->setText(totalWords(all, most));
}

QString RanksMatrix::totalWords(const Sent& all, std::int64_t most) const {
  if (!pairs_)
    return planned_ ? QString()
                    : tr("What ranks send each other appears here while the run goes on.");
  const QString words = brief_ ? tr("%1 in %2")
                        : planned_
                            ? tr("%1 in %2 over the whole run; most in a cell: %3.")
                            : tr("%1 in %2 so far, whatever became of them; most in a cell: %3.");
  const QString sent = words.arg(bytesText(static_cast<double>(all.bytes)),
                                 plural(all.messages, "message", "messages"));
  return brief_ ? sent : sent.arg(bytesText(static_cast<double>(all.messages > 0 ? most : 0)));
}

/// "+3.0 KiB in +12 messages", or with "\u2212".
QString RanksMatrix::differenceWords(const Sent& all) const {
  const auto sign = [](std::int64_t value) {
    return value > 0 ? QStringLiteral("+") : value < 0 ? QString(QChar(0x2212)) : QString();
  };
  return tr("%1 in %2")
      .arg(sign(all.bytes) + bytesText(static_cast<double>(std::abs(all.bytes))),
           sign(all.messages) + plural(std::abs(all.messages), "message", "messages"));
}

QString RanksMatrix::blockName(std::uint32_t block) const {
  const std::uint32_t first = block * perBlock_;
  if (perBlock_ == 1) return rankName(*seen_, first);
  const auto last =
      std::min(first + perBlock_, static_cast<std::uint32_t>(seen_->ranks.size())) - 1;
  const bool oneJob = seen_->ranks[first].job == seen_->ranks[last].job;
  return tr("%1 to %2")
      .arg(rankName(*seen_, first),
           oneJob ? QString::number(seen_->ranks[last].inJob) : rankName(*seen_, last));
}

QString RanksMatrix::wordsOf(std::uint32_t from, std::uint32_t to) const {
  if (!seen_ || from >= blocks_ || to >= blocks_) return {};
  const Sent& sent = sent_[std::size_t{from} * blocks_ + to];
  const QString pair = tr("%1 → %2").arg(blockName(from), blockName(to));
  if (before_)
    return sent.messages == 0 && sent.bytes == 0 ? tr("%1: the same.").arg(pair)
                                                 : tr("%1: %2").arg(pair, differenceWords(sent));
  if (sent.messages == 0)
    return planned_ ? tr("%1: nothing.").arg(pair) : tr("%1: nothing so far.").arg(pair);
  return tr("%1: %2, %3.")
      .arg(pair, plural(sent.messages, "message", "messages"),
           bytesText(static_cast<double>(sent.bytes)));
}

}  // namespace hopscope
