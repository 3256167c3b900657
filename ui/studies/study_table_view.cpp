// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/study_table_view.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include "ui/studies/study_table_model.h"

namespace hopscope {

StudyTableView::StudyTableView(StudyTableModel& model, QWidget* parent)
    : QTableView(parent), model_(model) {
  setModel(&model);
  connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
    // With a modifier the click marks more lines.
    if (modifiers_ == Qt::NoModifier && model_.isHead(index.row()))
      model_.setFolded(index.row(), !model_.isFolded(index.row()));
  });
}

void StudyTableView::mouseReleaseEvent(QMouseEvent* event) {
  modifiers_ = event->modifiers();
  QTableView::mouseReleaseEvent(event);
}

void StudyTableView::keyPressEvent(QKeyEvent* event) {
  const QModelIndex index = currentIndex();
  if (!index.isValid() || !model_.isHead(index.row()) ||
      (event->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier)
    return QTableView::keyPressEvent(event);
  const bool folded = model_.isFolded(index.row());
  switch (event->key()) {
    case Qt::Key_Left:
      return model_.setFolded(index.row(), true);
    case Qt::Key_Right:
      return model_.setFolded(index.row(), false);
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return model_.setFolded(index.row(), !folded);
    default:
      return QTableView::keyPressEvent(event);
  }
}

}  // namespace hopscope
