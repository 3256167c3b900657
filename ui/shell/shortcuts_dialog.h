// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace hopscope {

class Actions;

/// Lists every action with its keys, and the keys of the canvas.
void showShortcuts(const Actions& actions, QWidget* parent);
/// What the program is, its version and licence.
void showAbout(QWidget* parent);

}  // namespace hopscope
