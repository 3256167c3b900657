// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/part_tables.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/canvas/canvas_pane.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kHeatEvery = 500;             // ms: numbers that change faster can't be read
constexpr int kFilterAfter = 150;           // ms without a key
constexpr int kMostSorted = 20'000;         // rows sorted again while a run changes them
constexpr std::size_t kMostMarked = 2'000;  // rows marked for a selection on the canvas

const std::set<std::uint32_t>& idsOf(const Parts& parts, PartTable::Kind kind) {
  return kind == PartTable::Kind::routers     ? parts.routers
         : kind == PartTable::Kind::terminals ? parts.terminals
                                              : parts.links;
}

}  // namespace

PartTables::PartTables(CanvasPane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      tabs_(new QTabBar(this)),
      filter_(new QLineEdit(this)),
      count_(makeLabel(TextRole::secondary, {}, this)),
      stack_(new QStackedWidget(this)) {
  setObjectName(QStringLiteral("partTables"));
  setMinimumHeight(176);
  tabs_->setDrawBase(false);
  tabs_->setExpanding(false);
  tabs_->setAccessibleName(tr("Kind of parts"));
  filter_->setPlaceholderText(tr("Filter rows"));
  filter_->setAccessibleName(tr("Filter rows"));
  filter_->setClearButtonEnabled(true);
  filter_->setMaximumWidth(240);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(12, 4, 12, 4);
  head->setSpacing(12);
  head->addWidget(tabs_);
  head->addStretch();
  head->addWidget(count_);
  head->addWidget(filter_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(stack_, 1);
  pages_ = {makePage(PartTable::Kind::routers, tr("Routers")),
            makePage(PartTable::Kind::terminals, tr("Terminals")),
            makePage(PartTable::Kind::channels, tr("Channels"))};
  connect(tabs_, &QTabBar::currentChanged, this, [this](int index) {
    stack_->setCurrentIndex(index);
    showHeat();
    applyFilter();
    showSelection();
  });
  heatTimer_.setSingleShot(true);
  heatTimer_.setInterval(kHeatEvery);
  connect(&heatTimer_, &QTimer::timeout, this, &PartTables::showHeat);
  filterTimer_.setSingleShot(true);
  filterTimer_.setInterval(kFilterAfter);
  connect(&filterTimer_, &QTimer::timeout, this, &PartTables::applyFilter);
  connect(filter_, &QLineEdit::textChanged, this, [this] { filterTimer_.start(); });
  connect(&pane_.canvas(), &NetworkCanvas::pictureChanged, this, &PartTables::refresh);
  connect(&pane_.canvas(), &NetworkCanvas::heatChanged, this, [this] {
    if (isVisible() && !heatTimer_.isActive()) heatTimer_.start();
  });
  connect(&pane_.canvas(), &NetworkCanvas::selectionShown, this, &PartTables::showSelection);
}

PartTables::Page PartTables::makePage(PartTable::Kind kind, const QString& name) {
  Page page;
  page.model = new PartTable(kind, this);
  page.sorted = new QSortFilterProxyModel(this);
  page.sorted->setSourceModel(page.model);
  page.sorted->setSortRole(PartTable::kSortRole);
  page.sorted->setFilterKeyColumn(-1);
  page.sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
  page.sorted->setDynamicSortFilter(false);
  auto* view = new QTableView(stack_);
  view->setModel(page.sorted);
  view->setAccessibleName(name);
  view->setFrameShape(QFrame::NoFrame);
  view->setShowGrid(false);
  view->setWordWrap(false);
  view->setSelectionBehavior(QAbstractItemView::SelectRows);
  view->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view->setTabKeyNavigation(false);
  view->verticalHeader()->hide();
  view->verticalHeader()->setDefaultSectionSize(22);
  view->horizontalHeader()->setHighlightSections(false);
  view->horizontalHeader()->setStretchLastSection(false);
  view->setSortingEnabled(true);
  view->sortByColumn(0, Qt::AscendingOrder);
  for (int section = 0; section < page.model->columnCount(); ++section)
    view->setColumnWidth(section, section == 0 ? 140 : 120);
  stack_->addWidget(view);
  tabs_->addTab(name);
  page.view = view;
  connect(view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          [this, page] { takeSelection(page); });
  connect(view, &QTableView::activated, this, [this] { pane_.fitSelection(); });
  return page;
}

QTableView& PartTables::view(PartTable::Kind kind) {
  return *pages_[static_cast<std::size_t>(kind)].view;
}

PartTables::Page& PartTables::current() {
  return pages_[static_cast<std::size_t>(tabs_->currentIndex())];
}

void PartTables::documentShown() {
  refresh();
}

void PartTables::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void PartTables::refresh() {
  if (!isVisible()) return;
  syncing_ = true;
  for (Page& page : pages_) page.model->setNetwork(pane_.canvas().picture().topology);
  syncing_ = false;
  showHeat();
  showSelection();
}

void PartTables::showHeat() {
  if (!isVisible()) return;
  Page& page = current();
  page.model->setHeat(pane_.canvas().picture().heat);
  const QHeaderView* header = page.view->horizontalHeader();
  if (page.sorted->rowCount() <= kMostSorted) {
    syncing_ = true;
    page.sorted->sort(header->sortIndicatorSection(), header->sortIndicatorOrder());
    syncing_ = false;
  }
  showCount();
}

void PartTables::applyFilter() {
  syncing_ = true;  // rows that go lose their mark, not their selection on the canvas
  current().sorted->setFilterFixedString(filter_->text().trimmed());
  syncing_ = false;
  showCount();
  showSelection();
}

void PartTables::showCount() {
  const Page& page = current();
  const int shown = page.sorted->rowCount(), all = page.model->rowCount();
  count_->setText(shown == all ? plural(all, "row", "rows")
                               : tr("%1 of %2").arg(wholeText(shown), plural(all, "row", "rows")));
}

void PartTables::showSelection() {
  if (syncing_ || !isVisible()) return;
  const DesignDocument* document = pane_.canvas().document();
  syncing_ = true;
  for (const Page& page : pages_) {
    QItemSelection rows;
    QModelIndex first;
    if (document != nullptr) {
      const std::set<std::uint32_t>& ids = idsOf(document->selection(), page.model->kind());
      const int wide = page.model->columnCount() - 1;
      const auto mark = [&](std::uint32_t row) {
        const QModelIndex at =
            page.sorted->mapFromSource(page.model->index(static_cast<int>(row), 0));
        if (!at.isValid()) return;
        rows.select(at, at.siblingAtColumn(wide));
        if (!first.isValid()) first = at;
      };
      if (ids.size() <= kMostMarked)
        for (const std::uint32_t id : ids) {
          if (page.model->kind() != PartTable::Kind::channels) {
            mark(id);
          } else {
            mark(2 * id);
            mark(2 * id + 1);
          }
        }
    }
    page.view->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    if (first.isValid()) page.view->scrollTo(first);
  }
  syncing_ = false;
}

void PartTables::takeSelection(const Page& page) {
  DesignDocument* document = pane_.canvas().document();
  if (syncing_ || document == nullptr) return;
  Parts parts;
  for (const QModelIndex& at : page.view->selectionModel()->selectedRows()) {
    const auto row = static_cast<std::uint32_t>(page.sorted->mapToSource(at).row());
    if (page.model->kind() == PartTable::Kind::routers) parts.routers.insert(row);
    if (page.model->kind() == PartTable::Kind::terminals) parts.terminals.insert(row);
    if (page.model->kind() == PartTable::Kind::channels) parts.links.insert(row / 2);
  }
  syncing_ = true;  // this table keeps its marks: one channel, not its way back
  document->select(parts);
  syncing_ = false;
}

}  // namespace hopscope
