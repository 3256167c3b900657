// SPDX-License-Identifier: GPL-3.0-or-later
// Every icon that is asked for is there, and all are of one style.
#include <QAbstractButton>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QToolBar>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/shell/actions.h"

using namespace hopscope;
using namespace hopscope::test;

class IconsInUseTest : public QObject {
  Q_OBJECT

  static QSet<QString> files() {
    QSet<QString> names;
    for (const QString& file : QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")}))
      names.insert(file.chopped(4));
    return names;
  }

 private slots:
  void actionsOfTheRegistryNameIconsThatExist() {
    const Sandbox sandbox;
    const auto window = openWindow();
    const QSet<QString> known = files();
    for (const QAction* action : window->actions().all()) {
      const QString name = action->property("iconName").toString();
      QVERIFY2(name.isEmpty() || known.contains(name), qPrintable(action->objectName()));
    }
  }

  void whatStandsInAToolBarHasAnIconOrWords() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    int seen = 0;
    for (const QToolBar* bar : window->findChildren<QToolBar*>())
      for (const QAbstractButton* button : bar->findChildren<QAbstractButton*>()) {
        if (button->objectName() == QStringLiteral("qt_toolbar_ext_button")) continue;
        ++seen;
        QVERIFY2(!button->icon().isNull() || !button->text().isEmpty(),
                 qPrintable(button->objectName()));
        QVERIFY2(!button->text().isEmpty() || !button->toolTip().isEmpty() ||
                     !button->accessibleName().isEmpty(),
                 qPrintable(button->objectName()));
      }
    QVERIFY(seen > 10);
  }

  /// 16 × 16, round strokes of 1.5, one colour; fills are for what plays and stops.
  void allAreOfOneStyle() {
    for (const QString& name : files()) {
      QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QString svg = QString::fromUtf8(file.readAll());
      QVERIFY2(svg.contains(QStringLiteral("viewBox=\"0 0 16 16\"")), qPrintable(name));
      QVERIFY2(svg.contains(QStringLiteral("currentColor")), qPrintable(name));
      static const QRegularExpression kColour(QStringLiteral("#[0-9A-Fa-f]{3,8}\\b"));
      QVERIFY2(!kColour.match(svg).hasMatch(), qPrintable(name));
    }
  }
};

HOPSCOPE_TEST(IconsInUseTest)
#include "icons_in_use_test.moc"
