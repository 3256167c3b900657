// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QLocale>
#include <QSettings>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>
#include <QUndoView>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/drawing/heat_scale.h"
#include "ui/shell/actions.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/fuzzy.h"
#include "ui/shell/project_session.h"
#include "ui/widgets/value_field.h"
#include "ui/words/numbers.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

int score(const char* pattern, const char* text) {
  const auto match = fuzzyMatch(QString::fromUtf8(pattern), QString::fromUtf8(text));
  return match ? match->score : -1'000'000;
}

QTableWidget& shortcutTable(QWidget* dialog) {
  return *dialog->findChild<QTableWidget*>(QStringLiteral("shortcutsTable"));
}

void selectAction(QWidget* dialog, const QString& name) {
  QTableWidget& table = shortcutTable(dialog);
  for (int row = 0; row < table.rowCount(); ++row)
    if (table.item(row, 0)->text() == name) {
      table.setCurrentCell(row, 0);
      return;
    }
  QTest::qFail(qPrintable(name), __FILE__, __LINE__);
}

}  // namespace

/// The palette, the keys, the settings and the history.
class FindingTest : public QObject {
  Q_OBJECT

 private slots:
  void lettersInTheirOrder() {
    QVERIFY(fuzzyMatch(QStringLiteral("lc"), QStringLiteral("Latency curve")).has_value());
    QVERIFY(!fuzzyMatch(QStringLiteral("cl"), QStringLiteral("Latency")).has_value());
    QVERIFY(!fuzzyMatch(QStringLiteral("xyz"), QString()).has_value());
    QVERIFY(!fuzzyMatch(QStringLiteral("dark"), QStringLiteral("Why adversarial traffic kills"))
                 .has_value());
    QVERIFY(fuzzyMatch(QString(), QStringLiteral("anything")).has_value());
    // Beginnings of words, and letters in a row, come first.
    QVERIFY(score("lc", "Latency curve") > score("lc", "Select chosen"));
    QVERIFY(score("run", "Run or pause") > score("run", "Router under way"));
    const auto match = fuzzyMatch(QStringLiteral("rp"), QStringLiteral("Run or pause"));
    QCOMPARE(match->places, (std::vector<int>{0, 7}));
  }

