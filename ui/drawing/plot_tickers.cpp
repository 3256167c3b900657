// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/plot_tickers.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace hopscope {

namespace {

constexpr QChar kNoBreakSpace(0x00a0);

constexpr int kMostDecimals = 4;

/// The fewest decimals that write every multiple of `step` exactly: 2 for 0.25. At most one more
/// than kMostDecimals: then noughts would fill the axis.
int decimalsFor(double step) {
  int decimals = 0;
  double scaled = step;
  while (decimals <= kMostDecimals && std::abs(scaled - std::round(scaled)) > 1e-6 * scaled) {
    scaled *= 10;
    ++decimals;
  }
  return decimals;
}

bool within(const QCPRange& range, double tick) {
  return tick >= range.lower * (1 - 1e-9) && tick <= range.upper * (1 + 1e-9);
}

constexpr std::array<double, 4> kParts{1, 2, 5, 10};

double decadeOf(double value) {
  return std::pow(10.0, std::floor(std::log10(value)));
}

/// 10 to a negative power, as it is printed.
QString tenTo(int exponent) {
  static const QString kDigits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
  QString text = QStringLiteral("10⁻");
  for (const QChar digit : QString::number(-exponent)) text += kDigits[digit.digitValue()];
  return text;
}

/// Numbers too small for decimals: "2·10⁻⁷".
QVector<QString> smallLabels(const QVector<double>& ticks, const QLocale& locale, double largest) {
  const int exponent = static_cast<int>(std::floor(std::log10(largest) + 1e-9));
  const double unit = std::pow(10.0, exponent);
  const double step = ticks.size() > 1 ? std::abs(ticks[1] - ticks[0]) / unit : 1;
  const int decimals = std::min(decimalsFor(step), kMostDecimals);
  QVector<QString> labels;
  for (const double tick : ticks) {
    const bool zero = std::abs(tick) < 1e-9 * largest;
    QString label =
        zero ? QStringLiteral("0")
             : locale.toString(tick / unit, 'f', decimals) + QChar(0x00b7) + tenTo(exponent);
    labels << label.replace(QLatin1Char('-'), QChar(0x2212));
  }
  return labels;
}

class ThousandsTicker : public QCPAxisTicker {
 public:
  explicit ThousandsTicker(double room) : room_(room) {}

 protected:
  double getTickStep(const QCPRange& range) override;
  QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale,
                                     QChar format, int precision) override;

 private:
  double room_;
};

/// The next larger step where so many labels would touch each other.
double ThousandsTicker::getTickStep(const QCPRange& range) {
  constexpr double kLarger = 1.3;
  double wanted = range.size() / (tickCount() + 1e-10);
  double step = cleanMantissa(wanted);
  while (room_ > 1 && range.size() > 0 && range.size() / step > room_) {
    wanted *= kLarger;
    step = cleanMantissa(wanted);
  }
  return step;
}

QVector<QString> ThousandsTicker::createLabelVector(const QVector<double>& ticks,
                                                    const QLocale& locale, QChar format,
                                                    int precision) {
  Q_UNUSED(format)
  Q_UNUSED(precision)
  double largest = 0;
  for (const double tick : ticks) largest = std::max(largest, std::abs(tick));
  const double unit = largest >= 1e6 ? 1e6 : largest >= 1e4 ? 1e3 : 1;
  const double step = ticks.size() > 1 ? std::abs(ticks[1] - ticks[0]) / unit : 1;
  const int decimals = decimalsFor(step);
  if (decimals > kMostDecimals && largest < 0.1) return smallLabels(ticks, locale, largest);
  QVector<QString> labels;
  labels.reserve(ticks.size());
  for (const double tick : ticks) {
    const bool zero = std::abs(tick) < 1e-9 * std::max(largest, 1e-300);
    QString label = locale.toString(zero ? 0.0 : tick / unit, 'f', decimals);
    if (unit > 1) {
      label =
          zero ? QStringLiteral("0") : label + kNoBreakSpace + QLatin1Char(unit > 1e3 ? 'M' : 'k');
    }
    labels << label.replace(QLatin1Char('-'), QChar(0x2212));
  }
  return labels;
}

class LogTicker : public QCPAxisTicker {
 public:
  explicit LogTicker(double room) : room_(room) {}

 protected:
  QVector<double> createTickVector(double step, const QCPRange& range) override;
  QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale,
                                     QChar format, int precision) override;

 private:
  double room_;
};

QVector<double> LogTicker::createTickVector(double step, const QCPRange& range) {
  if (!(range.lower > 0) || !(range.upper > range.lower)) return {};
  const double decades = std::log10(range.upper / range.lower);
  const double least = decades / std::max(room_, 1.0);  ///< between two labels
  const int first = static_cast<int>(std::floor(std::log10(range.lower)));
  const int last = static_cast<int>(std::ceil(std::log10(range.upper)));
  QVector<double> ticks;
  const bool parts = least <= std::log10(2.0);
  const int each = std::max(1, static_cast<int>(std::ceil(least)));
  for (int decade = first; decade <= last; ++decade)
    for (const double part : {1.0, 2.0, 5.0}) {
      const double tick = part * std::pow(10.0, decade);
      const bool wanted = parts || (part == 1 && decade % each == 0);
      if (wanted && within(range, tick)) ticks << tick;
    }
  if (ticks.size() > 1) return ticks;
  // Less than a decade, as after zooming in: nearly linear.
  ticks.clear();
  for (const double tick : QCPAxisTicker::createTickVector(step, range))
    if (tick > 0 && within(range, tick) &&
        (ticks.isEmpty() || std::log10(tick / ticks.last()) >= least))
      ticks << tick;
  return ticks;
}

/// Labels of one axis begin with "k" together.
QVector<QString> LogTicker::createLabelVector(const QVector<double>& ticks, const QLocale& locale,
                                              QChar format, int precision) {
  Q_UNUSED(format)
  Q_UNUSED(precision)
  const double largest = ticks.isEmpty() ? 0 : *std::max_element(ticks.begin(), ticks.end());
  const double thousands = largest >= 1e4 ? 1e3 : 1e4;
  QVector<QString> labels;
  for (const double tick : ticks) {
    const double unit = tick >= 1e9 ? 1e9 : tick >= 1e6 ? 1e6 : tick >= thousands ? 1e3 : 1;
    const QString label = locale.toString(tick / unit, 'g', 6);
    const char letter = unit > 1e6 ? 'G' : unit > 1e3 ? 'M' : 'k';
    labels << (unit > 1 ? label + kNoBreakSpace + QLatin1Char(letter) : label);
  }
  return labels;
}

}  // namespace

QSharedPointer<QCPAxisTicker> thousandsTicker(double room) {
  return QSharedPointer<ThousandsTicker>::create(room);
}

QSharedPointer<QCPAxisTicker> logTicker(double room) {
  return QSharedPointer<LogTicker>::create(room);
}

double logTickBelow(double value) {
  const double decade = decadeOf(value);
  const auto above = std::upper_bound(kParts.begin() + 1, kParts.end(), value / decade);
  return *std::prev(above) * decade;
}

double logTickAbove(double value) {
  const double decade = decadeOf(value);
  return *std::lower_bound(kParts.begin(), kParts.end() - 1, value / decade) * decade;
}

}  // namespace hopscope
