// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QSize>
#include <string>

#include "engine/core/value.h"
#include "ui/drawing/network_painter.h"

namespace hopscope::test {

/// A family's network in its own layout; parameters that are not given have their defaults.
NetworkPicture familyPicture(const std::string& kind, const Values& parameters = {});
/// Five routers and six terminals as a user may have drawn them.
NetworkPicture drawnPicture();
/// A utilisation for every channel and a hit rate for every router, by a fixed rule.
NetworkHeat patternedHeat(const Topology& topology);
/// The picture fitted into a canvas with its legend bar below.
QImage canvasImage(const NetworkPicture& picture, const Theme& theme, const QSize& size);

/// How many of its pixels have that colour.
int pixelsOf(const QImage& image, const QColor& color);

}  // namespace hopscope::test
