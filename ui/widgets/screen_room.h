// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScreen>
#include <QWidget>

namespace hopscope {

/// What its screen leaves for a window below the title bar that window managers give it.
inline QSize screenRoom(const QWidget& window) {
  constexpr int kTitleBar = 40;  // px, generously
  return window.screen()->availableSize() - QSize(0, kTitleBar);
}

}  // namespace hopscope
