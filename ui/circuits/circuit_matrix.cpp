// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/circuit_matrix.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "ui/circuits/circuit_words.h"
#include "ui/circuits/port_matrix.h"
#include "ui/circuits/slots_shown.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/slot_colours.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

/// More cells than this nobody tells apart.
constexpr std::size_t kMostCells = 1 << 16;

/// What the matrix shows; from kSlot on, B(i) of each slot.
enum Shows : std::uint8_t { kTogether, kRequests, kAll, kWorms, kQueues, kSlot };

void addCircuits(MatrixCells& cells, const CircuitDetail& detail, std::uint32_t which,
                 const Theme& theme) {
  for (std::uint32_t input = 0; input < detail.ports; ++input) {
    const std::uint32_t output = detail.known.outputOf(which, input);
    if (output == kNone || cells.cells.size() >= kMostCells) continue;
    cells.cells.push_back({input, output, slotColour(theme, which, detail.circuitSlots), QColor(),
                           QString::number(which)});
  }
}

/// By rows, one cell a pair: of several slots the first, with a sign for the others.
void sortCells(MatrixCells& cells) {
  const auto pairOf = [](const MatrixCells::Cell& cell) {
    return std::tie(cell.input, cell.output);
  };
  std::stable_sort(cells.cells.begin(), cells.cells.end(),
                   [&](const auto& a, const auto& b) { return pairOf(a) < pairOf(b); });
  std::vector<MatrixCells::Cell> single;
  for (MatrixCells::Cell& each : cells.cells) {
    if (single.empty() || pairOf(single.back()) != pairOf(each))
      single.push_back(std::move(each));
    else if (QString& text = single.back().text;
             !text.isEmpty() && !text.endsWith(QLatin1Char('+')))
      text += QLatin1Char('+');
  }
  cells.cells = std::move(single);
}

/// Pairs of a matrix of bits, but for those that have a circuit where `waiting`.
void addRequests(MatrixCells& cells, const CircuitDetail& detail, const BitMatrix& bits,
                 bool waiting, const QColor& fill, const QColor& outline) {
  for (std::uint32_t input = 0; input < bits.rows(); ++input)
    forEachBit(bits.row(input), bits.words(), [&](std::uint32_t output) {
      if (cells.cells.size() >= kMostCells ||
          (waiting && detail.known.established().at(input, output)))
        return;
      cells.cells.push_back({input, output, fill, outline, {}});
    });
}

void addQueues(MatrixCells& cells, const CircuitDetail& detail, const Theme& theme) {
  const HeatScale scale(theme);
  std::uint32_t most = 1;
  for (const PairQueue& queue : detail.queues) most = std::max(most, queue.circuit + queue.worms);
  for (const PairQueue& queue : detail.queues) {
    if (cells.cells.size() >= kMostCells) return;
    const double flits = queue.circuit + queue.worms;
    cells.cells.push_back(
        {queue.input, queue.output, scale.color(flits / most), QColor(),
         flits < 1000 ? QString::number(queue.circuit + queue.worms) : compactText(flits)});
  }
}

MatrixCells cellsOf(const CircuitDetail& detail, int shows, const Theme& theme) {
  MatrixCells cells;
  cells.ports = detail.ports;
  if (shows == kTogether || shows == kAll)
    for (std::uint32_t which = 0; which < detail.circuitSlots; ++which)
      addCircuits(cells, detail, which, theme);
  if (shows == kTogether) {
    addRequests(cells, detail, detail.requests, true, QColor(), theme.color(Tone::t1));
    addRequests(cells, detail, detail.asked, true, QColor(), theme.color(Tone::t4));
  }
  if (shows == kRequests)
    addRequests(cells, detail, detail.requests, false, theme.color(Tone::accent), QColor());
  if (shows == kWorms)
    for (std::uint32_t input = 0; input < detail.wormTo.size(); ++input)
      if (detail.wormTo[input] != kNone)
        cells.cells.push_back({input, detail.wormTo[input], theme.color(Tone::t3), QColor(), {}});
  if (shows == kQueues) addQueues(cells, detail, theme);
  if (shows >= kSlot && shows - kSlot < static_cast<int>(detail.circuitSlots))
    addCircuits(cells, detail, static_cast<std::uint32_t>(shows - kSlot), theme);
  sortCells(cells);
  return cells;
}

}  // namespace

