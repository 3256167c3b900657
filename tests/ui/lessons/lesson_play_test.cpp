// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <map>
#include <vector>

#include "tests/support/test_main.h"
#include "tests/ui/shell/window_support.h"
#include "ui/gallery/start_page.h"
#include "ui/lessons/lesson_figures.h"
#include "ui/lessons/lesson_library.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/lessons/lesson_player.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/run_mode.h"

using namespace hopscope;
using namespace hopscope::test;

/// Every lesson from its first step to its last, by the buttons of the panel.
class LessonPlayTest : public QObject {
  Q_OBJECT

  struct Outcome {
    std::size_t lesson;
    LessonFacts facts;
  };

  std::unique_ptr<Sandbox> sandbox_;
  std::unique_ptr<MainWindow> window_;
  std::vector<Outcome> outcomes_;                         ///< of all steps of all lessons
  std::vector<std::map<std::string, LessonFacts>> kept_;  ///< at the end of each lesson
  std::vector<bool> played_;
  std::size_t asked_ = 0, surprises_ = 0;

  LessonPlayer& player() { return window_->learnMode().player(); }
  QString shown(const char* name) {
    return window_->learnMode().panel().findChild<QLabel*>(QLatin1String(name))->text();
  }

  void playStep(std::size_t lesson, bool last) {
    const LessonStep& step = player().current();
    QAbstractButton* next = button(*window_, QStringLiteral("lessonNext"));
    const QByteArray place = (lessons()[lesson].name + ": " + step.title).c_str();
    QVERIFY(!shown("lessonText").contains(QLatin1Char('{')));
    QVERIFY(!shown("lessonText").contains(QStringLiteral("–")));
    if (player().asks()) {
      // What can't fail proves nothing.
      QVERIFY2(!player().conditionsHold() && !player().done(), place);
      QVERIFY2(!next->isEnabled(), place);
      outcomes_.push_back({lesson, *player().view().now});
      if (!step.question.ask.empty()) answer(place);
      if (QTest::currentTestFailed()) return;
      QAbstractButton* doIt = button(*window_, QStringLiteral("lessonDoIt"));
      QTRY_VERIFY(doIt->isVisible() && !doIt->visibleRegion().isEmpty());
      QTest::mouseClick(doIt, Qt::LeftButton);
      QTRY_VERIFY2_WITH_TIMEOUT(player().done() || failedRun(), place, 20'000);
      if (!player().done()) explain(place);
      QVERIFY2(player().done(), place);
      outcomes_.push_back({lesson, *player().view().now});
      QTRY_VERIFY2(next->isEnabled(), place);
      QVERIFY2(!shown("lessonFound").contains(QLatin1Char('{')), place);
      QVERIFY2(!shown("lessonFound").contains(QStringLiteral("–")), place);
      if (!step.question.ask.empty()) compareAnswer(place);
    }
    for (const QLabel* label :
         window_->learnMode().panel().findChild<LessonFigures*>()->findChildren<QLabel*>())
      QVERIFY2(label->text() != QStringLiteral("–"), place);
    kept_[lesson] = *player().view().kept;
    QCOMPARE(next->text(), last ? QStringLiteral("Finish") : QStringLiteral("Next"));
    QTest::mouseClick(next, Qt::LeftButton);
  }

  /// The step asks before it offers anything; the first answer is given.
  void answer(const QByteArray& place) {
    ++asked_;
    QVERIFY2(player().questions(), place);
    QVERIFY2(!button(*window_, QStringLiteral("lessonDoIt"))->isVisible(), place);
    QVERIFY2(!shown("lessonPredictionText").contains(QLatin1Char('{')), place);
    auto* first =
        window_->learnMode().panel().findChild<QPushButton*>(QStringLiteral("lessonAnswer:0"));
    QTRY_VERIFY2(first->isVisible() && !first->visibleRegion().isEmpty(), place);
    QCOMPARE(window_->focusWidget(), first);
    // All of them can be read.
    for (std::size_t i = 0; i < player().current().question.answers.size(); ++i) {
      const auto* each = window_->learnMode().panel().findChild<QPushButton*>(
          QStringLiteral("lessonAnswer:%1").arg(i));
      QVERIFY2(each->sizeHint().width() <= each->width(), qPrintable(each->text()));
    }
    QTest::mouseClick(first, Qt::LeftButton);
    QVERIFY2(!player().questions(), place);
    QVERIFY2(shown("lessonPredictionText").contains(textOf(0)), place);
  }

  /// What came out is one of the answers, told beside the one that was given.
  void compareAnswer(const QByteArray& place) {
    const auto& answers = player().current().question.answers;
    const LessonView view = player().view();
    std::vector<std::size_t> right;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (std::all_of(answers[i].when.begin(), answers[i].when.end(), [&](const Condition& each) {
            return each.holds([&](std::string_view name) { return view.value(name); });
          }))
        right.push_back(i);
    }
    QVERIFY2(right.size() == 1, place);
    QVERIFY2(player().cameOut() == right.front(), place);
    QVERIFY2(shown("lessonPredictionText").contains(textOf(0)), place);
    QVERIFY2(shown("lessonPredictionText").contains(textOf(right.front())), place);
    QCOMPARE(shown("lessonPredictionText").contains(QStringLiteral("As you predicted")),
             right.front() == 0);
    if (right.front() != 0) ++surprises_;
  }

