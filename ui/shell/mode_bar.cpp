// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mode_bar.h"

#include <QAbstractButton>
#include <QAction>
#include <QFrame>
#include <QHBoxLayout>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>

#include "ui/drawing/icons.h"
#include "ui/widgets/labels.h"

namespace hopscope {

namespace {
/// What the padding of the style sheet leaves of the bar's 44 pixels, and of its bottom line.
constexpr int kContent = 29;
/// A narrower bar names the present mode only, and the others in a menu.
constexpr int kAllModes = 1040;
}  // namespace

ModeBar::ModeBar(const std::vector<QAction*>& modes, QWidget* parent) : QToolBar(parent) {
  setObjectName(QStringLiteral("modeBar"));
  setWindowTitle(tr("Tool bar"));
  setMovable(false);
  setFloatable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);
  setFixedHeight(44);
  auto* host = new QWidget(this);
  host->setFixedHeight(kContent);
  auto* row = new QHBoxLayout(host);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(12);
  auto* segments = new QFrame(host);
  segments->setObjectName(QStringLiteral("segments"));
  segments->setFixedHeight(28);
  auto* strip = new QHBoxLayout(segments);
  strip->setContentsMargins(2, 2, 2, 2);
  strip->setSpacing(0);
  for (QAction* action : modes) {
    auto* button = new QToolButton(segments);
    button->setProperty("segment", true);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFont(fontOf(TextRole::body));
    button->setObjectName(QStringLiteral("segment:") + action->objectName());
    strip->addWidget(button);
    segments_.push_back(button);
    connect(action, &QAction::toggled, this, &ModeBar::fitModes);
  }
  others_ = new QToolButton(segments);
  others_->setProperty("segment", true);
  others_->setObjectName(QStringLiteral("otherModes"));
  others_->setToolTip(tr("Other modes"));
  others_->setAccessibleName(tr("Other modes"));
  others_->setIconSize({12, 12});
  others_->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(others_);
  menu->addActions(QList<QAction*>(modes.begin(), modes.end()));
  others_->setMenu(menu);
  others_->hide();
  strip->addWidget(others_);
  row->addWidget(segments, 0, Qt::AlignVCenter);
  row->addWidget(makeVerticalRule(20, host));
  strips_ = new QStackedWidget(host);
  strips_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  row->addWidget(strips_, 1);
  addWidget(host);
}

void ModeBar::addStrip(QWidget* strip) {
  // A click on a tool leaves the keys where they were: the canvas goes on hearing its own.
  for (QAbstractButton* button : strip->findChildren<QAbstractButton*>())
    button->setFocusPolicy(Qt::TabFocus);
  strips_->addWidget(strip);
}

void ModeBar::setTheme(const Theme& theme) {
  others_->setIcon(icon(QStringLiteral("chevron-down"), theme));
}

void ModeBar::resizeEvent(QResizeEvent* event) {
  QToolBar::resizeEvent(event);
  fitModes();
}

void ModeBar::fitModes() {
  const bool narrow = width() < kAllModes;
  for (QToolButton* segment : segments_)
    segment->setVisible(!narrow || segment->defaultAction()->isChecked());
  others_->setVisible(narrow);
}

void ModeBar::showStrip(int index) {
  strips_->setCurrentIndex(index);
}

}  // namespace hopscope
