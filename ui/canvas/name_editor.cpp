// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/name_editor.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/widgets/labels.h"

namespace hopscope {

namespace {

constexpr int kWidth = 220, kAbove = 12;  // pixels

}  // namespace

NameEditor::NameEditor(const QString& what, const QString& name, Keep keep, QWidget* canvas)
    : QFrame(canvas),
      field_(new QLineEdit(name, this)),
      problem_(makeLabel(TextRole::secondary, {}, this)),
      keep_(std::move(keep)) {
  setObjectName(QStringLiteral("nameEditor"));
  setAttribute(Qt::WA_NoMousePropagation);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(6, 6, 6, 6);
  column->setSpacing(4);
  field_->setAccessibleName(tr("Name of %1").arg(what));
  field_->setPlaceholderText(tr("A name for %1").arg(what));
  field_->selectAll();
  field_->installEventFilter(this);
  column->addWidget(field_);
  problem_->setObjectName(QStringLiteral("nameProblem"));
  problem_->setWordWrap(true);
  problem_->setProperty("tone", "bad");
  problem_->hide();
  column->addWidget(problem_);
  setFixedWidth(kWidth);
  setFocusProxy(field_);
  setCursor(Qt::ArrowCursor);
  connect(field_, &QLineEdit::textEdited, this, [this] {
    problem_->hide();
    putAt(place_);
  });
}

void NameEditor::putAt(QPoint place) {
  place_ = place;
  layout()->activate();
  const int height = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(kWidth)
                                                   : layout()->totalSizeHint().height();
  const QSize room = parentWidget()->size();
  const int x = std::clamp(place.x() - kWidth / 2, 0, std::max(0, room.width() - kWidth));
  const int y = std::clamp(place.y() - kAbove - height, 0, std::max(0, room.height() - height));
  setGeometry(x, y, kWidth, height);
}

void NameEditor::settle() {
  if (!open_) return;
  static_cast<void>(keep());
  close();
}

bool NameEditor::keep() {
  const QString problem = keep_(field_->text());
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
  putAt(place_);
  return problem.isEmpty();
}

void NameEditor::close() {
  if (!std::exchange(open_, false)) return;
  emit closed();
  hide();
  deleteLater();
}

/// What the field has no use for must not move parts on the canvas below.
void NameEditor::keyPressEvent(QKeyEvent* event) {
  event->accept();
}

bool NameEditor::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool enter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (!enter && key != Qt::Key_Escape) return QFrame::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress && (key == Qt::Key_Escape || keep())) close();
    return true;
  }
  if (event->type() == QEvent::FocusOut) {
    // A menu over it or another window is no answer.
    const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
    if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason) settle();
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace hopscope
