// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/find_box.h"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/canvas/canvas_pane.h"
#include "ui/drawing/icons.h"
#include "ui/widgets/labels.h"

namespace hopscope {

namespace {

constexpr int kWidth = 360, kTop = 12, kRow = 24;

}  // namespace

FindBox::FindBox(CanvasPane& pane)
    : QFrame(&pane),
      pane_(pane),
      field_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      none_(makeLabel(TextRole::secondary, {}, this)),
      glass_(new QAction(this)) {
  setObjectName(QStringLiteral("findBox"));
  setAccessibleName(tr("Find on the canvas"));
  field_->setPlaceholderText(tr("Router, terminal, link or group: 21, t 42, 3 to 7, G5"));
  field_->setAccessibleName(tr("Find"));
  field_->addAction(glass_, QLineEdit::LeadingPosition);
  field_->installEventFilter(this);
  list_->setAccessibleName(tr("Found parts"));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setFocusPolicy(Qt::NoFocus);  // the field keeps it; arrows walk through the list
  list_->setUniformItemSizes(true);
  none_->setWordWrap(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(6);
  column->addWidget(field_);
  column->addWidget(list_);
  column->addWidget(none_);
  connect(field_, &QLineEdit::textChanged, this, &FindBox::search);
  connect(list_, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) {
    show(list_->row(item));
    take();
  });
  hide();
}

void FindBox::setTheme(const Theme& theme) {
  glass_->setIcon(icon(QStringLiteral("search"), theme));
}

void FindBox::open() {
  if (pane_.canvas().document() == nullptr) return;
  if (!isVisible()) before_ = pane_.canvas().document()->selection();
  field_->selectAll();
  search(field_->text());
  QFrame::show();
  raise();
  field_->setFocus(Qt::ShortcutFocusReason);
}

void FindBox::place() {
  const int width = std::min(kWidth, pane_.width() - 24);
  const int rows = static_cast<int>(hits_.size());
  list_->setVisible(rows > 0);
  list_->setFixedHeight(rows * kRow);
  none_->setVisible(rows == 0 && !field_->text().trimmed().isEmpty());
  setFixedWidth(width);
  layout()->activate();
  const int height = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width)
                                                   : layout()->totalSizeHint().height();
  setGeometry((pane_.width() - width) / 2, kTop, width, height);
}

void FindBox::search(const QString& text) {
  hits_.clear();
  list_->clear();
  const DesignDocument* document = pane_.canvas().document();
  if (document != nullptr) hits_ = findParts(text, *document->topology(), *document->placement());
  for (const PartHit& hit : hits_) {
    const QString words =
        hit.place.isEmpty() ? hit.name : QStringLiteral("%1   %2").arg(hit.name, hit.place);
    auto* item = new QListWidgetItem(words, list_);
    item->setSizeHint({0, kRow});
  }
  if (!hits_.empty()) list_->setCurrentRow(0);
  none_->setText(tr("Nothing here is called “%1”.").arg(text.simplified()));
  place();
}

void FindBox::show(int row) {
  DesignDocument* document = pane_.canvas().document();
  if (document == nullptr || row < 0 || row >= static_cast<int>(hits_.size())) return;
  list_->setCurrentRow(row);
  document->select(hits_[static_cast<std::size_t>(row)].parts);
  pane_.fitSelection();
}

void FindBox::take() {
  if (hits_.empty()) return;
  show(list_->currentRow());
  close();
}

void FindBox::giveUp() {
  if (DesignDocument* document = pane_.canvas().document()) document->select(before_);
  close();
}

void FindBox::close() {
  hide();
  pane_.canvas().setFocus();
}

bool FindBox::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int rows = static_cast<int>(hits_.size());
    const bool ours = key == Qt::Key_Escape || key == Qt::Key_Up || key == Qt::Key_Down ||
                      key == Qt::Key_Return || key == Qt::Key_Enter;
    if (ours && event->type() == QEvent::ShortcutOverride) {
      event->accept();
      return true;
    }
    if (ours) {
      if (key == Qt::Key_Escape) giveUp();
      if (key == Qt::Key_Down && rows > 0) show((list_->currentRow() + 1) % rows);
      if (key == Qt::Key_Up && rows > 0) show((list_->currentRow() + rows - 1) % rows);
      if (key == Qt::Key_Return || key == Qt::Key_Enter) take();
      return true;
    }
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace hopscope
