// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/numbers.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QObject>
#include <algorithm>
#include <array>
#include <cmath>

namespace hopscope {

namespace {
const QChar kNoBreak(0x00a0);
const QString kMissing(QChar(0x2013));
}  // namespace

QString wholeText(qint64 value) {
  return QLocale().toString(value);
}

QString realText(double value, int decimals) {
  if (!std::isfinite(value)) return kMissing;
  QString text = QLocale().toString(std::abs(value), 'f', decimals);
  return value < 0 ? QChar(0x2212) + text : text;
}

QString loadText(double load, int decimals) {
  // Of less, that many decimals leave hardly a digit.
  const double small = std::pow(10.0, 1 - decimals);
  if (!std::isfinite(load) || load == 0 || load >= small) return realText(load, decimals);
  return QLocale().toString(load, 'g', 2);
}

QString figureText(double value) {
  if (!std::isfinite(value)) return kMissing;
  if (value == std::floor(value) && std::abs(value) < 1e15)
    return wholeText(static_cast<qint64>(value));
  const int digits = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  return realText(value, std::clamp(4 - digits, 0, 6));
}

QString plainText(double value) {
  if (!std::isfinite(value)) return kMissing;
  QString text = QLocale().toString(std::abs(value), 'g', 12);
  return value < 0 ? QChar(0x2212) + text : text;
}

QString signedText(double value, int decimals) {
  const QString text = realText(value, decimals);
  return value > 0 ? QLatin1Char('+') + text : text;
}

QString percentText(double fraction, int decimals) {
  if (!std::isfinite(fraction)) return kMissing;
  return withUnit(realText(fraction * 100, decimals), "%");
}

QString bytesText(double bytes) {
  static constexpr std::array<const char*, 4> kUnits{"B", "KiB", "MiB", "GiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < kUnits.size(); ++unit) bytes /= 1024;
  return withUnit(realText(bytes, unit == 0 || bytes >= 100 ? 0 : 1), kUnits[unit]);
}

QString unitText(const char* unit) {
  return QCoreApplication::translate("Units", unit);
}

QString withUnit(const QString& number, const char* unit) {
  return number + kNoBreak + unitText(unit);
}

QString compactText(double value) {
  if (!std::isfinite(value)) return kMissing;
  struct Step {
    double from, scale;
    const char* unit;
  };
  static constexpr std::array<Step, 3> kSteps{
      {{0.9995e9, 1e9, "G"}, {0.9995e6, 1e6, "M"}, {9'995, 1e3, "k"}}};
  for (const Step& step : kSteps) {
    if (value < step.from) continue;
    const double scaled = value / step.scale;
    return withUnit(realText(scaled, scaled < 9.95 ? 1 : 0), step.unit);
  }
  return wholeText(static_cast<qint64>(std::llround(value)));
}

QString cyclesText(double cycles) {
  if (!std::isfinite(cycles)) return kMissing;
  const auto whole = static_cast<qint64>(std::llround(cycles));
  return withUnit(wholeText(whole), whole == 1 ? "cycle" : "cycles");
}

QString timeLeftText(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return {};
  if (seconds < 90)
    return QObject::tr("about %1 left")
        .arg(withUnit(wholeText(std::max(1LL, std::llround(seconds))), "s"));
  if (seconds < 5400)
    return QObject::tr("about %1 left").arg(withUnit(wholeText(std::llround(seconds / 60)), "min"));
  return QObject::tr("about %1 left").arg(withUnit(wholeText(std::llround(seconds / 3600)), "h"));
}

QString speedText(double cyclesPerSecond) {
  if (cyclesPerSecond <= 0) return QObject::tr("flat out");
  const auto whole = static_cast<qint64>(std::llround(cyclesPerSecond));
  return withUnit(wholeText(whole), whole == 1 ? "cycle/s" : "cycles/s");
}

QString plural(qint64 count, const char* one, const char* many) {
  return withUnit(wholeText(count), count == 1 ? one : many);
}

QString whenText(const QString& iso) {
  QDateTime when = QDateTime::fromString(iso, Qt::ISODate);
  if (!when.isValid()) return {};
  when.setTimeSpec(Qt::UTC);
  when = when.toLocalTime();
  const QDate today = QDate::currentDate();
  if (when.date() == today) return QLocale().toString(when.time(), QStringLiteral("HH:mm"));
  if (when.date() == today.addDays(-1)) return QObject::tr("yesterday");
  return QLocale().toString(when.date(), when.date().year() == today.year()
                                             ? QStringLiteral("d MMM")
                                             : QStringLiteral("d MMM yyyy"));
}

}  // namespace hopscope