  void paletteRunsAnAction() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    QString first;
    answerModal([&first](QWidget* dialog) {
      auto* palette = qobject_cast<CommandPalette*>(dialog);
      auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("paletteField"));
      QTest::keyClicks(field, QStringLiteral("comp"));
      first = palette->listed().constFirst();
      QTest::keyClick(field, Qt::Key_Return);
    });
    pressKeys(*window, Qt::Key_K, Qt::ControlModifier);
    QCOMPARE(first, QStringLiteral("Compare"));
    QTRY_COMPARE(window->mode(), MainWindow::Mode::compare);
  }

  void paletteFindsDesignsAndExamples() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    Design other = meshDesign();
    other.name = "Quincunx";
    window->session().addDesign(other);
    const RowId quincunx = window->session().currentDesign();
    window->session().show(window->session().designs().front().id);
    QVERIFY(window->session().currentDesign() != quincunx);
    answerModal([](QWidget* dialog) {
      auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("paletteField"));
      QTest::keyClicks(field, QStringLiteral("quinc"));
      QTest::keyClick(field, Qt::Key_Return);
    });
    pressKeys(*window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(window->session().currentDesign(), quincunx);
    // Esc changes nothing, and what nobody is called says so.
    answerModal([](QWidget* dialog) {
      auto* palette = qobject_cast<CommandPalette*>(dialog);
      auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("paletteField"));
      QTest::keyClicks(field, QStringLiteral("zzqqxx"));
      QVERIFY(palette->listed().isEmpty());
      QTest::keyClick(field, Qt::Key_Return);
      QTest::keyClick(field, Qt::Key_Escape);
    });
    pressKeys(*window, Qt::Key_K, Qt::ControlModifier);
    QCOMPARE(window->session().currentDesign(), quincunx);
  }

  void paletteFindsSettingsAndParts() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    const auto choose = [&](const QString& words) {
      QString first;
      answerModal([&](QWidget* dialog) {
        auto* palette = qobject_cast<CommandPalette*>(dialog);
        auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("paletteField"));
        QTest::keyClicks(field, words);
        if (!palette->listed().isEmpty()) first = palette->listed().constFirst();
        // As high as what it lists.
        QTRY_VERIFY(dialog->height() < 80 + 40 * static_cast<int>(palette->listed().size()));
        QTest::keyClick(field, Qt::Key_Return);
      });
      pressKeys(*window, Qt::Key_K, Qt::ControlModifier);
      return first;
    };
    QCOMPARE(choose(QStringLiteral("router 12")), QStringLiteral("Router 12"));
    QTRY_COMPARE(window->session().document().selection().routers, (std::set<RouterId>{12}));
    window->session().document().select({});
    QCOMPARE(choose(QStringLiteral("local buffer")), QStringLiteral("Local buffer"));
    QCOMPARE(choose(QStringLiteral("o1turn")), QStringLiteral("Algorithm: O1TURN"));
    const Values& settings = window->session().document().design().settings;
    QTRY_VERIFY(settings.count("routing.algorithm") == 1);
    QCOMPARE(settings.at("routing.algorithm"), Value{std::string("o1turn")});
    window->session().document().undoStack().undo();
    QVERIFY(settings.count("routing.algorithm") == 0);
    QCOMPARE(choose(QStringLiteral("local buffer")), QStringLiteral("Local buffer"));
    const auto* field = window->findChild<ValueField*>(QStringLiteral("switch.buffers.local"));
    QVERIFY(field != nullptr);
    QTRY_VERIFY(field->isVisible() && field->isAncestorOf(window->focusWidget()));
  }

  void keysOfTheUsersOwn() {
    const Sandbox sandbox;
    {
      const auto window = openWindow();
      openExample(*window, QStringLiteral("mesh-transpose"));
      answerModal([](QWidget* dialog) {
        selectAction(dialog, QStringLiteral("Compare"));
        auto* keys = dialog->findChild<QKeySequenceEdit*>(QStringLiteral("shortcutsKeys"));
        // Keys of another action: it loses them.
        keys->setKeySequence(QKeySequence(QStringLiteral("Ctrl+2")));
        QTest::mouseClick(button(*dialog, QStringLiteral("shortcutsAssign")), Qt::LeftButton);
        dialog->close();
      });
      pressKeys(*window, Qt::Key_F1, Qt::ControlModifier);
      pressKeys(*window, Qt::Key_2, Qt::ControlModifier);
      QCOMPARE(window->mode(), MainWindow::Mode::compare);
      QVERIFY(window->actions().at("mode.run")->shortcut().isEmpty());
    }
    const auto window = openWindow();
    QCOMPARE(window->actions().at("mode.compare")->shortcut(),
             QKeySequence(QStringLiteral("Ctrl+2")));
    answerModal([](QWidget* dialog) {
      QTest::mouseClick(button(*dialog, QStringLiteral("shortcutsResetAll")), Qt::LeftButton);
      dialog->close();
    });
    pressKeys(*window, Qt::Key_F1, Qt::ControlModifier);
    QCOMPARE(window->actions().at("mode.compare")->shortcut(),
             QKeySequence(QStringLiteral("Ctrl+3")));
    QCOMPARE(window->actions().at("mode.run")->shortcut(), QKeySequence(QStringLiteral("Ctrl+2")));
    QVERIFY(!QSettings().childGroups().contains(QStringLiteral("shortcuts")));
  }

  void settingsShowAtOnce() {
    const Sandbox sandbox;
    const auto window = openWindow();
    const QColor idle = HeatScale(Theme::light()).colorOf(0);
    answerModal([&idle](QWidget* dialog) {
      auto* numbers = dialog->findChild<QComboBox*>(QStringLiteral("settingsNumbers"));
      numbers->setFocus();
      while (numbers->currentData().toString() != QStringLiteral("de_DE"))
        QTest::keyClick(numbers, Qt::Key_Down);
      QCOMPARE(realText(1234.5, 1), QStringLiteral("1.234,5"));
      QTest::mouseClick(button(*dialog, QStringLiteral("settingsContrast")), Qt::LeftButton,
                        Qt::NoModifier, QPoint(8, 8));
      QVERIFY(HeatScale(Theme::light()).colorOf(0) != idle);
      dialog->findChild<QSpinBox*>(QStringLiteral("settingsAutosave"))->setValue(60);
      dialog->close();
    });
    pressKeys(*window, Qt::Key_Comma, Qt::ControlModifier);
    QCOMPARE(QSettings().value(QStringLiteral("preferences/autosaveSeconds")).toInt(), 60);
    HeatScale::setStrongContrast(false);
    QLocale::setDefault(QLocale::c());
  }

  void historyGoesBack() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    DesignDocument& document = window->session().document();
    const Design before = document.design();
    document.setValue("traffic.load", 0.11);
    document.setValue("switch.latency", std::int64_t{9});
    auto* history = window->findChild<QUndoView*>(QStringLiteral("undoView"));
    QVERIFY(history != nullptr);
    QCOMPARE(history->model()->rowCount(), 3);
    history->parentWidget()->parentWidget()->show();
    QTRY_VERIFY(history->isVisible());
    QTest::mouseClick(history->viewport(), Qt::LeftButton, {},
                      history->visualRect(history->model()->index(0, 0)).center());
    QVERIFY(document.design() == before);
  }

  /// What was typed and committed is the document's: one Ctrl+Z takes the step back, not letters.
  void undoInACommittedField() {
    const Sandbox sandbox;
    const auto window = openWindow();
    openExample(*window, QStringLiteral("mesh-transpose"));
    DesignDocument& document = window->session().document();
    document.load(meshDesign());
    const Design before = document.design();
    ValueField* value = nullptr;
    for (auto* each : window->findChildren<ValueField*>(QStringLiteral("switch.buffers.local")))
      if (each->isVisible()) value = each;
    QVERIFY(value != nullptr);
    auto* field = value->findChild<QLineEdit*>();
    QVERIFY(field != nullptr);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("48"));
    // While it is being typed, the field takes back its own letters.
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!(document.design() == before));
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(document.design() == before);
  }

  /// The field that had the keys goes, as another network comes: they go to what is there.
  void undoOnceTheFieldIsGone() {
    const Sandbox sandbox;
    const auto window = windowWith(meshDesign());
    DesignDocument& document = window->session().document();
    document.addRouter({-200, -200});  // drawn now
    document.select({{3}, {}, {}});
    const auto shown = [&](const char* path) {
      ValueField* found = nullptr;
      for (auto* each : window->findChildren<ValueField*>(QLatin1String(path)))
        if (each->isVisible()) found = each;
      return found;
    };
    QTRY_VERIFY(shown("switch.latency") != nullptr);
    auto* field = shown("switch.latency")->findChild<QLineEdit*>();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("8"));
    QTest::keyClick(field, Qt::Key_Return);
    const Design before = document.design();
    document.replaceDesign(meshDesign(), QStringLiteral("Import"));
    QTest::qWait(20);
    QWidget* focused = QApplication::focusWidget();
    QVERIFY(focused == nullptr || focused->isVisible());
    QTest::keyClick(focused != nullptr ? focused : window.get(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(document.design() == before);
  }
};

HOPSCOPE_TEST(FindingTest)
#include "finding_test.moc"
