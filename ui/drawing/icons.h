// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPainter>
#include <QRectF>
#include <QString>
#include <string_view>

#include "ui/drawing/theme.h"

namespace hopscope {

/// An icon of the own set (resources/icons/NAME.svg) in the theme's colours: normal t2, active t1,
/// checked accentText, disabled t4. Sharp at any size and density. An unknown name draws nothing.
QIcon icon(const QString& name, const Theme& theme);
/// The same in one colour for all enabled states, e.g. onAccent on a primary button.
QIcon icon(const QString& name, const Theme& theme, Tone tone);
/// Draws an icon straight into `rect`.
void drawIcon(QPainter& painter, const QString& name, const QRectF& rect, const QColor& color);
/// The icon of a topology family, by its kind in a design ("k_ary_n_tree" gives "tree").
QString familyIcon(std::string_view kind);

}  // namespace hopscope
