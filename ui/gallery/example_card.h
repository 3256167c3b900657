// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QImage>
#include <functional>

#include "projects/project.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// One example of the gallery: picture, title, why it is interesting, its size. Click or Enter
/// opens it.
class ExampleCard : public QAbstractButton {
  Q_OBJECT

 public:
  static constexpr int kHeight = 208;
  static constexpr int kLeastHeight = 173;  ///< with a picture that is less high

  ExampleCard(const Example& example, QWidget* parent = nullptr);

  const Example& example() const { return example_; }
  void setTheme(const Theme& theme);
  void setNetwork(NetworkPicture picture);
  /// Computes the picture's network in the background; `done` is called when it is there.
  void load(const std::function<void()>& done);
  void setHeight(int height);  ///< from kLeastHeight to kHeight
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QString sizeText() const;
  int lines() const;  ///< of words
  int wordsHeight() const;

  int height_ = kHeight;
  const Theme* theme_;
  Example example_;
  NetworkPicture picture_;
  QImage image_;
};

}  // namespace hopscope
