// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mode_bar.h"

#include <QAbstractButton>
#include <QAction>
#include <QFrame>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>

#include "ui/widgets/labels.h"

namespace hopscope {

namespace {
/// What the padding of the style sheet leaves of the bar's 44 pixels, and of its bottom line.
constexpr int kContent = 29;
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
  }
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

void ModeBar::showStrip(int index) {
  strips_->setCurrentIndex(index);
}

}  // namespace hopscope
