// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/oklab.h"

#include <algorithm>
#include <cmath>

namespace hopscope {

namespace {

double toLinear(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double fromLinear(double value) {
  const double clamped = std::clamp(value, 0.0, 1.0);
  return clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * std::pow(clamped, 1 / 2.4) - 0.055;
}

double luminance(const QColor& color) {
  return 0.2126 * toLinear(color.red() / 255.0) + 0.7152 * toLinear(color.green() / 255.0) +
         0.0722 * toLinear(color.blue() / 255.0);
}

}  // namespace

Oklab toOklab(const QColor& color) {
  const double r = toLinear(color.red() / 255.0);
  const double g = toLinear(color.green() / 255.0);
  const double b = toLinear(color.blue() / 255.0);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QColor fromOklab(const Oklab& color) {
  const double l = color.lightness + 0.3963377774 * color.a + 0.2158037573 * color.b;
  const double m = color.lightness - 0.1055613458 * color.a - 0.0638541728 * color.b;
  const double s = color.lightness - 0.0894841775 * color.a - 1.2914855480 * color.b;
  const double l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
  const auto channel = [](double value) {
    return static_cast<int>(std::lround(fromLinear(value) * 255));
  };
  return {channel(4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3),
          channel(-1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3),
          channel(-0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3)};
}

Oklab mix(const Oklab& from, const Oklab& to, double share) {
  return {from.lightness + (to.lightness - from.lightness) * share,
          from.a + (to.a - from.a) * share, from.b + (to.b - from.b) * share};
}

QColor mix(const QColor& from, const QColor& to, double share) {
  return fromOklab(mix(toOklab(from), toOklab(to), share));
}

double contrastRatio(const QColor& a, const QColor& b) {
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor letterColor(const QColor& ground) {
  const QColor light(Qt::white), dark(0x1a, 0x1f, 0x27);
  return contrastRatio(light, ground) >= contrastRatio(dark, ground) ? light : dark;
}

}  // namespace hopscope
