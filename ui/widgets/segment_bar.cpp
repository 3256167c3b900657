// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/segment_bar.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include "ui/widgets/labels.h"

namespace hopscope {

SegmentBar::SegmentBar(QWidget* parent) : QFrame(parent) {
  setObjectName(QStringLiteral("segments"));  // the style sheet knows it by this name
  setFixedHeight(28);
  row_ = new QHBoxLayout(this);
  row_->setContentsMargins(2, 2, 2, 2);
  row_->setSpacing(0);
  group_ = new QButtonGroup(this);
}

QToolButton* SegmentBar::add(const QString& text, const char* id, const QString& tip) {
  auto* made = new QToolButton(this);
  made->setObjectName(QLatin1String(id));
  made->setProperty("segment", true);
  made->setCheckable(true);
  made->setText(text);
  made->setToolTip(tip);
  made->setFont(fontOf(TextRole::body));
  made->setFocusPolicy(Qt::TabFocus);
  group_->addButton(made);
  row_->addWidget(made);
  return made;
}

}  // namespace hopscope
