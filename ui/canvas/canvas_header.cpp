// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/canvas_header.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <algorithm>

#include "ui/canvas/network_canvas.h"
#include "ui/drawing/icons.h"
#include "ui/widgets/menu_button.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kHeight = 36, kButton = 28;  // pixels
constexpr int kWords = 420;                ///< of a finding in the menu, px
constexpr std::size_t kTries = 3;          ///< of each finding
const int kLeasts[] = {50, 75, 90};        ///< per cent

}  // namespace

CanvasHeader::CanvasHeader(NetworkCanvas& canvas, QMenu* quantities, QWidget* parent)
    : QWidget(parent), canvas_(canvas), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("canvasHeader"));
  setAccessibleName(tr("What the drawing shows"));
  setFixedHeight(kHeight);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 0, 12, 0);
  row->setSpacing(8);
  quantity_ = new MenuButton("headerQuantity", this);
  quantity_->setChoices(quantities);
  auto* links = new QMenu(this);
  links->addAction(tr("All links"), this, [this] { emit filterChosen(0); });
  for (const int least : kLeasts)
    links->addAction(tr("Links at least %1 busy").arg(percentText(least / 100.0)), this,
                     [this, least] { emit filterChosen(least); });
  filter_ = new MenuButton("headerFilter", this);
  filter_->setChoices(links);
  auto* found = new QMenu(this);
  found->setToolTipsVisible(true);
  connect(found, &QMenu::aboutToShow, this, &CanvasHeader::fillFindings);
  menu_ = found;
  findings_ = new QPushButton(this);
  findings_->setObjectName(QStringLiteral("headerFindings"));
  findings_->setFixedHeight(kButton);
  connect(findings_, &QPushButton::clicked, this,
          [this] { menu_->popup(findings_->mapToGlobal(QPoint(0, findings_->height()))); });
  row->addWidget(quantity_);
  row->addWidget(filter_);
  row->addStretch();
  row->addWidget(findings_);
  findings_->hide();
  hide();
}

void CanvasHeader::setTheme(const Theme& theme) {
  theme_ = &theme;
  quantity_->setTheme(theme);
  filter_->setTheme(theme);
  findings_->setIcon(icon(QStringLiteral("warn"), theme, Tone::warn));
  update();
}

void CanvasHeader::refresh(int least) {
  const NetworkHeat& heat = canvas_.picture().heat;
  const QString quantity = QObject::tr(entryOf(heat.quantity).label);
  for (QWidget* each : {quantity_, filter_}) each->setEnabled(!heat.empty());
  if (quantity_->text() != quantity) {
    quantity_->setText(quantity);
    quantity_->setAccessibleName(tr("Colours show: %1").arg(quantity));
    quantity_->setToolTip(tr("Choose what colours show"));
  }
  const QString links =
      least == 0 ? tr("All links") : tr("Links from %1").arg(percentText(least / 100.0));
  if (filter_->text() == links) return;
  filter_->setText(links);
  filter_->setAccessibleName(tr("Links that are shown: %1").arg(links));
  filter_->setToolTip(tr("Show only busy links"));
}

void CanvasHeader::showFindings(const std::vector<Finding>& findings) {
  found_ = findings;
  findings_->setVisible(!found_.empty());
  const QString words = plural(static_cast<qint64>(found_.size()), "finding", "findings");
  findings_->setText(words);
  findings_->setAccessibleName(words);
  findings_->setToolTip(found_.empty() ? QString() : found_.front().text);
}

void CanvasHeader::fillFindings() {
  QMenu* menu = menu_;
  menu->clear();
  for (const Finding& each : found_) {
    if (!menu->isEmpty()) menu->addSeparator();
    QAction* said =
        menu->addAction(menu->fontMetrics().elidedText(each.text, Qt::ElideRight, kWords), this,
                        [this, each] { emit findingChosen(each); });
    said->setToolTip(each.reason.isEmpty() ? each.text
                                           : each.text + QLatin1Char('\n') + each.reason);
    for (std::size_t i = 0; i < std::min(kTries, each.tries.size()); ++i)
      menu->addAction(tr("Try %1").arg(engineText(each.tries[i].verb)), this,
                      [this, remedy = each.tries[i]] { emit trialWanted(remedy); });
  }
}

void CanvasHeader::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  QPainter painter(this);
  painter.fillRect(rect(), theme_->color(Tone::panel));
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme_->color(Tone::line));
}

}  // namespace hopscope
