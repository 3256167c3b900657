// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QFont>

namespace hopscope {

/// The interface font at a size in pixels: 20 page, 15 object name, 13 section, 12 body,
/// 11 secondary and axis, 10 only inside router glyphs. Bold is the only other weight.
inline QFont uiFont(int pixels, bool bold = false) {
  QFont font = QApplication::font();
  font.setPixelSize(pixels);
  font.setBold(bold);
  return font;
}

}  // namespace hopscope
