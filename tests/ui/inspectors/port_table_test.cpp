// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/port_table.h"

#include <QImage>
#include <QTest>

#include "tests/support/test_main.h"

namespace hopscope {

/// The ports of a router, as they are drawn.
class PortTableTest : public QObject {
  Q_OBJECT

 private slots:
  /// A full link's "100" stands apart from its bar, in a panel as narrow as it goes.
  void numbersStandApartFromTheirBars() {
    PortTable table;
    table.setTheme(Theme::light());
    table.setRows({{0, QStringLiteral("router 35"), 1, 1, {}, 0, 0}});
    table.resize(table.minimumSizeHint());
    const QImage drawn = table.grab().toImage();
    const QColor paper = drawn.pixelColor(0, 0);
    // A bar is one colour for long; what follows it begins the number.
    const int y = table.sizeHint().height() - 9;
    int bars = 0;
    for (int x = 1, same = 0; x + 4 < drawn.width(); ++x) {
      same = drawn.pixel(x, y) == drawn.pixel(x - 1, y) ? same + 1 : 0;
      if (same < 20 || drawn.pixelColor(x, y) == paper ||
          drawn.pixel(x + 1, y) == drawn.pixel(x, y))
        continue;
      ++bars;
      for (int beside = 3; beside <= 4; ++beside)
        for (int over = y - 6; over < y + 6; ++over)
          QCOMPARE(drawn.pixelColor(x + beside, over), paper);
    }
    QCOMPARE(bars, 2);
  }
};

HOPSCOPE_TEST(PortTableTest)

}  // namespace hopscope

#include "port_table_test.moc"
