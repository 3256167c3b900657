// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <vector>

namespace hopscope {

/// Puts what it has side by side, each as wide as it would like to be, and goes on below where a
/// row is full.
class FlowLayout : public QLayout {
  Q_OBJECT

 public:
  explicit FlowLayout(QWidget* parent = nullptr) : QLayout(parent) {}
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override;
  int count() const override { return static_cast<int>(items_.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  void setGeometry(const QRect& rect) override;
  QSize sizeHint() const override;  ///< all in one row
  QSize minimumSize() const override;
  /// Room that is left below is not for it.
  Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 private:
  int place(const QRect& room, bool move) const;  ///< the height that it takes

  std::vector<QLayoutItem*> items_;  // owned, as layouts do
};

}  // namespace hopscope
