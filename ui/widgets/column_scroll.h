// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScrollArea;
class QWidget;

namespace hopscope {

/// An area without a frame that scrolls `content` down where that is higher than its room, and
/// never across; no tab stop. Null: it is given its content later.
QScrollArea* columnScroll(QWidget* content, QWidget* parent = nullptr);

/// The same, never narrower than its content can be, whatever becomes of that.
QScrollArea* fittedScroll(QWidget* content, QWidget* parent = nullptr);

/// Gives a dialog that holds it the size at which nothing scrolls, or all that the screen has.
void openUnscrolled(const QScrollArea& scroll, QWidget& dialog);

}  // namespace hopscope