  QString textOf(std::size_t answer) {
    return lessonText(player().current().question.answers[answer].text);
  }

  /// The run is over, and yet the step is not done.
  bool failedRun() {
    const LessonFacts& facts = *player().view().now;
    return facts.run == LessonFacts::Run::finished && facts.results != nullptr && !player().done();
  }

  void explain(const QByteArray& place) {
    const LessonView view = player().view();
    for (const Condition& condition : player().current().until)
      if (!condition.holds([&](std::string_view name) { return view.value(name); })) {
        QString values;
        for (const std::string& name : condition.left->names())
          values +=
              QStringLiteral(" %1 = %2")
                  .arg(QString::fromStdString(name), lessonNumber(view.value(name), {6, false}));
        qWarning("%s: not so: %s;%s", place.constData(), condition.text.c_str(),
                 qPrintable(values));
      }
  }

 private slots:
  void initTestCase() {
    sandbox_ = std::make_unique<Sandbox>();
    window_ = openWindow();
    window_->runMode().setSpeed(0);
    kept_.resize(lessons().size());
    played_.resize(lessons().size());
  }
  void cleanupTestCase() {
    window_.reset();
    sandbox_.reset();
  }

  void everyLessonPlaysThrough_data() {
    QTest::addColumn<int>("lesson");
    for (std::size_t i = 0; i < lessons().size(); ++i)
      QTest::newRow(lessons()[i].name.c_str()) << static_cast<int>(i);
  }

  void everyLessonPlaysThrough() {
    QFETCH(int, lesson);
    const auto index = static_cast<std::size_t>(lesson);
    // The first from the start page, the others from the list that the one before ends with.
    QWidget& list = window_->mode() == MainWindow::Mode::start
                        ? static_cast<QWidget&>(window_->startPage())
                        : static_cast<QWidget&>(window_->learnMode().panel());
    auto* card = list.findChild<LessonCard*>(QStringLiteral("lesson:%1").arg(lesson + 1));
    QVERIFY(card != nullptr);
    QTest::keyClick(card, Qt::Key_Return);
    QCOMPARE(window_->mode(), MainWindow::Mode::learn);
    QVERIFY(player().lesson() == &lessons()[index]);
    window_->runMode().setSpeed(0);
    const std::size_t steps = lessons()[index].steps.size();
    for (std::size_t s = 0; s < steps; ++s) {
      QCOMPARE(player().step(), s);
      playStep(index, s + 1 == steps);
      if (QTest::currentTestFailed()) return;
    }
    QVERIFY(player().lesson() == nullptr);
    QVERIFY(progressOf(lessons()[index]).done);
    const std::vector<LessonEntry> entries = lessonEntries();
    QCOMPARE(std::count_if(entries.begin(), entries.end(),
                           [](const LessonEntry& each) { return each.done; }),
             static_cast<std::ptrdiff_t>(index + 1));
    played_[index] = true;
  }

  /// Every lesson asks; and the first answer is not always the one.
  void everyLessonAsks() {
    QVERIFY(asked_ >= lessons().size());
    QVERIFY(surprises_ > 0 && surprises_ < asked_);
    for (const Lesson& lesson : lessons())
      QVERIFY2(std::any_of(lesson.steps.begin(), lesson.steps.end(),
                           [](const LessonStep& step) { return !step.question.ask.empty(); }),
               lesson.name.c_str());
  }

  /// Each condition by itself is false for one of the states that the lessons went through.
  void noConditionHoldsAlways() {
    for (std::size_t lesson = 0; lesson < lessons().size(); ++lesson) {
      QVERIFY(played_[lesson]);
      for (const LessonStep& step : lessons()[lesson].steps)
        for (const Condition& condition : step.until) {
          bool failed = false;
          for (const Outcome& outcome : outcomes_) {
            const LessonView view{&outcome.facts, &kept_[lesson]};
            // A run that has no results fails everything; that would be too easy.
            const bool aboutRun = condition.text.rfind("run ", 0) == 0;
            if (!aboutRun && outcome.facts.results == nullptr) continue;
            failed =
                failed || !condition.holds([&](std::string_view name) { return view.value(name); });
          }
          QVERIFY2(failed, condition.text.c_str());
        }
    }
  }
};

HOPSCOPE_TEST(LessonPlayTest)
#include "lesson_play_test.moc"
