// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include "ui/drawing/theme.h"

namespace hopscope {

/// A row of the start page's side: icon, words and shortcut, or a recent project in two lines.
class SideButton : public QAbstractButton {
  Q_OBJECT

 public:
  explicit SideButton(const QString& text, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setIconName(const QString& name) { icon_ = name; }
  void setPrimary(bool primary) { primary_ = primary; }
  /// Words at the right: a shortcut, a time.
  void setRight(const QString& text) { right_ = text; }
  /// A second, quieter line.
  void setSecond(const QString& text) { second_ = text; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  const Theme* theme_;
  QString icon_, right_, second_;
  bool primary_ = false;
};

}  // namespace hopscope
