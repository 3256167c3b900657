// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mode_bar.h"

#include <QAction>
#include <QFrame>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>

#include "ui/shell/labels.h"

namespace hopscope {

ModeBar::ModeBar(QAction* design, QAction* run, QWidget* parent) : QToolBar(parent) {
  setObjectName(QStringLiteral("modeBar"));
  setWindowTitle(tr("Tool bar"));
  setMovable(false);
  setFloatable(false);
  setContextMenuPolicy(Qt::PreventContextMenu);
  setFixedHeight(44);
  // The strips centre themselves; the tool bar's own padding would cut them.
  setStyleSheet(QStringLiteral("QToolBar { padding: 0; spacing: 0; }"));
  auto* host = new QWidget(this);
  host->setFixedHeight(43);
  auto* row = new QHBoxLayout(host);
  row->setContentsMargins(12, 0, 12, 0);
  row->setSpacing(12);
  auto* segments = new QFrame(host);
  segments->setObjectName(QStringLiteral("segments"));
  auto* strip = new QHBoxLayout(segments);
  strip->setContentsMargins(2, 2, 2, 2);
  strip->setSpacing(0);
  for (QAction* action : {design, run}) {
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
  strips_->addWidget(strip);
}

void ModeBar::showStrip(int index) {
  strips_->setCurrentIndex(index);
}

}  // namespace hopscope
