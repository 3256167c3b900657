// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_panel.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/gallery/lessons_foot.h"
#include "ui/lessons/lesson_file.h"
#include "ui/lessons/lesson_library.h"
#include "ui/lessons/lesson_page.h"
#include "ui/lessons/lesson_player.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"

namespace hopscope {

std::vector<LessonEntry> lessonEntries() {
  std::vector<LessonEntry> entries;
  for (const Lesson& lesson : lessons()) {
    const LessonProgress progress = progressOf(lesson);
    entries.push_back({static_cast<int>(entries.size()) + 1, lessonText(lesson.title),
                       lessonText(lesson.why), lesson.minutes, progress.done,
                       progress.reached > 0});
  }
  return entries;
}

LessonPanel::LessonPanel(LessonPlayer& player, QWidget* parent)
    : QStackedWidget(parent),
      player_(player),
      theme_(&Theme::light()),
      page_(new LessonPage(player, this)) {
  setObjectName(QStringLiteral("lessonPanel"));
  setAccessibleName(tr("Lesson"));
  setProperty("surface", "panel");
  setAttribute(Qt::WA_StyledBackground);
  addWidget(makeList());
  addWidget(page_);
  connect(page_, &LessonPage::listRequested, this, &LessonPanel::showList);
  connect(&player, &LessonPlayer::changed, this, &LessonPanel::refresh);
  connect(&player, &LessonPlayer::finished, this, &LessonPanel::showList);
}

QWidget* LessonPanel::makeList() {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(12, 12, 12, 12);
  column->setSpacing(8);
  column->addWidget(makeLabel(TextRole::title, tr("Lessons"), content));
  auto* words = makeLabel(
      TextRole::secondary,
      tr("Each takes a network from a question to an answer that you can see. What you do is what "
         "you would do outside a lesson."),
      content);
  words->setWordWrap(true);
  column->addWidget(words);
  column->addWidget(makeOwn(content));
  for (const LessonEntry& entry : lessonEntries()) {
    auto* card = new LessonCard(entry, content);
    connect(card, &LessonCard::clicked, this,
            [this, card] { emit lessonChosen(card->entry().number - 1); });
    column->addWidget(card);
    cards_.push_back(card);
  }
  column->addSpacing(4);
  foot_ = new LessonsFoot(QStringLiteral("lessons"), content);
  connect(foot_, &LessonsFoot::chosen, this, &LessonPanel::lessonChosen);
  column->addWidget(foot_);
  column->addStretch();
  list_ = fittedScroll(content, this);
  return list_;
}

/// The user's own: those opened last, and how to get to others.
QWidget* LessonPanel::makeOwn(QWidget* parent) {
  auto* part = new QWidget(parent);
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  own_ = new QWidget(part);
  auto* cards = new QVBoxLayout(own_);
  cards->setContentsMargins(0, 4, 0, 0);
  cards->setSpacing(8);
  cards->addWidget(makeLabel(TextRole::section, tr("Your own"), own_));
  column->addWidget(own_);
  auto* links = new QWidget(part);
  auto* row = new FlowLayout(links);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  const auto link = [&](const QString& words, const char* name) {
    auto* button = new QPushButton(words, links);
    button->setObjectName(QLatin1String(name));
    button->setProperty("link", true);
    row->addWidget(button);
    return button;
  };
  connect(link(tr("Open a lesson…"), "lessonsOpen"), &QPushButton::clicked, this,
          &LessonPanel::openRequested);
  connect(link(tr("Write a lesson…"), "lessonsWrite"), &QPushButton::clicked, this,
          &LessonPanel::writeRequested);
  column->addWidget(links);
  return part;
}

void LessonPanel::showOwn() {
  // The card that was pressed may be one of them.
  for (LessonCard* card : ownCards_) {
    card->hide();
    card->setObjectName({});
    card->deleteLater();
  }
  ownCards_.clear();
  for (const OwnLesson& lesson : ownLessons()) {
    auto* card = new LessonCard({0, lesson.title, lesson.why, lesson.minutes, lesson.done}, own_);
    card->setObjectName(QStringLiteral("ownLesson:%1").arg(ownCards_.size()));
    card->setTheme(*theme_);
    connect(card, &LessonCard::clicked, this, [this, file = lesson.file] { emit ownChosen(file); });
    own_->layout()->addWidget(card);
    card->show();
    ownCards_.push_back(card);
  }
  own_->setVisible(!ownCards_.empty());
}

void LessonPanel::setTheme(const Theme& theme) {
  theme_ = &theme;
  for (LessonCard* card : cards_) card->setTheme(theme);
  for (LessonCard* card : ownCards_) card->setTheme(theme);
  page_->setTheme(theme);
}

int LessonPanel::wholeWidth() const {
  int widest = 0;
  for (const LessonCard* card : cards_) widest = std::max(widest, card->wholeWidth());
  const QMargins around = list_->widget()->layout()->contentsMargins();
  return around.left() + widest + around.right() + list_->verticalScrollBar()->sizeHint().width();
}

void LessonPanel::refresh() {
  if (player_.lesson() == nullptr) {
    showList();
    return;
  }
  page_->refresh();
  setCurrentWidget(page_);
}

void LessonPanel::showList() {
  const std::vector<LessonEntry> entries = lessonEntries();
  for (std::size_t i = 0; i < cards_.size(); ++i) cards_[i]->setEntry(entries[i]);
  showOwn();
  foot_->setLessons(entries);
  setCurrentIndex(0);
}

}  // namespace hopscope
