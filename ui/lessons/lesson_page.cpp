// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_page.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/drawing/icons.h"
#include "ui/lessons/lesson_figures.h"
#include "ui/lessons/lesson_player.h"
#include "ui/lessons/prediction_box.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/words/mnemonics.h"

namespace hopscope {

namespace {

/// A segment a step: done, at hand, to come.
class StepBar final : public QWidget {
 public:
  explicit StepBar(const LessonPlayer& player, QWidget* parent) : QWidget(parent), player_(player) {
    setFixedHeight(4);
  }
  void setTheme(const Theme& theme) {
    theme_ = &theme;
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    if (player_.lesson() == nullptr) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    constexpr double kStepGap = 3;
    const auto steps = player_.lesson()->steps.size();
    const double each =
        (width() - kStepGap * static_cast<double>(steps - 1)) / static_cast<double>(steps);
    for (std::size_t s = 0; s < steps; ++s) {
      painter.setBrush(theme_->color(s <= player_.step() ? Tone::accent : Tone::raised));
      painter.drawRoundedRect(QRectF(static_cast<double>(s) * (each + kStepGap), 0, each, 4), 2, 2);
    }
  }

 private:
  const LessonPlayer& player_;
  const Theme* theme_ = &Theme::light();
};

QLabel* makeText(QWidget* parent, const char* name) {
  auto* label = makeLabel(TextRole::body, {}, parent);
  label->setObjectName(QLatin1String(name));
  label->setTextFormat(Qt::RichText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

}  // namespace

LessonPage::LessonPage(LessonPlayer& player, QWidget* parent)
    : QWidget(parent), player_(player), theme_(&Theme::light()) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeHead());
  column->addWidget(makeRule(this));
  column->addWidget(makeBody(), 1);
  column->addWidget(makeRule(this));
  column->addWidget(makeFoot());
}

QWidget* LessonPage::makeHead() {
  auto* head = new QWidget(this);
  auto* column = new QVBoxLayout(head);
  column->setContentsMargins(12, 8, 12, 12);
  column->setSpacing(4);
  auto* row = new QHBoxLayout;
  count_ = makeLabel(TextRole::hint, {}, head);
  count_->setObjectName(QStringLiteral("lessonStepCount"));
  row->addWidget(count_);
  row->addStretch();
  auto* list = new QPushButton(tr("All lessons"), head);
  list->setObjectName(QStringLiteral("allLessons"));
  list->setProperty("link", true);
  connect(list, &QPushButton::clicked, this, &LessonPage::listRequested);
  row->addWidget(list);
  column->addLayout(row);
  title_ = makeLabel(TextRole::title, {}, head);
  title_->setObjectName(QStringLiteral("lessonTitle"));
  title_->setTextFormat(Qt::PlainText);
  title_->setWordWrap(true);
  column->addWidget(title_);
  column->addSpacing(4);
  bar_ = new StepBar(player_, head);
  column->addWidget(bar_);
  return head;
}

QWidget* LessonPage::makeBody() {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(12, 12, 12, 12);
  column->setSpacing(12);
  stepTitle_ = makeLabel(TextRole::section, {}, content);
  stepTitle_->setObjectName(QStringLiteral("lessonStepTitle"));
  stepTitle_->setTextFormat(Qt::PlainText);
  stepTitle_->setWordWrap(true);
  column->addWidget(stepTitle_);
  text_ = makeText(content, "lessonText");
  column->addWidget(text_);
  prediction_ = new PredictionBox(player_, content);
  column->addWidget(prediction_);

  task_ = new QFrame(content);
  task_->setProperty("hint", true);
  task_->setObjectName(QStringLiteral("lessonTask"));
  auto* inner = new QVBoxLayout(task_);
  inner->setContentsMargins(12, 10, 12, 10);
  inner->setSpacing(8);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  taskIcon_ = new QLabel(task_);
  taskIcon_->setFixedSize(16, 16);
  row->addWidget(taskIcon_, 0, Qt::AlignTop);
  taskText_ = makeText(task_, "lessonTaskText");
  row->addWidget(taskText_, 1);
  inner->addLayout(row);
  doIt_ = new QPushButton(task_);
  doIt_->setObjectName(QStringLiteral("lessonDoIt"));
  connect(doIt_, &QPushButton::clicked, &player_, &LessonPlayer::doIt);
  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(24, 0, 0, 0);
  buttons->addWidget(doIt_);
  buttons->addStretch();
  inner->addLayout(buttons);
  column->addWidget(task_);

  found_ = makeText(content, "lessonFound");
  column->addWidget(found_);
  figures_ = new LessonFigures(content);
  column->addWidget(figures_);
  column->addStretch();
  scroll_ = columnScroll(content, this);
  return scroll_;
}

QWidget* LessonPage::makeFoot() {
  auto* foot = new QWidget(this);
  auto* row = new QHBoxLayout(foot);
  row->setContentsMargins(12, 10, 12, 10);
  row->setSpacing(8);
  back_ = new QPushButton(tr("Back"), foot);
  back_->setObjectName(QStringLiteral("lessonBack"));
  connect(back_, &QPushButton::clicked, &player_, &LessonPlayer::back);
  next_ = new QPushButton(foot);
  next_->setObjectName(QStringLiteral("lessonNext"));
  next_->setProperty("primary", true);
  next_->setFont(fontOf(TextRole::bold));
  next_->setMinimumWidth(92);
  connect(next_, &QPushButton::clicked, &player_, &LessonPlayer::next);
  row->addWidget(back_);
  row->addStretch();
  row->addWidget(next_);
  return foot;
}

void LessonPage::setTheme(const Theme& theme) {
  theme_ = &theme;
  static_cast<StepBar*>(bar_)->setTheme(theme);
  refresh();
}

void LessonPage::refresh() {
  const Lesson* lesson = player_.lesson();
  if (lesson == nullptr) return;
  const bool pressed = doIt_->hasFocus();
  const LessonStep& step = player_.current();
  const LessonView view = player_.view();
  title_->setText(lessonText(lesson->title));
  const QLocale locale;
  count_->setText(tr("Step %1 of %2")
                      .arg(locale.toString(static_cast<int>(player_.step()) + 1),
                           locale.toString(static_cast<int>(lesson->steps.size()))));
  bar_->update();
  stepTitle_->setText(lessonText(step.title));
  text_->setText(lessonRichText(lessonText(step.text, view)));
  // A press on an answer takes the answers away; the focus must not jump to another panel.
  const bool answered = prediction_->isAncestorOf(window()->focusWidget());
  prediction_->refresh();
  showTask();
  if (answered && !player_.questions()) (player_.mayGoOn() ? next_ : doIt_)->setFocus();
  const bool outcome = player_.done() || !player_.asks();
  found_->setText(lessonRichText(lessonText(step.found, view)));
  found_->setVisible(outcome && !step.found.empty());
  if (outcome)
    figures_->show(step.figures, view);
  else
    figures_->hide();
  back_->setEnabled(player_.step() > 0);
  next_->setText(player_.last() ? tr("Finish") : tr("Next"));
  next_->setEnabled(player_.mayGoOn());
  next_->setToolTip(player_.mayGoOn()     ? QString()
                    : player_.questions() ? tr("Answer first.")
                                          : tr("Do the step first, or let it be done."));
  if (shownStep_ != player_.step() || shownLesson_ != lesson) {
    shownStep_ = player_.step();
    shownLesson_ = lesson;
    scroll_->verticalScrollBar()->setValue(0);
    // The button that had it may be disabled now; the focus must not jump to another panel.
    QPushButton* todo = player_.questions() ? prediction_->firstAnswer() : doIt_;
    if (isVisible()) (player_.mayGoOn() ? next_ : todo)->setFocus();
  } else if (player_.done()) {
    if (pressed) next_->setFocus();
    // What came out of it may lie below the fold.
    QMetaObject::invokeMethod(
        this, [this] { scroll_->ensureWidgetVisible(found_, 0, 12); }, Qt::QueuedConnection);
  }
}

void LessonPage::showTask() {
  const LessonStep& step = player_.current();
  task_->setVisible(player_.asks() && !player_.questions());
  if (!player_.asks()) return;
  const bool done = player_.done();
  taskIcon_->setPixmap(icon(done ? QStringLiteral("ok") : QStringLiteral("chevron-right"), *theme_,
                            done ? Tone::ok : Tone::accentText)
                           .pixmap(16, 16));
  taskIcon_->setAccessibleName(done ? tr("Done") : tr("To do"));
  taskText_->setText(lessonRichText(lessonText(step.task, player_.view())));
  doIt_->setText(step.button.empty() ? tr("Do it for me")
                                     : withoutMnemonic(lessonText(step.button)));
  doIt_->setVisible(!done);
}

}  // namespace hopscope
