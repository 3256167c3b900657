// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/heat_scale.h"

#include <algorithm>
#include <cmath>

#include "ui/drawing/oklab.h"
#include "ui/drawing/rank_colours.h"
#include "ui/drawing/ranks_shown.h"

namespace hopscope {

namespace {

constexpr std::size_t kStops = 9;
/// 0 to 100 % in steps of 12.5 %: one hue path in OKLCH, equal steps of lightness, away from the
/// background in both themes.
constexpr std::array<QRgb, kStops> kLightStops{0xff99C7EA, 0xff8AAFE7, 0xff8997E0,
                                               0xff927BD2, 0xffA05BB5, 0xffA73B86,
                                               0xffA11D53, 0xff8C0527, 0xff6B1012};
constexpr std::array<QRgb, kStops> kDarkStops{0xff365680, 0xff5363A0, 0xff7A6DBC,
                                              0xffAD72CA, 0xffE07ABC, 0xffFF8E9E,
                                              0xffFEB195, 0xffFFCEA0, 0xffFFEB9F};

/// The curves of minimal packets, and of those that say best that they are not.
constexpr int kMinimalCurve = 1, kOtherCurve = 2;

bool strong = false;
/// Where the map begins under strong contrast.
constexpr double kLightBegin = 0.375, kDarkBegin = 0.125;

}  // namespace

void HeatScale::setStrongContrast(bool on) {
  strong = on;
}

bool HeatScale::strongContrast() {
  return strong;
}

QColor HeatScale::interpolate(bool dark, double utilization) {
  const auto& stops = dark ? kDarkStops : kLightStops;
  const double begin = !strong ? 0.0 : dark ? kDarkBegin : kLightBegin;
  const double share01 = begin + (1 - begin) * std::clamp(utilization, 0.0, 1.0);
  const double place = share01 * double(kStops - 1);
  const auto below = std::min(static_cast<std::size_t>(place), kStops - 2);
  const double share = place - double(below);
  if (share == 0.0) return QColor::fromRgba(stops[below]);
  if (share == 1.0) return QColor::fromRgba(stops[below + 1]);
  return fromOklab(mix(toOklab(QColor::fromRgba(stops[below])),
                       toOklab(QColor::fromRgba(stops[below + 1])), share));
}

QColor HeatScale::interpolate(const Theme& theme, HeatRamp ramp, double share) {
  switch (ramp) {
    case HeatRamp::heat:
      return interpolate(theme.isDark(), share);
    case HeatRamp::hits: {
      // From hardly off the ground to darker than the fills of routers; all of it reads as teal.
      constexpr double kBegin = 0.12;
      return mix(theme.color(Tone::base), theme.color(Tone::accent),
                 kBegin + (1 - kBegin) * std::clamp(share, 0.0, 1.0));
    }
    case HeatRamp::paths:
      return mix(theme.curve(kMinimalCurve), theme.curve(kOtherCurve), std::clamp(share, 0.0, 1.0));
    case HeatRamp::ranks:
      return rankMarkColour(theme, rankPhaseAt(static_cast<float>(share)));
  }
  return {};
}

HeatScale::HeatScale(const Theme& theme, HeatRamp ramp) : noData_(theme.color(Tone::t4)) {
  for (std::size_t i = 0; i < kBuckets; ++i)
    colors_[i] = interpolate(theme, ramp, (double(i) + 0.5) / kBuckets);
}

int HeatScale::bucket(double utilization) {
  // Written so that NaN falls into the lowest bucket instead of an undefined conversion.
  if (!(utilization > 0)) return 0;
  return static_cast<int>(std::min(utilization * kBuckets, double(kBuckets - 1)));
}

}  // namespace hopscope
