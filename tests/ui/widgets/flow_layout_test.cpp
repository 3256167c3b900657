// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/flow_layout.h"

#include <QLabel>
#include <QTest>
#include <QVBoxLayout>

#include "tests/support/test_main.h"

namespace hopscope {

/// What goes on below where a row is full.
class FlowLayoutTest : public QObject {
  Q_OBJECT

 private slots:
  /// Room that is left in a column is not its.
  void itTakesNoMoreHeightThanItsRows() {
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    auto* host = new QWidget(&window);
    auto* row = new FlowLayout(host);
    row->setContentsMargins(0, 0, 0, 0);
    for (const char* words : {"Open a lesson", "Write a lesson"})
      row->addWidget(new QLabel(QLatin1String(words), host));
    column->addWidget(host);
    column->addStretch();
    window.resize(600, 500);
    window.show();
    QCOMPARE(host->height(), row->heightForWidth(host->width()));
    const int one = host->height();
    window.resize(row->minimumSize().width() + 40, 500);
    QTRY_VERIFY(host->height() > one);
    QCOMPARE(host->height(), row->heightForWidth(host->width()));
  }
};

HOPSCOPE_TEST(FlowLayoutTest)

}  // namespace hopscope

#include "flow_layout_test.moc"
