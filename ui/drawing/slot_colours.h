// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>
#include <QColor>
#include <cstdint>

#include "ui/drawing/theme.h"

namespace hopscope {

/// The colour of a time slot wherever it is shown: those of circuits take the curves' but for the
/// grey one, in turn; that of worms, behind the `circuitSlots` others, is grey.
QColor slotColour(const Theme& theme, std::uint32_t slot, std::uint32_t circuitSlots);
/// `share` of the way from `ground` to `colour`, 0..1.
QColor dimmed(const QColor& colour, const QColor& ground, double share);
/// What a slot without a circuit is drawn with: it is skipped.
QBrush skippedBrush(const Theme& theme);

}  // namespace hopscope
