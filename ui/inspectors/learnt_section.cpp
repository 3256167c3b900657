// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/learnt_section.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/inspectors/learnt_rows.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/section.h"
#include "ui/words/numbers.h"

namespace hopscope {

LearntSection::LearntSection(QWidget* parent)
    : QWidget(parent),
      theme_(&Theme::light()),
      section_(new PanelSection(tr("What it knows for routing"), QStringLiteral("learnt"), this)),
      counters_(new PlotWidget(this)),
      blocks_(new QWidget(this)) {
  setObjectName(QStringLiteral("learntSection"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(section_);
  auto* rows = new QVBoxLayout(blocks_);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(4);
  counters_->setFixedHeight(170);
  counters_->setAccessibleName(tr("Packets counted, by group"));
  section_->add(blocks_);
  section_->add(counters_);
  hide();
}

void LearntSection::setTheme(const Theme& theme) {
  theme_ = &theme;
  section_->setTheme(theme);
  counters_->setTheme(theme);
  for (const auto& [head, list] : shown_) list->setTheme(theme);
}

void LearntSection::show(const RunView& view, RouterId router) {
  const RouterDetail* detail = view.detail(router);
  const bool known = detail != nullptr && !detail->learnt.empty();
  setVisible(known);
  if (!known) return;
  section_->setNote(tr("cycle %1").arg(wholeText(view.state()->cycle)));
  const std::vector<LearntBlock> blocks =
      learntBlocks(detail->learnt, *view.topology, router, view.state()->cycle);
  while (shown_.size() < blocks.size()) {
    auto* head = makeLabel(TextRole::label, {}, blocks_);
    head->setWordWrap(true);
    auto* list = new LearntList(blocks_);
    list->setTheme(*theme_);
    list->setObjectName(QStringLiteral("learnt%1").arg(shown_.size()));
    blocks_->layout()->addWidget(head);
    blocks_->layout()->addWidget(list);
    shown_.emplace_back(head, list);
  }
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    const auto& [head, list] = shown_[i];
    const bool used = i < blocks.size();
    head->setVisible(used);
    list->setVisible(used);
    if (!used) continue;
    head->setText(blocks[i].head);
    list->setAccessibleName(blocks[i].head);
    list->setRows(blocks[i].rows);
  }
  blocks_->setVisible(!blocks.empty());
  const std::optional<PlotPicture> counters = learntCounters(detail->learnt);
  counters_->setVisible(counters.has_value());
  if (counters) counters_->setPicture(*counters);
}

}  // namespace hopscope
