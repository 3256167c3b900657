// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/heat_menu.h"

#include <QActionGroup>
#include <QMenu>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/drawing/focus_ring.h"
#include "ui/drawing/icons.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

HeatMenu::HeatMenu(QWidget* parent) : QToolButton(parent) {
  setObjectName(QStringLiteral("heatMenu"));
  setPopupMode(QToolButton::InstantPopup);
  setFocusPolicy(Qt::TabFocus);
  setCursor(Qt::ArrowCursor);
  auto* menu = new QMenu(this);
  menu->setToolTipsVisible(true);
  auto* group = new QActionGroup(menu);
  for (const HeatQuantityEntry& entry : heatQuantities()) {
    QAction* action = menu->addAction(QObject::tr(entry.label));
    action->setObjectName(QStringLiteral("heat.") + QLatin1String(entry.name));
    action->setCheckable(true);
    group->addAction(action);
    actions_.push_back(action);
    connect(action, &QAction::triggered, this,
            [this, quantity = entry.quantity] { emit chosen(quantity); });
  }
  setMenu(menu);
  setAccessibleName(tr("Colours show"));
  hide();
}

void HeatMenu::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void HeatMenu::offer(const NetworkHeat& heat) {
  setVisible(!heat.empty());
  if (heat.empty()) return;
  for (const HeatQuantityEntry& entry : heatQuantities()) {
    QAction* action = actions_[static_cast<std::size_t>(entry.quantity)];
    const QString why = whyNotShown(entry.quantity, heat);
    action->setEnabled(why.isEmpty());
    action->setToolTip(why.isEmpty() ? QObject::tr(entry.help) : why);
    action->setChecked(heat.quantity == entry.quantity);
  }
  const HeatQuantityEntry& shown = entryOf(heat.quantity);
  const QString name = QObject::tr(shown.label);
  if (name == text()) return;
  setText(name);
  setAccessibleName(tr("Colours show: %1").arg(name));
  setToolTip(QObject::tr(shown.help) + QLatin1Char('\n') + tr("Choose what colours show"));
}

void HeatMenu::open() {
  if (!isVisible()) return;
  menu()->popup(mapToGlobal(QPoint(0, -menu()->sizeHint().height())));
  const auto shown = std::find_if(actions_.begin(), actions_.end(),
                                  [](QAction* each) { return each->isChecked(); });
  if (shown != actions_.end()) menu()->setActiveAction(*shown);
}

void HeatMenu::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  if (theme_ == nullptr) return;
  // The words below are the legend's.
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  if (hasFocus()) {
    paintFocusRing(painter, rect(), *theme_, Tone::accentText);
  } else if (underMouse()) {
    painter.setPen(QPen(theme_->color(Tone::edge), 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
  }
  const QPixmap chevron = hopscope::icon(QStringLiteral("chevron-down"), *theme_).pixmap(12, 12);
  painter.drawPixmap(QPoint(width() - kChevron + 1, height() / 2 - 13), chevron);
}

}  // namespace hopscope
