// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_dialog.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/reports/report_support.h"
#include "ui/reports/report_paper.h"
#include "ui/widgets/elided_combo.h"

using namespace hopscope;
using namespace hopscope::test;

/// Builds a report with mouse and keyboard.
class ReportDialogTest : public QObject {
  Q_OBJECT

  RunList runs_;
  std::vector<StoredCurve> curves_;
  QTemporaryDir folder_;

  std::unique_ptr<ReportDialog> open(const ReportPlan& plan = {},
                                     std::vector<StoredNote> notes = {}) {
    ReportSources sources;
    sources.design = smallDragonfly();
    sources.runs = &runs_;
    sources.names = RunNames(runs_);
    sources.curves = &curves_;
    sources.notes = std::move(notes);
    sources.run = 2;
    auto dialog = std::make_unique<ReportDialog>(sources, plan, Theme::light(), nullptr);
    dialog->show();
    dialog->activateWindow();
    if (!QTest::qWaitForWindowActive(dialog.get())) qFatal("not active");
    return dialog;
  }

  static QListWidget* list(ReportDialog& dialog, const char* name) {
    return dialog.findChild<QListWidget*>(QLatin1String(name));
  }

  static int rowOf(const QListWidget* list, const QString& text) {
    for (int i = 0; i < list->count(); ++i)
      if (list->item(i)->text() == text) return i;
    return -1;
  }

