// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/outcome_row.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QUrl>

#include "ui/widgets/labels.h"

namespace hopscope {

OutcomeRow::OutcomeRow(const QString& messageName, const QString& buttonName, QWidget* parent)
    : QWidget(parent),
      message_(makeLabel(TextRole::label, {}, this)),
      open_(new QPushButton(tr("Open folder"), this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  message_->setObjectName(messageName);
  message_->setWordWrap(true);
  row->addWidget(message_, 1);
  open_->setObjectName(buttonName);
  open_->setProperty("link", true);
  open_->setAutoDefault(false);
  // Nothing moves under the pointer when it comes.
  QSizePolicy kept = open_->sizePolicy();
  kept.setRetainSizeWhenHidden(true);
  open_->setSizePolicy(kept);
  open_->hide();
  row->addWidget(open_);
  connect(open_, &QPushButton::clicked, this,
          [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder_)); });
}

void OutcomeRow::say(const QString& words, const char* tone) {
  setStyleProperty(message_, "tone", tone);
  message_->setText(words);
}

void OutcomeRow::setFolder(const QString& folder) {
  folder_ = folder;
  open_->setVisible(!folder.isEmpty());
}

}  // namespace hopscope
