// SPDX-License-Identifier: GPL-3.0-or-later
// How often what a study has run is kept, on a shelf that takes its time.
#include <QCheckBox>
#include <QTest>
#include <QThread>
#include <QTimer>

#include "engine/study/study_documents.h"
#include "tests/support/test_main.h"
#include "tests/ui/explore/studying.h"

using namespace hopscope;
using namespace hopscope::test;

namespace {

constexpr unsigned long kKeepingMilliseconds = 40;

/// It takes whole runs slowly, and rows at once.
class SlowShelf final : public StudyShelf {
 public:
  bool isOpen() const override { return true; }
  std::string file() const override { return {}; }
  std::vector<StoredStudy> studies() const override { return kept_; }
  StudyRows rows(RowId) const override { return rows_; }
  RowId find(const std::string&) const override { return kept_.empty() ? 0 : 1; }
  RowId add(const StoredStudy& study) override {
    kept_.push_back(study);
    kept_.back().id = 1;
    return 1;
  }
  void addRows(RowId, const StudyRows& rows) override {
    for (const StudyRows::Row& row : rows.rows()) rows_.add(rows.named(row));
  }
  void remove(RowId) override {}
  void addRuns(const std::vector<StoredRun>& runs) override {
    QThread::msleep(kKeepingMilliseconds);
    kept += runs.size();
  }
  std::multiset<std::string> wholeRuns(const std::string&) const override { return {}; }
  Design design() const override { return meshDesign(); }

  std::size_t kept = 0;

 private:
  std::vector<StoredStudy> kept_;
  StudyRows rows_;
};

}  // namespace

class StudyKeepingTest : public QObject {
  Q_OBJECT

 private slots:
  /// Keeping takes a tenth of the time, whole runs included, also when a study goes on.
  void keepingTakesATenth() {
    const Sandbox sandbox;
    SlowShelf shelf;
    StudyPage page(shelf);
    page.show();
    page.openDocument(curveStudy("Loads", {meshDesign()}));
    typeAxis(page, QStringLiteral("0.02, 0.2, 0.02"));
    page.findChild<QCheckBox*>(QStringLiteral("studyWhole"))->setChecked(true);
    const auto* pause = page.findChild<QTimer*>(QStringLiteral("studyFlush"));
    constexpr auto kLeast = static_cast<int>(10 * kKeepingMilliseconds);
    page.run();
    QTRY_VERIFY_WITH_TIMEOUT(shelf.kept > 0, 60'000);
    QVERIFY2(pause->interval() >= kLeast, qPrintable(QString::number(pause->interval())));
    page.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!page.running(), 60'000);
    const std::size_t before = shelf.kept;
    page.run();
    QTRY_VERIFY_WITH_TIMEOUT(!page.running(), 60'000);
    if (before < 10) QVERIFY(shelf.kept > before);
    QVERIFY(pause->interval() >= kLeast);
    QCOMPARE(shelf.kept, std::size_t{10});
    QCOMPARE(shelf.rows(1).rows().size(), std::size_t{10});
  }
};

HOPSCOPE_TEST(StudyKeepingTest)
#include "study_keeping_test.moc"
