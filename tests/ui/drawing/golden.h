// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>

namespace hopscope::test {

/// At the end of the name of a picture in the dark theme.
inline constexpr const char* kDarkGolden = "-dark";

/// Compares a picture with tests/data/golden/NAME.png pixel by pixel. At most 0.5 % of the pixels
/// may differ by more than a shade: rounding differs from machine to machine.
///
/// To accept new pictures: HOPSCOPE_UPDATE_GOLDEN=1 ./test_ui_drawing, look at every one of them,
/// commit. On a difference the new picture and a difference picture lie in the build folder under
/// golden/.
/// Empty where they match, else what is wrong.
QString compareWithGolden(const QImage& picture, const QString& name);

/// The font all golden pictures are drawn with.
void useGoldenFont();

}  // namespace hopscope::test
