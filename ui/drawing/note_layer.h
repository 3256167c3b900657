// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>
#include <QTransform>
#include <set>
#include <vector>

#include "engine/topology/placement.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// What a note covers under a view (canvas units to pixels): its words, or where everything is tiny
/// a mark. Words grow and shrink with the drawing, within what can be read.
QRectF noteRect(const CanvasNote& note, const QTransform& view);

/// The font of notes under that view.
QFont noteFont(const QTransform& view);

/// All notes that fall into `device`; marked ones with the ring of a selection.
void drawNotes(QPainter& painter, const QRectF& device, const QTransform& view,
               const std::vector<CanvasNote>& notes, const std::set<std::uint32_t>& marked,
               std::uint32_t hovered, const Theme& theme);

}  // namespace hopscope
