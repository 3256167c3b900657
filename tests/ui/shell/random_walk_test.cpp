// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "tests/ui/shell/window_walk.h"

using namespace hopscope;
using namespace hopscope::test;

/// A thousand steps of somebody who presses anything at any time. The seed of a walk that fails is
/// the name of its row.
class RandomWalkTest : public QObject {
  Q_OBJECT

 private slots:
  void nothingIsLostOrMixedUp_data() {
    QTest::addColumn<std::uint32_t>("seed");
    for (const std::uint32_t seed : {1U, 2U, 3U, 4U})
      QTest::newRow(std::to_string(seed).c_str()) << seed;
  }
  void nothingIsLostOrMixedUp() {
    QFETCH(std::uint32_t, seed);
    const Sandbox sandbox;
    const auto window = openWindow();
    Walk walk(*window, sandbox, seed);
    constexpr int kSteps = 250;
    for (int i = 0; i < kSteps; ++i) {
      walk.step();
      QVERIFY2(walk.failure().isEmpty(),
               qPrintable(QStringLiteral("seed %1, step %2: %3. The last steps:\n  %4")
                              .arg(seed)
                              .arg(i)
                              .arg(walk.failure(), walk.lastSteps())));
    }
    const WhenAsked asked(discardChanges);
    QVERIFY(window->close());
  }
};

HOPSCOPE_TEST(RandomWalkTest)
#include "random_walk_test.moc"
