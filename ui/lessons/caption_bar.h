// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "ui/drawing/theme.h"

class QLabel;

namespace hopscope {

/// One line under the canvas that says what the lesson shows there.
class CaptionBar : public QFrame {
  Q_OBJECT

 public:
  explicit CaptionBar(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setCaption(const QString& text);  ///< empty hides it
  QString caption() const;

 private:
  QLabel* icon_;
  QLabel* text_;
};

}  // namespace hopscope
