// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/animated_webp.h"

#include <webp/demux.h>

#include <QImage>
#include <QTest>
#include <vector>

#include "tests/support/test_main.h"

using namespace hopscope;

namespace {

QImage plain(QRgb color, QSize size = QSize(20, 10)) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(color);
  return image;
}

struct Frame {
  QRgb middle;
  int end;  ///< milliseconds
};

/// As a program that plays it sees the file.
std::vector<Frame> framesOf(const QByteArray& file) {
  std::vector<Frame> frames;
  const WebPData data{reinterpret_cast<const std::uint8_t*>(file.constData()),
                      static_cast<std::size_t>(file.size())};
  WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, nullptr);
  WebPAnimInfo info{};
  if (decoder == nullptr || WebPAnimDecoderGetInfo(decoder, &info) == 0) return frames;
  frames.reserve(info.frame_count);
  std::uint8_t* pixels = nullptr;
  int end = 0;
  while (WebPAnimDecoderHasMoreFrames(decoder) != 0 &&
         WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0) {
    const std::size_t at =
        4 * (std::size_t{info.canvas_height / 2} * info.canvas_width + info.canvas_width / 2);
    frames.push_back({qRgb(pixels[at], pixels[at + 1], pixels[at + 2]), end});
  }
  WebPAnimDecoderDelete(decoder);
  return frames;
}

}  // namespace

class AnimatedWebpTest : public QObject {
  Q_OBJECT

 private slots:
  void framesOneAfterTheOther() {
    AnimatedWebp animation(40);
    QVERIFY(animation.finish().isEmpty());
    const std::vector<QRgb> colors{0xffff0000U, 0xff00ff00U, 0xff0000ffU};
    for (const QRgb color : colors) QVERIFY(animation.add(plain(color)));
    QCOMPARE(animation.frames(), 3);
    const std::vector<Frame> frames = framesOf(animation.finish());
    QCOMPARE(frames.size(), colors.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
      QCOMPARE(frames[i].middle, colors[i]);
      QCOMPARE(frames[i].end, 40 * static_cast<int>(i + 1));
    }
  }

  void whatCannotBeTakenIsNoFile() {
    AnimatedWebp animation(40);
    QVERIFY(animation.add(plain(0xff123456U)));
    QVERIFY(!animation.add(plain(0xff123456U, QSize(21, 10))));
    QVERIFY(animation.finish().isEmpty());
    AnimatedWebp large(40);
    QVERIFY(!large.add(plain(0xff123456U, QSize(20'000, 10))));
  }
};

HOPSCOPE_TEST(AnimatedWebpTest)
#include "animated_webp_test.moc"
