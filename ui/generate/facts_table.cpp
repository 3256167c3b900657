// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/facts_table.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

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
}

void FactsTable::setColumns(const std::vector<Column>& columns) {
  delete grid_;
  grid_ = new QWidget(this);
  layout()->addWidget(grid_);
  auto* grid = new QGridLayout(grid_);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(0);
  grid->setHorizontalSpacing(12);  // four networks have room in a dialog of 1000 columns
  grid->setColumnStretch(0, 1);
  grid->addWidget(makeLabel(TextRole::secondary, tr("Computed facts"), grid_), 0, 0);
  for (int c = 0; c < static_cast<int>(columns.size()); ++c) {
    auto* title = makeLabel(c == 0 ? TextRole::bold : TextRole::secondary,
                            columns[static_cast<std::size_t>(c)].title, grid_);
    title->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    title->setToolTip(columns[static_cast<std::size_t>(c)].tip);
    grid->addWidget(title, 0, c + 1);
    grid->setColumnMinimumWidth(c + 1, 74);
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
}

}  // namespace hopscope
