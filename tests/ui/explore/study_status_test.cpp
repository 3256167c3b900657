// SPDX-License-Identifier: GPL-3.0-or-later
// What the status bar says of what pages of Explore compute.
#include <QPushButton>
#include <QTest>

#include "tests/support/test_main.h"
#include "tests/ui/explore/exploring.h"
#include "ui/shell/status_line.h"
#include "ui/studies/study_page.h"

using namespace hopscope;
using namespace hopscope::test;

class StudyStatusTest : public QObject {
  Q_OBJECT

 private slots:
  void aStudyIsToldWhereverOneIs() {
    const Sandbox sandbox;
    Design design = meshDesign();
    design.settings["run.measure"] = std::int64_t{3'000'000};
    const auto window = windowWith(design);
    auto* status = window->findChild<StatusLine*>();
    auto* work = status->findChild<QPushButton*>(QStringLiteral("statusStudy"));
    window->setMode(MainWindow::Mode::explore);
    window->exploreMode().showPage(ExploreMode::Page::studies);
    auto* page = window->findChild<StudyPage*>();
    QTest::mouseClick(button(*window, QStringLiteral("studyNew")), Qt::LeftButton);
    page->run();
    QTRY_VERIFY(status->stateText().contains(QStringLiteral("Study")));
    QVERIFY(!work->isVisible());  // said once
    // Another page has a state of its own.
    QTest::mouseClick(button(*window, QStringLiteral("exploreFigures")), Qt::LeftButton);
    QVERIFY(!status->stateText().contains(QStringLiteral("Study")));
    QVERIFY(work->isVisible());
    QVERIFY(work->text().contains(QStringLiteral("Study")));
    for (const MainWindow::Mode mode :
         {MainWindow::Mode::design, MainWindow::Mode::run, MainWindow::Mode::compare}) {
      window->setMode(mode);
      QVERIFY(work->isVisible());
    }
    window->setMode(MainWindow::Mode::design);
    QTest::mouseClick(work, Qt::LeftButton);
    QCOMPARE(window->mode(), MainWindow::Mode::explore);
    QCOMPARE(window->exploreMode().page(), ExploreMode::Page::studies);
    QVERIFY(!work->isVisible());
    QVERIFY(status->stateText().contains(QStringLiteral("Study")));
    window->setMode(MainWindow::Mode::design);
    page->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!page->running(), 20'000);
    QVERIFY(!work->isVisible());
  }

  void severalAreToldOneAfterTheOther() {
    StatusLine status;
    status.show();
    auto* work = status.findChild<QPushButton*>(QStringLiteral("statusStudy"));
    const QObject one, other;
    int shown = 0;
    status.setStudy(&one, QStringLiteral("curve"), [&] { shown = 1; });
    status.setStudy(&other, QStringLiteral("study"), [&] { shown = 2; });
    QCOMPARE(work->text(), QStringLiteral("study"));
    work->click();
    QCOMPARE(shown, 2);
    status.setStudy(&other, {});
    QCOMPARE(work->text(), QStringLiteral("curve"));
    work->click();
    QCOMPARE(shown, 1);
    status.setStudy(&one, {});
    QVERIFY(!work->isVisible());
    status.setStudy(&one, {});
    QVERIFY(!work->isVisible());
  }
};

HOPSCOPE_TEST(StudyStatusTest)

#include "study_status_test.moc"
