// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace hopscope {
class MainWindow;
}

namespace hopscope::test {

/// A hybrid crossbar, small and large, circuits whose slots move on, some along paths, and the
/// schedulers of Explore. `fresh` opens a window with another crossbar, `save` keeps a picture.
void takeCircuitPictures(const std::function<MainWindow&()>& fresh,
                         const std::function<void(const char* name)>& save);

}  // namespace hopscope::test
