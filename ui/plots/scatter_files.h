// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/plots/scatter_painter.h"

namespace hopscope {

/// Writes a picture of points on white, with the numbers of files; the format follows the name's
/// ending: png, svg or pdf. False and a message where that cannot be done.
bool exportScatter(const ScatterPicture& picture, const QString& file, QString* error);

}  // namespace hopscope
