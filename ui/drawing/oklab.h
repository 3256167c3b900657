// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace hopscope {

/// A colour in OKLab (B. Ottosson, "A perceptual color space for image processing", 2020).
struct Oklab {
  double lightness = 0;  ///< 0..1
  double a = 0, b = 0;
};

Oklab toOklab(const QColor& color);
/// Back to sRGB, clamped to its gamut.
QColor fromOklab(const Oklab& color);
/// `from` at share 0, `to` at share 1.
Oklab mix(const Oklab& from, const Oklab& to, double share);
/// Two colours mixed in OKLab.
QColor mix(const QColor& from, const QColor& to, double share);
/// WCAG 2 contrast ratio, 1..21.
double contrastRatio(const QColor& a, const QColor& b);
/// The colour of letters on that ground: white or near black, whichever stands out more.
QColor letterColor(const QColor& ground);

}  // namespace hopscope
