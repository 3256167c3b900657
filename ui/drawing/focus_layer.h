// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <set>

#include "ui/drawing/heat_scale.h"
#include "ui/drawing/link_layer.h"
#include "ui/drawing/network_painter.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// How much is left of what is not in the focus.
constexpr double kBesideFocus = 0.16;

/// The links of the picture that NetworkMarks::focus is about: those selected, and all between
/// routers at a selected router.
std::set<LinkId> linksInFocus(const NetworkPicture& picture);

/// What is selected, and the routers at the other ends of its links.
std::set<RouterId> routersInFocus(const NetworkPicture& picture);

/// Fades what was painted so far and draws the links in the focus again, each by itself, in the
/// colours that they have.
void drawFocus(QPainter& painter, const QRectF& device, const NetworkPicture& picture,
               const LinkLayer& links, const HeatScale& scale, const Theme& theme);

}  // namespace hopscope
