// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QScrollArea>
#include <QTest>
#include <QToolTip>
#include <QVBoxLayout>

#include "tests/support/test_main.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/elided_label.h"

namespace hopscope {

/// Words that have no room: they end in dots, stand whole elsewhere, and columns know their width.
class ElidedWordsTest : public QObject {
  Q_OBJECT

 private slots:
  void aLabelEndsInDots() {
    const QString words = QStringLiteral("B: FT on a Dragonfly, mapping <Random terminals>");
    ElidedLabel label(TextRole::secondary, words);
    label.resize(label.sizeHint());
    label.show();
    QCOMPARE(label.shownText(), words);
    const auto askFor = [&label] {
      QToolTip::hideText();
      QHelpEvent help(QEvent::ToolTip, {5, 5}, label.mapToGlobal(QPoint(5, 5)));
      QApplication::sendEvent(&label, &help);
      return QToolTip::text();
    };
    QVERIFY(askFor().isEmpty());
    const QImage whole = label.grab().toImage();
    label.resize(150, label.height());
    QVERIFY(label.shownText().endsWith(QChar(0x2026)));
    QCOMPARE(label.text(), words);
    QCOMPARE(askFor(), words.toHtmlEscaped());
    // Nothing is drawn beyond the dots, and the beginning as before.
    const QImage cut = label.grab().toImage();
    QCOMPARE(cut.copy(0, 0, 100, cut.height()), whole.copy(0, 0, 100, whole.height()));
    QVERIFY(label.minimumSizeHint().width() < 20);
  }

  /// Whatever becomes of what a column holds: it is never narrower than that.
  void aColumnIsAsWideAsItsContentNeeds() {
    QWidget window;
    auto* row = new QHBoxLayout(&window);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    auto* label = new QLabel(QStringLiteral("short"), content);
    column->addWidget(label);
    QScrollArea* scroll = fittedScroll(content, &window);
    row->addWidget(scroll);
    window.resize(10, 100);
    window.show();
    const auto isWhole = [&] {
      return scroll->viewport()->width() >= content->minimumSizeHint().width();
    };
    QTRY_VERIFY(isWhole());
    label->setText(QStringLiteral("some words that take much more room than those before"));
    QVERIFY(content->minimumSizeHint().width() > 200);
    QTRY_VERIFY(isWhole());
  }
};

HOPSCOPE_TEST(ElidedWordsTest)

}  // namespace hopscope

#include "elided_words_test.moc"
