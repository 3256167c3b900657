// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

namespace hopscope {
class MainWindow;
}

namespace hopscope::test {

/// Writes at a lesson about the network that is shown, and leaves it: saved, or discarded. What
/// went wrong, or empty; `did` tells what was done. `below(n)` draws from 0 to n - 1.
QString writeLesson(MainWindow& window, const QString& file, const std::function<int(int)>& below,
                    QString& did);

}  // namespace hopscope::test
