// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

#include "ui/drawing/theme.h"

namespace hopscope {

class NetworkCanvas;

/// A small picture of a large network in the corner of its canvas, with a frame around what the
/// canvas shows; a click or drag moves the view there. It shows itself while parts are out of
/// sight, so it never hides what is fitted. Arrows pan as well, so it needs no keys of its own.
class Minimap : public QWidget {
  Q_OBJECT

 public:
  /// Smaller networks are found without it.
  static constexpr std::uint32_t kFewestRouters = 200;

  Minimap(NetworkCanvas& canvas, const Theme& theme);

  void setTheme(const Theme& theme);
  /// The user's wish; off, it never shows.
  void setWanted(bool wanted);
  bool isWanted() const { return wanted_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void follow();
  void forget();
  QTransform toMap() const;
  void goTo(QPointF pixel);
  void drawNetwork();

  NetworkCanvas& canvas_;
  const Theme* theme_;
  bool wanted_ = true;
  QPixmap network_;
};

}  // namespace hopscope