CircuitMatrix::CircuitMatrix(QWidget* parent)
    : QWidget(parent),
      theme_(&Theme::light()),
      shows_(new QComboBox(this)),
      matrix_(new PortMatrix(this)),
      legend_(makeLabel(TextRole::hint, {}, this)),
      words_(makeLabel(TextRole::secondary, {}, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(6);
  auto* head = new QHBoxLayout;
  auto* show = makeLabel(TextRole::label, tr("Show"), this);
  shows_->setObjectName(QStringLiteral("matrixShows"));
  shows_->setAccessibleName(tr("What the matrix shows"));
  show->setBuddy(shows_);
  head->addWidget(show);
  head->addWidget(shows_, 1);
  column->addLayout(head);
  matrix_->setObjectName(QStringLiteral("circuitMatrix"));
  matrix_->setAccessibleName(tr("Circuits by input and output"));
  column->addWidget(matrix_, 1);
  legend_->setWordWrap(true);
  column->addWidget(legend_);
  words_->setObjectName(QStringLiteral("pairWords"));
  words_->setWordWrap(true);
  words_->setMinimumHeight(30);
  words_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  column->addWidget(words_);
  matrix_->setWords([this](PortPair pair) {
    return detail_ ? pairWords(*detail_, pair.input, pair.output) : QString();
  });
  connect(matrix_, &PortMatrix::pointedAt, this, [this](const QString& words) {
    words_->setText(words.isEmpty() ? tr("Point at a pair to see what it waits for.") : words);
  });
  matrix_->pointAt({});
  connect(shows_, &QComboBox::currentIndexChanged, this, &CircuitMatrix::showCells);
  fillChoices();
}

void CircuitMatrix::setTheme(const Theme& theme) {
  theme_ = &theme;
  matrix_->setTheme(theme);
  showCells();
}

void CircuitMatrix::setDetail(std::shared_ptr<const CircuitDetail> detail) {
  if (detail == detail_) return;
  detail_ = std::move(detail);
  fillChoices();
  showCells();
  matrix_->refreshWords();
}

void CircuitMatrix::fillChoices() {
  QStringList names{tr("Circuits, and requests that wait"), tr("Requests at the scheduler (R)"),
                    tr("Circuits of all slots (B*)"), tr("Connections of worms (U)"),
                    tr("Queues, in flits")};
  const std::uint32_t circuitSlots = detail_ ? detail_->circuitSlots : 0;
  for (std::uint32_t i = 0; i < circuitSlots; ++i) names << tr("Circuits of slot %1").arg(i);
  if (names.size() == shows_->count()) return;
  const QSignalBlocker quiet(shows_);
  const int chosen = shows_->currentIndex();
  shows_->clear();
  shows_->addItems(names);
  shows_->setCurrentIndex(chosen >= 0 && chosen < names.size() ? chosen : 0);
}

void CircuitMatrix::showCells() {
  matrix_->setCells(detail_ ? cellsOf(*detail_, shows_->currentIndex(), *theme_) : MatrixCells{});
  legend_->setText(shows_->currentIndex() == kTogether
                       ? tr("In colour: a circuit, in that of its slot. Outlined: asks for one and "
                            "waits; dimly: its request is on its way.")
                   : shows_->currentIndex() == kQueues
                       ? tr("The darkest pair has the longest queue.")
                       : QString());
  if (theme_->isDark() && shows_->currentIndex() == kQueues)
    legend_->setText(tr("The brightest pair has the longest queue."));
  legend_->setVisible(!legend_->text().isEmpty());
}

}  // namespace hopscope
