// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/circuits/pass_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

#include "ui/circuits/cell_card.h"
#include "ui/circuits/circuit_words.h"
#include "ui/circuits/port_matrix.h"
#include "ui/drawing/slot_colours.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/step_buttons.h"
#include "ui/words/numbers.h"

namespace hopscope {

PassPage::PassPage(QWidget* parent)
    : QWidget(parent),
      theme_(&Theme::light()),
      head_(makeLabel(TextRole::secondary, {}, this)),
      slot_(new QComboBox(this)),
      steps_(new StepButtons(QStringLiteral("pass"), tr("Next cell"), this)),
      matrix_(new PortMatrix(this)),
      card_(new CellCard(this)),
      words_(makeLabel(TextRole::secondary, {}, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 8);
  column->setSpacing(6);
  head_->setObjectName(QStringLiteral("passHead"));
  head_->setWordWrap(true);
  column->addWidget(head_);
  slot_->setObjectName(QStringLiteral("passSlot"));
  slot_->setAccessibleName(tr("Slot of the pass"));
  column->addWidget(slot_);
  steps_->next().setToolTip(tr("The next cell that has something to do"));
  column->addWidget(steps_, 0, Qt::AlignLeft);
  matrix_->setObjectName(QStringLiteral("passMatrix"));
  matrix_->setAccessibleName(tr("Cells of the scheduler"));
  column->addWidget(matrix_, 1);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  row->addWidget(card_);
  words_->setObjectName(QStringLiteral("cellWords"));
  words_->setWordWrap(true);
  row->addWidget(words_, 1);
  column->addLayout(row);
  matrix_->setWords([this](PortPair place) {
    return cells_ ? cellWords(*cells_, place.input, place.output) : QString();
  });
  connect(matrix_, &PortMatrix::pointedAt, this, &PassPage::showWords);
  connect(steps_, &StepButtons::wanted, this, &PassPage::goTo);
  connect(slot_, &QComboBox::currentIndexChanged, this, &PassPage::makeCells);
  makeCells();
}

void PassPage::setTheme(const Theme& theme) {
  theme_ = &theme;
  matrix_->setTheme(theme);
  card_->setTheme(theme);
  showCells();
}

void PassPage::setDetail(std::shared_ptr<const CircuitDetail> detail) {
  if (detail == detail_) return;
  detail_ = std::move(detail);
  const bool known = detail_ && detail_->step;
  // The same pass stays as far as one has gone through it, until another one is there.
  const bool same =
      known && cells_ && detail_->step->at == stepAt_ && detail_->step->requests == stepRequests_;
  if (same) return;
  stepAt_ = known ? detail_->step->at : -1;
  stepRequests_ = known ? detail_->step->requests : BitMatrix();
  {
    const QSignalBlocker quiet(slot_);
    slot_->clear();
    if (known)
      for (const std::uint32_t each : slotsOf(*detail_->step))
        slot_->addItem(tr("Slot %1").arg(each), each);
  }
  slot_->setVisible(slot_->count() > 1);
  makeCells();
}

void PassPage::makeCells() {
  cells_.reset();
  if (detail_ && detail_->step && slot_->count() > 0)
    cells_.emplace(*detail_->step, slot_->currentData().toUInt());
  head_->setText(
      cells_ ? tr("Pass of cycle %1 over slot %2; begins at input %3 and output %4; %5 to do.")
                   .arg(wholeText(stepAt_), QString::number(cells_->slot()),
                        QString::number(cells_->corner().input),
                        QString::number(cells_->corner().output),
                        plural(static_cast<qint64>(cells_->asking().size()), "cell has something",
                               "cells have something"))
      : detail_ && !detail_->passes
          ? tr("Passes of this scheduler cannot be looked at cell by cell: the greedy one's can.")
          : tr("The scheduler has not changed a circuit since the run is watched."));
  goTo(0);
}

void PassPage::goTo(std::size_t done) {
  const std::size_t most = cells_ ? cells_->asking().size() : 0;
  done_ = done > most ? 0 : done;
  steps_->setStep(done_, most);
  showCells();
  if (done_ > 0)
    matrix_->pointAt(cells_->asking()[done_ - 1]);
  else
    matrix_->pointAt({});
}

void PassPage::showCells() {
  MatrixCells shown;
  if (cells_) {
    const CellArray& cells = *cells_;
    shown.ports = cells.ports();
    shown.inputsMarked.assign(shown.ports, false);
    shown.outputsMarked.assign(shown.ports, false);
    const QColor circuit = slotColour(*theme_, cells.slot(), cells.slot() + 1);
    std::vector<std::uint8_t> reached(std::size_t{shown.ports} * shown.ports, 0);
    for (std::size_t i = 0; i < done_; ++i)
      reached[std::size_t{cells.asking()[i].input} * shown.ports + cells.asking()[i].output] = 1;
    for (std::uint32_t input = 0; input < shown.ports; ++input)
      for (std::uint32_t output = 0; output < shown.ports; ++output) {
        const ArrayCell& cell = cells.at(input, output);
        const bool past = reached[std::size_t{input} * shown.ports + output] != 0;
        if (past ? cell.action == CellAction::establish || (cell.here && !cell.toggles) : cell.here)
          shown.inputsMarked[input] = shown.outputsMarked[output] = true;
        MatrixCells::Cell each{input, output, {}, {}, {}};
        if (past && cell.action == CellAction::establish) {
          each.fill = theme_->color(Tone::accent);
          each.text = QStringLiteral("+");
        } else if (past && cell.action == CellAction::release) {
          each.fill = theme_->color(Tone::badSoft);
          each.outline = theme_->color(Tone::bad);
          each.text = QStringLiteral("−");
        } else if (past && cell.action == CellAction::blocked) {
          each.fill = theme_->color(Tone::warnSoft);
          each.outline = theme_->color(Tone::warn);
          each.text = QStringLiteral("×");
        } else if (cell.here) {
          each.fill = circuit;
          if (cell.asks) each.outline = theme_->color(Tone::t1);
        } else if (cell.asks) {
          each.outline = theme_->color(Tone::t1);
        } else if (cell.requested && cell.established) {
          each.fill = theme_->color(Tone::raised);
        } else {
          continue;
        }
        shown.cells.push_back(each);
      }
  }
  matrix_->setCells(std::move(shown));
}

void PassPage::showWords() {
  const std::optional<PortPair> place = matrix_->pointed();
  if (!cells_ || !place) {
    card_->setCell({});
    words_->setText(cells_
                        ? tr("Outlined cells have something to do. Bars beside rows and columns: "
                             "busy inputs (D) and outputs (A).")
                        : QString());
    return;
  }
  card_->setCell(cells_->at(place->input, place->output));
  words_->setText(cellWords(*cells_, place->input, place->output));
}

}  // namespace hopscope
