// SPDX-License-Identifier: GPL-3.0-or-later
#include <QScrollArea>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/document/design_document.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock.h"
#include "ui/shell/project_session.h"
#include "ui/shell/run_mode.h"
#include "ui/widgets/section.h"

using namespace hopscope;
using namespace hopscope::test;

/// What lies in a column that scrolls down only is never wider than that, also on a screen of 1080
/// rows whose desktop draws all at one and a half times the size, or twice.
class CutColumnsTest : public QObject {
  Q_OBJECT

  QStringList cut_;

  void look(const QWidget& window, const QString& where) {
    for (const auto* area : window.findChildren<QScrollArea*>()) {
      if (!area->isVisible() || area->widget() == nullptr ||
          area->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff)
        continue;
      const int over = area->widget()->width() - area->viewport()->width();
      if (over > 0)
        cut_ << QStringLiteral("%1: %2 px of %3").arg(where).arg(over).arg(placeOf(*area));
    }
  }

 private slots:
  void cleanup() { cut_.clear(); }

  void whateverTheModeIs() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("dragonfly-adversarial"));
    for (const QSize size : {QSize(1280, 680), QSize(960, 560), QSize(800, 560)})
      for (const MainWindow::Mode mode :
           {MainWindow::Mode::design, MainWindow::Mode::run, MainWindow::Mode::compare,
            MainWindow::Mode::learn, MainWindow::Mode::explore}) {
        window->setMode(mode);
        window->resize(size);
        QTest::qWait(50);
        QCOMPARE(window->size(), size);
        look(*window,
             QStringLiteral("mode %1, %2 px").arg(static_cast<int>(mode)).arg(size.width()));
      }
    QVERIFY2(cut_.isEmpty(), qPrintable(cut_.join(QStringLiteral("; "))));
  }

  void whateverIsInspected_data() {
    QTest::addColumn<QString>("example");
    for (const char* example :
         {"dragonfly-adversarial", "cache-warm-up", "ft-torus", "ethernet-pauses", "deadlock"})
      QTest::newRow(example) << QString::fromLatin1(example);
  }

  /// With all that there is to tell of a run, in a panel that the user made as narrow as it goes.
  void whateverIsInspected() {
    QFETCH(QString, example);
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, example);
    window->session().document().setValue("run.measure", std::int64_t{3000});
    window->session().document().setValue("run.warmup", std::int64_t{1000});
    window->setMode(MainWindow::Mode::run);
    window->actions().at("run.toggle")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(runOf(*window).results().has_value(), 30'000);
    auto* panel = window->findChild<QWidget*>(QStringLiteral("dock.inspector"));
    for (auto* section : panel->findChildren<PanelSection*>()) section->setOpen(true);
    window->resizeDocks({qobject_cast<Dock*>(panel)}, {1}, Qt::Horizontal);
    const std::vector<Parts> selected{{}, {{3}, {}, {}}, {{}, {5}, {}}, {{}, {}, {40}}};
    for (const Parts& each : selected) {
      window->session().document().select(each);
      QTest::qWait(150);
      look(*panel, example);
    }
    QVERIFY2(cut_.isEmpty(), qPrintable(cut_.join(QStringLiteral("; "))));
  }
};

HOPSCOPE_TEST(CutColumnsTest)
#include "cut_columns_test.moc"
