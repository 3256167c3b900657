// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/background.h"

#include <QImage>
#include <QPainter>
#include <QScopeGuard>
#include <QSemaphore>
#include <QTest>
#include <atomic>
#include <memory>

#include "tests/support/test_main.h"

namespace hopscope {

class BackgroundTest : public QObject {
  Q_OBJECT

 private slots:
  /// More jobs than the machine has cores, and all of them long.
  void drawingWaitsForNoJob() {
    constexpr int kPatience = 20'000;  // ms: a drawing that waited for a job ends all the same
    const int count = 2 * backgroundThreads().maxThreadCount();
    QSemaphore gate;
    std::atomic<int> ended{0};
    int done = 0;
    QObject context;
    const auto settle = qScopeGuard([&] {
      gate.release(count);
      backgroundThreads().waitForDone();
    });
    for (int i = 0; i < count; ++i)
      inBackground(
          &context,
          [&] {
            static_cast<void>(gate.tryAcquire(1, kPatience));
            return ++ended;
          },
          [&](int) { ++done; });

    // Qt draws this in pieces, each on a thread of its pool.
    QImage image(600, 600, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    QRadialGradient gradient(300, 300, 300);
    gradient.setColorAt(0, Qt::red);
    gradient.setColorAt(1, QColor(0, 0, 255, 90));
    painter.setPen(Qt::NoPen);
    painter.setBrush(gradient);
    painter.drawEllipse(QRectF(0, 0, 600, 600));
    painter.end();
    QCOMPARE(ended.load(), 0);
    QCOMPARE(image.pixelColor(300, 300), QColor(Qt::red));

    gate.release(count);
    QTRY_COMPARE(done, count);
  }

  void aResultThatNobodyAwaitsIsDropped() {
    QSemaphore gate;
    bool called = false;
    auto context = std::make_unique<QObject>();
    inBackground(
        context.get(),
        [&] {
          gate.acquire();
          return 1;
        },
        [&](int) { called = true; });
    context.reset();
    gate.release();
    backgroundThreads().waitForDone();
    QCoreApplication::processEvents();
    QVERIFY(!called);
  }
};

}  // namespace hopscope

using hopscope::BackgroundTest;
HOPSCOPE_TEST(BackgroundTest)
#include "background_test.moc"
