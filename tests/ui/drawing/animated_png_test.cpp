// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/animated_png.h"

#include <QImage>
#include <QTest>
#include <QtEndian>

#include "tests/support/test_main.h"

using namespace hopscope;

namespace {

QImage plain(QRgb color) {
  QImage image(20, 10, QImage::Format_RGB32);
  image.fill(color);
  return image;
}

int count(const QByteArray& file, const char* type) {
  return static_cast<int>(file.count(type));
}

}  // namespace

class AnimatedPngTest : public QObject {
  Q_OBJECT

 private slots:
  void framesOneAfterTheOther() {
    AnimatedPng animation(40);
    QVERIFY(animation.finish().isEmpty());
    for (const QRgb color : {0xffff0000U, 0xff00ff00U, 0xff0000ffU}) animation.add(plain(color));
    const QByteArray file = animation.finish();
    QCOMPARE(animation.frames(), 3);
    QCOMPARE(count(file, "fcTL"), 3);
    QVERIFY(count(file, "fdAT") >= 2);
    const qsizetype control = file.indexOf("acTL");
    QCOMPARE(qFromBigEndian<quint32>(file.constData() + control + 4), 3U);
    QCOMPARE(qFromBigEndian<quint16>(file.constData() + file.indexOf("fcTL") + 4 + 20), 40U);
    // Programs that know nothing of it see the first frame: all checksums hold.
    const QImage seen = QImage::fromData(file, "PNG");
    QCOMPARE(seen.size(), QSize(20, 10));
    QCOMPARE(seen.pixel(3, 3), 0xffff0000U);
    // The sequence numbers of controls and data run without a gap.
    quint32 expected = 0;
    for (qsizetype at = 8; at + 12 <= file.size();) {
      const auto size = static_cast<qsizetype>(qFromBigEndian<quint32>(file.constData() + at));
      const QByteArray type = file.mid(at + 4, 4);
      if (type == "fcTL" || type == "fdAT")
        QCOMPARE(qFromBigEndian<quint32>(file.constData() + at + 8), expected++);
      at += size + 12;
    }
    QVERIFY(expected >= 5);
  }
};

HOPSCOPE_TEST(AnimatedPngTest)
#include "animated_png_test.moc"
