// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QSize>
#include <memory>

#include "engine/design/design.h"
#include "ui/drawing/network_painter.h"

namespace hopscope {

/// The network of a design coloured by a really simulated short run (static where it can't run).
/// Slow: for a background thread.
NetworkPicture simulatedPicture(const Design& design);

/// A small picture of it; empty where there is no network.
QImage paintThumbnail(const NetworkPicture& picture, const QSize& size, qreal pixelRatio,
                      const Theme& theme);

}  // namespace hopscope
