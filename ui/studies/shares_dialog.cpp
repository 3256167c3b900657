// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/shares_dialog.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/simulation/parts_table.h"
#include "ui/plots/study_plots.h"
#include "ui/widgets/table_style.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kMostGroups = 1'000'000, kMemberRow = 22, kMemberTable = 190;

QString withError(const SeedMean& value, int decimals) {
  QString text = realText(value.mean, decimals);
  if (value.error > 0) text += QStringLiteral(" ± ") + realText(1.96 * value.error, decimals);
  return text;
}

QTableWidgetItem* memberCell(const QString& text) {
  auto* item = new QTableWidgetItem(text);
  item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled);
  return item;
}

}  // namespace

SharesDialog::SharesDialog(QWidget* parent)
    : SeedStudyDialog(
          QStringLiteral("shares"), tr("Shares of a group"),
          tr("Packets delivered in the measured interval, by who sent them: whether the "
             "routers of a group get through alike."),
          parent),
      shown_(std::make_shared<GroupShares>()),
      terminals_(new QCheckBox(tr("Each terminal by itself"), this)) {
  addSection(tr("Who"));
  group_ = addNumber(tr("Group, tier or row"), QStringLiteral("sharesGroup"), 0, kMostGroups, {});
  terminals_->setObjectName(QStringLiteral("sharesTerminals"));
  addWide(terminals_);
  addRuns();
  plot_ = addPlot(tr("Accepted load of each member"), tr("Bars come when all seeds are through."));
  table_ = new QTableWidget(0, 4, resultSide());
  table_->setObjectName(QStringLiteral("sharesTable"));
  table_->setAccessibleName(tr("Members of the group"));
  styleTable(*table_);
  table_->verticalHeader()->setDefaultSectionSize(kMemberRow);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  table_->setMaximumHeight(kMemberTable);
  resultSide()->layout()->addWidget(table_);
  clear();
}

SharesDialog::~SharesDialog() = default;

void SharesDialog::fill() {
  group_->setValue(0);
}

QString SharesDialog::asked(bool& wrong) const {
  wrong = false;
  return tr("Groups are numbered from 0 on.");
}

BackgroundWork::Work SharesDialog::work(const Design& design) {
  GroupSharesRequest request;
  request.design = design;
  request.group = group_->value();
  request.ofTerminals = shownTerminals_ = terminals_->isChecked();
  request.jobs = threads();
  pending_ = std::make_shared<GroupShares>();
  return [request, into = pending_](const std::stop_token& stop,
                                    const std::function<void(double)>& progress) {
    *into = studyGroupShares(request, stop, progress);
  };
}

void SharesDialog::clear() {
  shown_ = std::make_shared<GroupShares>();
  showResult();
}

void SharesDialog::showResult() {
  plot_->setPicture(sharesPlot(*shown_, shownTerminals_));
  table_->setHorizontalHeaderLabels({shownTerminals_ ? tr("Terminal") : tr("Router"),
                                     tr("Accepted load"), tr("Mean latency"), tr("Non-minimal")});
  table_->setRowCount(static_cast<int>(shown_->members.size()));
  for (int row = 0; row < table_->rowCount(); ++row) {
    const GroupMember& member = shown_->members[static_cast<std::size_t>(row)];
    const QStringList cells{QString::number(member.id), withError(member.accepted, 4),
                            withError(member.latency, 1), percentText(1 - member.paths.minimal, 1)};
    for (int column = 0; column < cells.size(); ++column)
      table_->setItem(row, column, memberCell(cells[column]));
  }
  table_->setVisible(any());
}

QString SharesDialog::summary() const {
  if (!any()) return {};
  double sum = 0, least = shown_->members.front().accepted.mean, most = least;
  for (const GroupMember& member : shown_->members) {
    sum += member.accepted.mean;
    least = std::min(least, member.accepted.mean);
    most = std::max(most, member.accepted.mean);
  }
  const double mean = sum / static_cast<double>(shown_->members.size());
  return tr("From %1 to %2, which is %3 of their mean, %4.")
      .arg(realText(least, 4), realText(most, 4), percentText((most - least) / mean, 1),
           realText(mean, 4));
}

}  // namespace hopscope
