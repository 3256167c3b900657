// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "ui/drawing/fonts.h"

namespace hopscope {

/// How much larger than usual words on the canvas are, for a room that looks on. Pictures for files
/// are drawn in the usual size.
inline double& labelScale() {
  static double scale = 1;
  return scale;
}

inline QFont labelFont(int pixels, bool bold = false) {
  return uiFont(static_cast<int>(std::lround(pixels * labelScale())), bold);
}

}  // namespace hopscope
