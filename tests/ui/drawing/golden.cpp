// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/drawing/golden.h"

#include <QApplication>
#include <QDir>
#include <QFont>
#include <algorithm>
#include <cstdlib>

namespace hopscope::test {

namespace {

constexpr int kShade = 24;            ///< of 255, in any channel
constexpr double kTolerance = 0.005;  ///< of all pixels

bool differs(QRgb a, QRgb b) {
  return std::abs(qRed(a) - qRed(b)) > kShade || std::abs(qGreen(a) - qGreen(b)) > kShade ||
         std::abs(qBlue(a) - qBlue(b)) > kShade;
}

}  // namespace

void useGoldenFont() {
  QFont font(QStringLiteral("DejaVu Sans"));
  font.setPixelSize(12);
  QApplication::setFont(font);
}

QString compareWithGolden(const QImage& picture, const QString& name) {
  const QString file = QStringLiteral(HOPSCOPE_SOURCE_DIR "/tests/data/golden/%1.png").arg(name);
  const QImage seen = picture.convertToFormat(QImage::Format_RGB32);
  if (qEnvironmentVariableIsSet("HOPSCOPE_UPDATE_GOLDEN")) {
    return seen.save(file, "PNG", 0) ? QString() : QStringLiteral("%1 can't be written").arg(file);
  }
  const QImage golden = QImage(file).convertToFormat(QImage::Format_RGB32);
  if (golden.isNull()) return QStringLiteral("%1 is missing").arg(file);
  const QString folder = QStringLiteral(HOPSCOPE_BINARY_DIR "/golden");
  QDir().mkpath(folder);
  if (golden.size() != seen.size()) {
    seen.save(QStringLiteral("%1/%2.png").arg(folder, name));
    return QStringLiteral("%1: another size than the golden picture").arg(name);
  }
  QImage difference(seen.size(), QImage::Format_RGB32);
  qint64 count = 0;
  for (int y = 0; y < seen.height(); ++y) {
    for (int x = 0; x < seen.width(); ++x) {
      const bool other = differs(seen.pixel(x, y), golden.pixel(x, y));
      count += other ? 1 : 0;
      difference.setPixel(x, y, other ? qRgb(255, 0, 0) : qRgb(255, 255, 255));
    }
  }
  const double share = double(count) / (double(seen.width()) * seen.height());
  if (share <= kTolerance) return {};
  seen.save(QStringLiteral("%1/%2.png").arg(folder, name));
  difference.save(QStringLiteral("%1/%2-difference.png").arg(folder, name));
  return QStringLiteral("%1: %2 % of the pixels differ, see %3")
      .arg(name)
      .arg(share * 100, 0, 'f', 2)
      .arg(folder);
}

}  // namespace hopscope::test
