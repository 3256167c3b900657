// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>
#include <QString>

namespace hopscope {

/// The colour tokens of the interface.
enum class Tone {
  chrome,
  panel,
  base,
  canvas,
  raised,
  line,
  edge,
  t1,
  t2,
  t3,
  t4,
  accent,
  onAccent,
  accentText,
  accentSoft,
  info,
  infoSoft,
  ok,
  okSoft,
  warn,
  warnSoft,
  bad,
  badSoft,
};

/// One colour scheme for windows, canvas, plots and icons.
class Theme {
 public:
  static const Theme& light();
  static const Theme& dark();

  bool isDark() const { return dark_; }
  QColor color(Tone tone) const;
  static constexpr int kCurves = 8;
  /// Curve colour 1 to kCurves (others wrap around), its dash pattern in pen widths, for any plot.
  QColor curve(int number) const;
  static QList<qreal> curveDash(int number, qreal penWidth);
  QPalette palette() const;
  /// The application's style sheet with every @token replaced.
  QString styleSheet() const;

 private:
  explicit Theme(bool dark) : dark_(dark) {}
  bool dark_;
};

}  // namespace hopscope
