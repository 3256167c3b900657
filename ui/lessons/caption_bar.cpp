// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/caption_bar.h"

#include <QHBoxLayout>
#include <QLabel>

#include "ui/drawing/icons.h"
#include "ui/widgets/labels.h"

namespace hopscope {

CaptionBar::CaptionBar(QWidget* parent)
    : QFrame(parent), icon_(new QLabel(this)), text_(makeLabel(TextRole::body, {}, this)) {
  setObjectName(QStringLiteral("captionBar"));
  setProperty("surface", "panel");
  setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 8, 12, 8);
  row->setSpacing(8);
  icon_->setFixedSize(16, 16);
  row->addWidget(icon_, 0, Qt::AlignTop);
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  text_->setObjectName(QStringLiteral("caption"));
  row->addWidget(text_, 1);
  hide();
}

void CaptionBar::setTheme(const Theme& theme) {
  icon_->setPixmap(icon(QStringLiteral("lesson"), theme, Tone::accent).pixmap(16, 16));
}

void CaptionBar::setCaption(const QString& text) {
  text_->setText(text);
  setVisible(!text.isEmpty());
}

QString CaptionBar::caption() const {
  return text_->text();
}

}  // namespace hopscope