  static void clickRow(QListWidget* list, int row, bool tick) {
    list->scrollToItem(list->item(row));
    const QRect rect = list->visualItemRect(list->item(row));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      QPoint(tick ? rect.left() + 9 : rect.left() + 60, rect.center().y()));
  }

 private slots:
  void initTestCase() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.path());
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPixelSize(12);
    QApplication::setFont(font);
    runs_ = RunList({keptRun(1, smallDragonfly(0.1)), keptRun(2, smallDragonfly(0.2))});
  }

  void aShortFormIsOnePress() {
    const auto dialog = open();
    QPushButton* brief = dialog->findChild<QPushButton*>(QStringLiteral("reportShort"));
    QVERIFY(brief->sizeHint().width() <= brief->width());
    QVERIFY(dialog->paper().text().contains(QStringLiteral("Hottest channels")));
    QTest::mouseClick(brief, Qt::LeftButton);
    QTRY_VERIFY(!dialog->paper().text().contains(QStringLiteral("Hottest channels")));
    QCOMPARE(dialog->plan().plots.size(), 2);
    QCOMPARE(dialog->plan().parts.size(), reportSections().size());
    // It can be changed as any other.
    QListWidget* sections = list(*dialog, "reportSections");
    clickRow(sections, rowOf(sections, QStringLiteral("Hottest channels")), true);
    QTRY_VERIFY(dialog->paper().text().contains(QStringLiteral("Hottest channels")));
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("reportLong")),
                      Qt::LeftButton);
    QVERIFY(dialog->plan() == ReportPlan());
  }

  /// A tick says that it will be there, and what was asked of the others is kept.
  void whatHasNothingToShowIsNotTicked() {
    const auto dialog = open();
    QListWidget* sections = list(*dialog, "reportSections");
    for (int row = 0; row < sections->count(); ++row) {
      const auto section =
          static_cast<ReportSection>(sections->item(row)->data(Qt::UserRole).toInt());
      QCOMPARE(sections->item(row)->checkState() == Qt::Checked, dialog->paper().has(section));
    }
    const int circuits = rowOf(sections, QStringLiteral("Circuits"));
    QCOMPARE(sections->item(circuits)->checkState(), Qt::Unchecked);
    clickRow(sections, circuits, true);
    QCOMPARE(sections->item(circuits)->checkState(), Qt::Unchecked);
    clickRow(sections, rowOf(sections, QStringLiteral("Hottest channels")), true);
    for (const ReportPlan::Part& part : dialog->plan().parts)
      QCOMPARE(part.wanted, part.section != ReportSection::channels);
  }

  void sectionsAreTickedAndMoved() {
    const auto dialog = open();
    QListWidget* sections = list(*dialog, "reportSections");
    QVERIFY(dialog->paper().text().contains(QStringLiteral("Hottest channels")));
    clickRow(sections, rowOf(sections, QStringLiteral("Hottest channels")), true);
    QTRY_VERIFY(!dialog->paper().text().contains(QStringLiteral("Hottest channels")));
    clickRow(sections, rowOf(sections, QStringLiteral("Hottest channels")), true);
    QTRY_VERIFY(dialog->paper().text().contains(QStringLiteral("Hottest channels")));

    const int plots = rowOf(sections, QStringLiteral("Plots"));
    clickRow(sections, plots, false);
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("reportUp")), Qt::LeftButton);
    QCOMPARE(rowOf(sections, QStringLiteral("Plots")), plots - 1);
    QVERIFY(dialog->plan().parts[static_cast<std::size_t>(plots - 1)].section ==
            ReportSection::plots);
    QTRY_VERIFY(dialog->paper().text().indexOf(QStringLiteral("\nPlots\n")) <
                dialog->paper().text().indexOf(QStringLiteral("\nResults\n")));
    // The same by keyboard, twice down.
    sections->setFocus();
    QTest::keyClick(sections, Qt::Key_Down, Qt::ControlModifier);
    QTest::keyClick(sections, Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(rowOf(sections, QStringLiteral("Plots")), plots + 1);
  }

  void captionsTitleAndNotesAreTyped() {
    const auto dialog = open();
    QTest::keyClicks(dialog->findChild<QLineEdit*>(QStringLiteral("reportTitle")),
                     QStringLiteral("For the board"));
    QListWidget* sections = list(*dialog, "reportSections");
    clickRow(sections, rowOf(sections, QStringLiteral("Network")), false);
    auto* caption = dialog->findChild<QLineEdit*>(QStringLiteral("reportCaption"));
    QVERIFY(caption->placeholderText().startsWith(QStringLiteral("Links coloured")));
    QTest::keyClicks(caption, QStringLiteral("Hot at the bottom"));
    clickRow(sections, rowOf(sections, QStringLiteral("Notes")), false);
    auto* hint = dialog->findChild<QLabel*>(QStringLiteral("reportHint"));
    QVERIFY(hint->text().contains(QStringLiteral("nothing to show")));
    QVERIFY(caption->text().isEmpty());
    auto* notes = dialog->findChild<QPlainTextEdit*>(QStringLiteral("reportNotes"));
    QVERIFY(notes->isVisible());
    QTest::keyClicks(notes, QStringLiteral("We asked how it scales."));
    QTRY_VERIFY(dialog->paper().text().contains(QStringLiteral("We asked how it scales.")));
    const QString text = dialog->paper().text();
    QVERIFY(text.startsWith(QStringLiteral("For the board")));
    QVERIFY(text.contains(QStringLiteral("Hot at the bottom")));
    QVERIFY(!text.contains(QStringLiteral("Links coloured")));
    QVERIFY(!hint->text().contains(QStringLiteral("nothing to show")));
  }

  void notesOfTheProjectAreTicked() {
    const std::vector<StoredNote> both{{7, "Plan", "A bigger crossbar.\n\nLater."},
                                       {9, "Shy", "Not for the board."}};
    const auto dialog = open({}, both);
    const auto says = [&dialog](const char* words) {
      return dialog->paper().text().contains(QLatin1String(words));
    };
    QVERIFY(says("A bigger crossbar.") && says("Not for the board."));
    QListWidget* sections = list(*dialog, "reportSections");
    clickRow(sections, rowOf(sections, QStringLiteral("Notes")), false);
    QListWidget* notes = list(*dialog, "reportProjectNotes");
    QVERIFY(notes->isVisible());
    // All sections stay in sight above it.
    const auto* up = dialog->findChild<QPushButton*>(QStringLiteral("reportUp"));
    QVERIFY(sections->geometry().bottom() < up->geometry().top());
    clickRow(notes, rowOf(notes, QStringLiteral("Shy")), true);
    QTRY_VERIFY(!says("Not for the board."));
    QVERIFY(says("A bigger crossbar."));
    QVERIFY(dialog->plan().notesLeftOut == std::vector<std::int64_t>{9});
    const auto again = open(readPlan(writePlan(dialog->plan())), both);
    QCOMPARE(list(*again, "reportProjectNotes")->item(1)->checkState(), Qt::Unchecked);
    QVERIFY(!again->paper().text().contains(QStringLiteral("Not for the board.")));
  }

  void runsAreCompared() {
    const auto dialog = open();
    QListWidget* sections = list(*dialog, "reportSections");
    clickRow(sections, rowOf(sections, QStringLiteral("Comparison")), false);
    QListWidget* compared = list(*dialog, "reportCompared");
    QVERIFY(compared->isVisible());
    QCOMPARE(compared->count(), 1);  // all but the report's own
    QVERIFY(!dialog->paper().has(ReportSection::comparison));
    clickRow(compared, 0, true);
    QVERIFY(dialog->paper().has(ReportSection::comparison));
    QCOMPARE(dialog->plan().compare, std::vector<RowId>{1});
    QVERIFY(dialog->paper().text().contains(QStringLiteral("Settings that differ")));
  }

  void plotsAreChosen() {
    const auto dialog = open();
    QListWidget* sections = list(*dialog, "reportSections");
    clickRow(sections, rowOf(sections, QStringLiteral("Plots")), false);
    QListWidget* plots = list(*dialog, "reportPlots");
    clickRow(plots, rowOf(plots, QStringLiteral("Histogram of latencies")), true);
    QVERIFY(dialog->plan().plots.contains(QStringLiteral("histogram")));
  }

  void aDesignWithoutARun() {
    const auto dialog = open();
    auto* run = dialog->findChild<QComboBox*>(QStringLiteral("reportRun"));
    QVERIFY(qobject_cast<ElidedCombo*>(run) != nullptr);  // names of runs are long
    QCOMPARE(run->count(), 3);
    run->setFocus();
    QTest::keyClick(run, Qt::Key_End);
    QVERIFY(!dialog->paper().input().results.has_value());
    QVERIFY(!dialog->paper().has(ReportSection::results));
    QVERIFY(dialog->paper().has(ReportSection::network));
  }

  void whatIsSeenIsWritten() {
    const auto dialog = open();
    QTest::keyClicks(dialog->findChild<QLineEdit*>(QStringLiteral("reportTitle")),
                     QStringLiteral("Typed last"));
    const QString page = folder_.filePath(QStringLiteral("r.html"));
    QVERIFY(dialog->write(page));  // does not wait for the pause in typing
    QFile html(page);
    QVERIFY(html.open(QIODevice::ReadOnly));
    QVERIFY(html.readAll().contains("Typed last"));
    const QString paper = folder_.filePath(QStringLiteral("r.pdf"));
    QVERIFY(dialog->write(paper));
    QFile pdf(paper);
    QVERIFY(pdf.open(QIODevice::ReadOnly));
    QCOMPARE(static_cast<int>(pdf.readAll().count("/Type /Page\n")), dialog->paper().pages());
    QVERIFY(!dialog->write(folder_.filePath(QStringLiteral("none/r.pdf"))));
    auto* message = dialog->findChild<QLabel*>(QStringLiteral("reportMessage"));
    QVERIFY(message->text().contains(QStringLiteral("r.pdf")));
  }
};

HOPSCOPE_TEST(ReportDialogTest)
#include "report_dialog_test.moc"
