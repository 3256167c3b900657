// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QPointF>

class QLabel;
class QSpinBox;

namespace hopscope {

class DesignDocument;

/// Asks how often the selection is repeated across and down, and how far apart.
class ArrayDialog : public QDialog {
  Q_OBJECT

 public:
  ArrayDialog(QPointF step, QWidget* parent);

  /// A distance at which copies of the selection stand side by side.
  static QPointF stepFor(const DesignDocument& document);

  int columns() const;
  int rows() const;
  QPointF step() const;

 private:
  void count();

  QSpinBox* columns_;
  QSpinBox* rows_;
  QSpinBox* across_;
  QSpinBox* down_;
  QLabel* count_;
};

}  // namespace hopscope
