// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/facts_table.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kBetween = 12, kNumbers = 74;  // px: four networks have room in 1,000 columns

const QString kMissing = QStringLiteral("–");

QString countText(std::optional<std::uint64_t> count) {
  return count ? wholeText(static_cast<qint64>(*count)) : kMissing;
}

struct Fact {
  const char* label;
  QString (*text)(const TopologyFacts&);
};

const std::vector<Fact>& facts() {
  static const std::vector<Fact> list{
      {"Groups",
       [](const TopologyFacts& f) { return f.groups == 0 ? kMissing : countText(f.groups); }},
      {"Routers", [](const TopologyFacts& f) { return countText(f.routers); }},
      {"Terminals", [](const TopologyFacts& f) { return countText(f.terminals); }},
      {"Links", [](const TopologyFacts& f) { return countText(f.links); }},
      {"Links per terminal",
       [](const TopologyFacts& f) {
         return f.terminals == 0
                    ? kMissing
                    : realText(static_cast<double>(f.links) / static_cast<double>(f.terminals), 2);
       }},
      {"Router radix", [](const TopologyFacts& f) { return countText(f.radix); }},
      {"Diameter, links", [](const TopologyFacts& f) { return countText(f.diameter); }},
      {"Average distance, links",
       [](const TopologyFacts& f) {
         return f.averageDistance ? realText(*f.averageDistance, 2) : kMissing;
       }},
      {"Bisection, links", [](const TopologyFacts& f) { return countText(f.bisection); }},
  };
  return list;
}

}  // namespace

FactsTable::FactsTable(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Computed facts"));
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSizeConstraint(QLayout::SetNoConstraint);  // columns that have no room are hidden
}

void FactsTable::setColumns(const std::vector<Column>& columns) {
  delete grid_;
  grid_ = new QWidget(this);
  layout()->addWidget(grid_);
  auto* grid = cells_ = new QGridLayout(grid_);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(0);
  grid->setHorizontalSpacing(0);  // a hidden column leaves none
  grid->setColumnStretch(0, 1);
  grid->addWidget(makeLabel(TextRole::secondary, tr("Computed facts"), grid_), 0, 0);
  for (int c = 0; c < static_cast<int>(columns.size()); ++c) {
    auto* title = makeLabel(c == 0 ? TextRole::bold : TextRole::secondary,
                            columns[static_cast<std::size_t>(c)].title, grid_);
    title->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    title->setToolTip(columns[static_cast<std::size_t>(c)].tip);
    grid->addWidget(title, 0, c + 1);
  }
  grid->setRowMinimumHeight(0, 22);
  int row = 1;
  for (const Fact& fact : facts()) {
    grid->addWidget(makeRule(grid_), row++, 0, 1, static_cast<int>(columns.size()) + 1);
    grid->setRowMinimumHeight(row, 21);
    grid->addWidget(makeLabel(TextRole::label, tr(fact.label), grid_), row, 0);
    for (int c = 0; c < static_cast<int>(columns.size()); ++c) {
      const Column& column = columns[static_cast<std::size_t>(c)];
      auto* text = makeLabel(c == 0 ? TextRole::bold : TextRole::label,
                             column.facts ? fact.text(*column.facts) : kMissing, grid_);
      text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
      text->setAccessibleName(QStringLiteral("%1, %2").arg(tr(fact.label), column.title));
      grid->addWidget(text, row, c + 1);
    }
    ++row;
  }
  grid_->show();
  showWhatFits();
  updateGeometry();
}

QSize FactsTable::minimumSizeHint() const {
  if (cells_ == nullptr) return QWidget::minimumSizeHint();
  return {columnWidth(0) + columnWidth(1), cells_->sizeHint().height()};
}

void FactsTable::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  showWhatFits();
}

/// What the widest word of a column takes, with the space before it.
int FactsTable::columnWidth(int column) const {
  int widest = column == 0 ? 0 : kNumbers;
  for (int row = 0; row < cells_->rowCount(); ++row)
    if (const QLayoutItem* cell = cells_->itemAtPosition(row, column))
      if (const auto* words = qobject_cast<const QLabel*>(cell->widget()))
        widest = std::max(widest, words->sizeHint().width());
  return column == 0 ? widest : widest + kBetween;
}

void FactsTable::showWhatFits() {
  if (cells_ == nullptr) return;
  int left = width() - columnWidth(0);
  for (int column = 1; column < cells_->columnCount(); ++column) {
    const int needed = columnWidth(column);
    left -= needed;
    const bool fits = column == 1 || left >= 0;
    cells_->setColumnMinimumWidth(column, fits ? needed : 0);
    for (int row = 0; row < cells_->rowCount(); ++row)
      if (const QLayoutItem* cell = cells_->itemAtPosition(row, column))
        if (auto* words = qobject_cast<QLabel*>(cell->widget())) words->setVisible(fits);
  }
}

}  // namespace hopscope
