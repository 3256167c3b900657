// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "engine/core/ids.h"

/// Numbers as they stand on the screen: the user's locale, no-break space before a unit, a dash
/// where there is no value. Files use plain C numbers and none of this.
namespace hopscope {

QString wholeText(qint64 value);               ///< 42,180
QString realText(double value, int decimals);  ///< 0.300; "–" for NaN
/// 0.30, 0.05, 0.003: never 0.00 for what is more
QString loadText(double load, int decimals = 2);
/// With four digits, which tell it from its neighbours: 0.4286, 12.35, 42,180.
QString figureText(double value);
/// With as many digits as it has: 0.1, 42,180.
QString plainText(double value);
QString signedText(double value, int decimals);             ///< +0.02, −3; 0 for none
QString percentText(double fraction, int decimals = 0);     ///< 0.77 -> "77 %"
QString withUnit(const QString& number, const char* unit);  ///< joined by a no-break space
QString unitText(const char* unit);                         ///< one of unitWords(), translated
const std::vector<const char*>& unitWords();                ///< all that may stand there
QString compactText(double value);                          ///< 1.2 M, 12 k, 340
QString bytesText(double bytes);                            ///< "8.0 KiB"
QString cyclesText(double cycles);                          ///< "147 cycles", whole
QString timeLeftText(double seconds);                       ///< "about 3 s left"
QString speedText(double cyclesPerSecond);                  ///< "12,000 cycles/s"; 0: "flat out"
QString plural(qint64 count, const char* one, const char* many);  ///< "1 run", "4 runs"
/// A stored UTC time (ISO 8601): "12:41" today, "yesterday", else "16 Nov".
QString whenText(const QString& iso);

}  // namespace hopscope
