// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/compare_table.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/studies/curve_badge.h"
#include "ui/studies/frozen_table.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {
constexpr int kRowHeight = 24;
/// Between the last figures and the edge of the window, or the scroll bar, px.
constexpr int kBeforeEdge = 8;
/// What is left of a long value where there is no room for all; figures fit.
constexpr int kLeastValue = 98;
/// What is left of a long name; names give way before the values do.
constexpr int kLeastName = 150;
}  // namespace

CompareTable::CompareTable(QWidget* parent) : QWidget(parent), theme_(&Theme::light()) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(12, 4, 8, 4);
  head->addWidget(makeLabel(TextRole::bold, tr("Differences"), this));
  head->addStretch();
  hidden_ = makeLabel(TextRole::secondary, {}, this);
  head->addWidget(hidden_);
  toggle_ = new QPushButton(this);
  toggle_->setObjectName(QStringLiteral("compareShowAll"));
  toggle_->setProperty("link", true);
  connect(toggle_, &QPushButton::clicked, this, [this] {
    all_ = !all_;
    rebuild();
  });
  head->addWidget(toggle_);
  column->addLayout(head);
  table_ = new FrozenTable(this);
  table_->setObjectName(QStringLiteral("compareTable"));
  table_->setAccessibleName(tr("Settings and results that differ"));
  table_->setRowHeight(kRowHeight);
  table_->viewport()->installEventFilter(this);
  auto* inset = new QHBoxLayout;
  inset->setContentsMargins(8, 0, 0, 0);
  inset->addWidget(table_);
  column->addLayout(inset, 1);
}

void CompareTable::setTheme(const Theme& theme) {
  theme_ = &theme;
  rebuild();
}

void CompareTable::show(std::vector<ComparedRow> settings, std::vector<ComparedRow> results) {
  settings_ = std::move(settings);
  results_ = std::move(results);
  rebuild();
}

void CompareTable::addSection(const QString& title, const std::vector<ComparedRow>& rows,
                              bool alwaysAll) {
  const int columns = table_->columnCount();
  const int count = static_cast<int>(runCount());
  const auto cell = [](const QString& text, bool right) {
    auto* item = new QTableWidgetItem(text);
    item->setFont(fontOf(TextRole::body));
    item->setToolTip(text);
    if (right) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
  };
  const auto append = [this] {
    table_->insertRow(table_->rowCount());
    return table_->rowCount() - 1;
  };
  int row = append();
  for (int column = 0; column < columns; ++column) {
    auto* item = cell({}, column > 0);
    item->setBackground(theme_->color(Tone::chrome));
    item->setFlags(Qt::ItemIsEnabled);
    if (column == 0) {
      item->setText(title);
      item->setFont(fontOf(TextRole::bold));
    } else if (column <= count) {
      item->setText(badgeLetter(column));
      item->setFont(fontOf(TextRole::bold));
      item->setForeground(theme_->curve(column));
    } else {
      item->setText(tr("B − A"));
      item->setForeground(theme_->color(Tone::t3));
    }
    table_->setItem(row, column, item);
  }
  bool any = false;
  for (const ComparedRow& each : rows) {
    if (!each.differs && !all_ && !alwaysAll) continue;
    any = true;
    row = append();
    const QString name = each.unit.isEmpty() ? each.name : tr("%1, %2").arg(each.name, each.unit);
    table_->setItem(row, 0, cell(name, false));
    for (int i = 0; i < count; ++i) {
      auto* item = cell(each.values[i], true);
      const QString& by = each.differences[i];
      if (count > 2 && !by.isEmpty()) {
        // Settings as they stand side by side say enough.
        if (each.path.empty()) item->setText(QStringLiteral("%1 (%2)").arg(each.values[i], by));
        item->setToolTip(tr("%1, %2 against A").arg(each.values[i], by));
      }
      if (!each.differs) item->setForeground(theme_->color(Tone::t3));
      table_->setItem(row, i + 1, item);
    }
    if (count == 2) table_->setItem(row, 3, cell(each.differences.value(1), true));
    if (!each.differs) table_->item(row, 0)->setForeground(theme_->color(Tone::t3));
  }
  if (any) return;
  row = append();
  auto* item = cell(tr("None differs."), false);
  item->setForeground(theme_->color(Tone::t3));
  table_->setItem(row, 0, item);
}

qsizetype CompareTable::runCount() const {
  const std::vector<ComparedRow>& some = settings_.empty() ? results_ : settings_;
  return some.empty() ? 0 : some.front().values.size();
}

bool CompareTable::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fitColumns();
  return QWidget::eventFilter(watched, event);
}

QTableWidget* CompareTable::table() const {
  return table_;
}

void CompareTable::fitColumns() {
  const QAbstractItemView& view = *table_;
  const int room = view.viewport()->width() - kBeforeEdge;
  std::vector<int> wanted, widths;
  int over = room;
  for (int column = 0; column < table_->columnCount(); ++column) {
    wanted.push_back(view.sizeHintForColumn(column) + 1);
    widths.push_back(column == 0 ? 0 : std::min(wanted.back(), kLeastValue));
    over -= widths.back();
  }
  if (widths.empty()) return;
  widths.front() = std::clamp(over, std::min(wanted.front(), kLeastName),
                              std::max(kLeastName, std::min(wanted.front(), room / 2)));
  over -= widths.front();
  // What is over goes to those that were cut, alike; then the names.
  while (over > 0) {
    std::vector<std::size_t> cut;
    for (std::size_t i = 0; i < widths.size(); ++i)
      if (widths[i] < wanted[i]) cut.push_back(i);
    if (cut.empty()) break;
    const int each = std::max(1, over / static_cast<int>(cut.size()));
    for (const std::size_t i : cut) {
      const int more = std::min({each, wanted[i] - widths[i], over});
      widths[i] += more;
      over -= more;
    }
  }
  widths.front() += std::max(0, over);
  for (std::size_t i = 0; i < widths.size(); ++i)
    table_->setColumnWidth(static_cast<int>(i), widths[i]);
}

void CompareTable::rebuild() {
  table_->clear();
  table_->setRowCount(0);
  const int count = static_cast<int>(runCount());
  if (count == 0) return;
  table_->setColumnCount(1 + count + (count == 2 ? 1 : 0));
  addSection(tr("Settings that differ"), settings_, false);
  if (!results_.empty()) addSection(tr("Results"), results_, true);
  fitColumns();
  const auto equal = std::count_if(settings_.begin(), settings_.end(),
                                   [](const ComparedRow& row) { return !row.differs; });
  hidden_->setText(all_ ? QString()
                        : plural(equal, "equal setting hidden", "equal settings hidden"));
  toggle_->setText(all_ ? tr("Only differences") : tr("Show all"));
}

}  // namespace hopscope
