// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace hopscope {

/// Tab goes through what is inside of `block`, in the order it was made in, and then to `next`.
/// Without this, what is made later than its window is reached last of all.
void tabBefore(QWidget* next, const QWidget* block);

}  // namespace hopscope
