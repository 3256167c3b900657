// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QWidget;

namespace hopscope {

class MainWindow;

namespace test {

/// The pictures of applications, in a window with a fresh design: `save` writes the window, `write`
/// another one.
void takeRankPictures(MainWindow& window, const std::function<void(const char*)>& save,
                      const std::function<void(QWidget&, const char*)>& write);

}  // namespace test

}  // namespace hopscope
