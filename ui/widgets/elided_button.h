// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace hopscope {

/// A button for words of any length, such as names that a user gave: narrower than they are it
/// shows their beginning, and all of them in its tool tip. It never widens what it stands in.
class ElidedButton : public QPushButton {
  Q_OBJECT

 public:
  explicit ElidedButton(QWidget* parent = nullptr);

  void setWords(const QString& words);
  const QString& words() const { return words_; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  bool isCut() const;
  int wordsWidth() const;         ///< px
  int iconRoom() const;           ///< px, with the gap between it and the words
  QSize sizeFor(int room) const;  ///< with so much for the words
  void fit();

  QString words_;
};

}  // namespace hopscope
