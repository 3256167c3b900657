// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/start_page.h"

#include <QAction>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <memory>

#include "projects/project.h"
#include "tests/support/test_main.h"
#include "ui/gallery/example_card.h"
#include "ui/gallery/thumbnail.h"

using namespace hopscope;

class StartPageTest : public QObject {
  Q_OBJECT

  QAction generate_, draw_, open_;
  QTemporaryDir settings_;

  std::unique_ptr<StartPage> makePage() {
    generate_.setObjectName(QStringLiteral("insert.generate"));
    draw_.setObjectName(QStringLiteral("file.new"));
    open_.setObjectName(QStringLiteral("file.open"));
    auto page = std::make_unique<StartPage>(StartActions{&generate_, &draw_, &open_});
    page->resize(1280, 740);
    page->show();
    if (!QTest::qWaitForWindowExposed(page.get())) qFatal("the page is not shown");
    return page;
  }

 private slots:
  void initTestCase() {
    QCoreApplication::setOrganizationName(QStringLiteral("hopscope-test"));
    QCoreApplication::setApplicationName(QStringLiteral("gallery"));
    // Of this process: tests that run at the same time would clear each other's.
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings_.path());
  }
  void init() { QSettings().clear(); }

  void everyExampleHasACardAndAReason() {
    const auto page = makePage();
    QCOMPARE(page->cards().size(), examples().size());
    QVERIFY(!examples().empty());
    // Two rows at first, so that the lessons below are in sight.
    auto* more = page->findChild<QPushButton*>(QStringLiteral("showAllExamples"));
    const auto shown =
        std::count_if(page->cards().begin(), page->cards().end(),
                      [&](const ExampleCard* card) { return card->isVisibleTo(page.get()); });
    QCOMPARE(shown, std::ptrdiff_t{6});
    QTest::mouseClick(more, Qt::LeftButton);
    QVERIFY(!more->isVisibleTo(page.get()));
    for (const ExampleCard* card : page->cards()) {
      QVERIFY(!card->text().isEmpty());
      QVERIFY(card->isVisibleTo(page.get()));
    }
  }

  /// Where all of them fit none is folded away; where the window is made smaller again, some are.
  void aLargeWindowShowsEveryExample() {
    const auto page = makePage();
    const auto shown = [&] {
      return std::count_if(page->cards().begin(), page->cards().end(),
                           [&](const ExampleCard* card) { return card->isVisibleTo(page.get()); });
    };
    const auto all = static_cast<std::ptrdiff_t>(page->cards().size());
    const auto* more = page->findChild<QPushButton*>(QStringLiteral("showAllExamples"));
    // Below the menu, above the status bar of a screen of 1080 rows; and with the title of a window
    // and the desktop's own bar besides.
    for (const int height : {1026, 950}) {
      page->resize(1920, height);
      QTRY_COMPARE(shown(), all);
      QVERIFY(!more->isVisibleTo(page.get()));
      for (const ExampleCard* card : page->cards())
        QVERIFY(page->rect().contains(
            QRect(card->mapTo(page.get(), QPoint()), card->size()).adjusted(1, 1, -1, -1)));
    }
    page->resize(1920, 740);
    QTRY_COMPARE(shown(), std::ptrdiff_t{10});
    QVERIFY(more->isVisibleTo(page.get()));
  }

  void aNarrowPageCutsNothing() {
    const auto page = makePage();
    page->resize(900, 500);  // a screen of 1080 rows at twice the size has no more
    page->show();
    const auto inside = [&](const QWidget* part) {
      const int left = part->mapTo(page.get(), QPoint()).x();
      return left >= 0 && left + part->width() <= page->width();
    };
    for (const QToolButton* each : page->findChildren<QToolButton*>())
      if (each->objectName().startsWith(QStringLiteral("category:")))
        QTRY_VERIFY2(inside(each), qPrintable(each->text()));
    for (const ExampleCard* card : page->cards())
      if (card->isVisible()) QTRY_VERIFY(inside(card));
  }

  void aCategoryShowsOnlyItsExamples() {
    const auto page = makePage();
    const QString category = QString::fromStdString(examples().front().category);
    auto* segment = page->findChild<QToolButton*>(QStringLiteral("category:") + category);
    QVERIFY(segment != nullptr);
    QTest::mouseClick(segment, Qt::LeftButton);
    std::size_t shown = 0;
    for (const ExampleCard* card : page->cards()) {
      const bool belongs = QString::fromStdString(card->example().category) == category;
      QCOMPARE(card->isVisibleTo(page.get()), belongs);
      shown += belongs ? 1 : 0;
    }
    QVERIFY(shown > 0 && shown < page->cards().size());
  }

  void mouseAndKeyboardOpenAnExample() {
    const auto page = makePage();
    QString chosen;
    connect(page.get(), &StartPage::exampleChosen, this,
            [&](const Example& example) { chosen = QString::fromStdString(example.name); });
    ExampleCard* card = page->cards().at(1);
    QTest::mouseClick(card, Qt::LeftButton);
    QCOMPARE(chosen, QString::fromStdString(card->example().name));
    chosen.clear();
    QTest::keyClick(page->cards().at(0), Qt::Key_Return);
    QCOMPARE(chosen, QString::fromStdString(examples().at(0).name));
  }

  void actionsAreTriggered() {
    const auto page = makePage();
    QSignalSpy generated(&generate_, &QAction::triggered);
    auto* button = page->findChild<QAbstractButton*>(QStringLiteral("start:insert.generate"));
    QVERIFY(button != nullptr);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(generated.count(), 1);
  }

  void recentProjectsAreListedAndOpen() {
    const auto page = makePage();
    page->setRecent({{QStringLiteral("/a/campus.hopscope"), 3, 4, QString()},
                     {QStringLiteral("/b/other.hopscope"), 1, 1, QString()}});
    QSignalSpy opened(page.get(), &StartPage::recentChosen);
    auto* button = page->findChild<QAbstractButton*>(QStringLiteral("recent:/b/other.hopscope"));
    QVERIFY(button != nullptr);
    QCOMPARE(button->text(), QStringLiteral("other"));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened.at(0).at(0).toString(), QStringLiteral("/b/other.hopscope"));
  }

  void theHintStaysAwayOnceDismissed() {
    {
      const auto page = makePage();
      auto* later = page->findChild<QPushButton*>(QStringLiteral("hintLater"));
      QVERIFY(later->isVisibleTo(page.get()));
      QTest::mouseClick(later, Qt::LeftButton);
      QVERIFY(!later->isVisibleTo(page.get()));
    }
    const auto again = makePage();
    QVERIFY(!again->findChild<QPushButton*>(QStringLiteral("hintLater"))->isVisibleTo(again.get()));
  }

  void thumbnailsComeFromARealRun() {
    const Example& example = examples().front();
    const NetworkPicture picture = simulatedPicture(example.design);
    QVERIFY(picture.topology != nullptr);
    QCOMPARE(picture.heat.channelUtilization.size(),
             static_cast<std::size_t>(picture.topology->channelCount()));
    float most = 0;
    for (const float value : picture.heat.channelUtilization)
      if (std::isfinite(value)) most = std::max(most, value);
    QVERIFY(most > 0.05F);
    const QImage image = paintThumbnail(picture, {300, 120}, 1, Theme::light());
    QCOMPARE(image.size(), QSize(300, 120));
    QVERIFY(image != paintThumbnail(picture, {300, 120}, 1, Theme::dark()));
  }

  void thumbnailsKnowSlowLinks() {
    Design design;
    design.settings["topology.kind"] = std::string("mesh");
    design.settings["topology.dimensions"] = std::vector<std::int64_t>{2, 2};
    Override slow;
    slow.channels = {5};
    slow.values["bandwidth"] = 0.25;
    design.overrides = {slow};
    const NetworkPicture picture = simulatedPicture(design);
    QVERIFY(picture.linkRates.at(5) == (LinkRate{1, 4}));
    QVERIFY(picture.linkRates.at(4).full());
  }
};

HOPSCOPE_TEST(StartPageTest)
#include "start_page_test.moc"
