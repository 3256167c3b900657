// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ranks/ranks_matrix.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
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

void RanksMatrix::showCells() {
  const auto ranks = seen_ ? static_cast<std::uint32_t>(seen_->ranks.size()) : 0;
  perBlock_ = std::max(1U, (ranks + kMostBlocks - 1) / kMostBlocks);
  blocks_ = (ranks + perBlock_ - 1) / perBlock_;
  sent_.assign(std::size_t{blocks_} * blocks_, {});
  Sent all;
  if (pairs_)
    for (const MatrixEntry& pair : *pairs_) {
      if (pair.source >= ranks || pair.destination >= ranks) continue;
      Sent& sent =
          sent_[std::size_t{pair.source / perBlock_} * blocks_ + pair.destination / perBlock_];
      for (Sent* each : {&sent, &all}) {
        each->messages += pair.messages;
        each->bytes += pair.bytes;
      }
    }
  std::uint64_t most = 1;
  for (const Sent& sent : sent_) most = std::max(most, sent.bytes);
  MatrixCells cells;
  cells.ports = blocks_;
  cells.perPort = perBlock_;
  // Sizes of messages lie decades apart: shades go with their logarithm.
  const double decades = std::log1p(static_cast<double>(most));
  for (std::uint32_t from = 0; from < blocks_; ++from)
    for (std::uint32_t to = 0; to < blocks_; ++to) {
      const Sent& sent = sent_[std::size_t{from} * blocks_ + to];
      if (sent.messages == 0) continue;
      const double share = std::log1p(static_cast<double>(sent.bytes)) / decades;
      cells.cells.push_back({from,
                             to,
                             dimmed(theme_->color(Tone::accent), theme_->color(Tone::base),
                                    kPalest + (1 - kPalest) * share),
                             {},
                             {}});
    }
  matrix_->setCells(std::move(cells));
  matrix_->refreshWords();
  const QString hint = planned_ ? QString()
                                : tr("What ranks send each other appears here while the run goes "
                                     "on.");
  const QString words = planned_
                            ? tr("%1 in %2 over the whole run; most in a cell: %3.")
                            : tr("%1 in %2 so far, whatever became of them; most in a cell: %3.");
  total_->setText(pairs_
                      ? words.arg(bytesText(static_cast<double>(all.bytes)),
                                  plural(static_cast<qint64>(all.messages), "message", "messages"),
                                  bytesText(static_cast<double>(all.messages > 0 ? most : 0)))
                      : hint);
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
  if (sent.messages == 0)
    return planned_ ? tr("%1: nothing.").arg(pair) : tr("%1: nothing so far.").arg(pair);
  return tr("%1: %2, %3.")
      .arg(pair, plural(static_cast<qint64>(sent.messages), "message", "messages"),
           bytesText(static_cast<double>(sent.bytes)));
}

}  // namespace hopscope
