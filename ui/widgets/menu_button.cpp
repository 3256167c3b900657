// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/menu_button.h"

#include <QGuiApplication>
#include <QMenu>

#include "ui/drawing/icons.h"

namespace hopscope {

namespace {
constexpr int kHeight = 28, kChevron = 12;  // pixels
}  // namespace

MenuButton::MenuButton(const char* objectName, QWidget* parent) : QPushButton(parent) {
  setObjectName(QLatin1String(objectName));
  setFixedHeight(kHeight);
  setIconSize({kChevron, kChevron});
  // The chevron stands behind the words.
  setLayoutDirection(layoutDirection() == Qt::LeftToRight ? Qt::RightToLeft : Qt::LeftToRight);
  setTheme(Theme::light());
  connect(this, &QPushButton::clicked, this, [this] {
    if (menu_ != nullptr) menu_->popup(mapToGlobal(QPoint(0, height())));
  });
}

void MenuButton::setChoices(QMenu* menu) {
  menu_ = menu;
  // The button's own direction is turned round for its chevron; a child of it is not to be.
  menu->setLayoutDirection(QGuiApplication::layoutDirection());
}

void MenuButton::setTheme(const Theme& theme) {
  setIcon(hopscope::icon(QStringLiteral("chevron-down"), theme));
}

}  // namespace hopscope
