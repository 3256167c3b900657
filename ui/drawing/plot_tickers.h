// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSharedPointer>

class QCPAxisTicker;

namespace hopscope {

/// 2500 stays, 10 k and 1.2 M from ten thousand on; one unit along the whole axis. `room`: so many
/// labels find room beside each other along it; 0: as many as there are.
QSharedPointer<QCPAxisTicker> thousandsTicker(double room = 0);

/// Ticks of a logarithmic axis: at 1, 2 and 5 of every decade where so many labels have room, else
/// at every power of ten, or every second, third ...; within less than a decade at round numbers.
/// `room`: so many labels find room beside each other along the axis.
QSharedPointer<QCPAxisTicker> logTicker(double room);

/// The nearest of 1, 2 and 5 of any decade at or below, and at or above a value above 0.
double logTickBelow(double value);
double logTickAbove(double value);

}  // namespace hopscope
