// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/start_page.h"

#include <QAction>
#include <QButtonGroup>
#include <QCoreApplication>
#include <QFileInfo>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

#include "projects/project.h"
#include "ui/drawing/icons.h"
#include "ui/gallery/example_card.h"
#include "ui/gallery/lessons_foot.h"
#include "ui/gallery/side_button.h"
#include "ui/widgets/column_scroll.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr int kSide = 264, kSpacing = 16;
constexpr int kCardWidth = 290, kLeastWidth = 245;  // the less where all cards fit then
constexpr int kAbove = 80;                          // the examples' head, and the page's margin
constexpr int kFirstRows = 2;                       // of examples, before the lessons
const char* const kHintKey = "start/hintDismissed";

}  // namespace

StartPage::StartPage(const StartActions& actions, QWidget* parent)
    : QWidget(parent), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("startPage"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(makeSide(actions));
  auto* rule = new QFrame(this);
  rule->setFixedWidth(1);
  rule->setBackgroundRole(QPalette::Mid);
  rule->setAutoFillBackground(true);
  row->addWidget(rule);
  row->addWidget(makeExamples(), 1);
}

QWidget* StartPage::makeAction(QAction* action, const QString& text, bool primary) {
  auto* button = new SideButton(text, this);
  button->setObjectName(QStringLiteral("start:") + action->objectName());
  button->setPrimary(primary);
  button->setIconName(action->property("iconName").toString());
  button->setRight(action->shortcut().toString(QKeySequence::NativeText));
  connect(button, &SideButton::clicked, action, &QAction::trigger);
  sideButtons_.push_back(button);
  return button;
}

QWidget* StartPage::makeSide(const StartActions& actions) {
  auto* side = new QWidget(this);
  side->setFixedWidth(kSide - 1);
  side->setProperty("surface", "panel");
  side->setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(12, 24, 12, 12);
  column->setSpacing(4);

  auto* brand = new QHBoxLayout;
  brand->setContentsMargins(12, 0, 0, 0);
  brand->setSpacing(12);
  logo_ = new QLabel(side);
  logo_->setFixedSize(40, 40);
  auto* words = new QVBoxLayout;
  words->setSpacing(0);
  words->addWidget(makeLabel(TextRole::page, tr("Hopscope"), side));
  words->addWidget(makeLabel(TextRole::hint, tr("Draw it, run it, see why"), side));
  brand->addWidget(logo_);
  brand->addLayout(words);
  brand->addStretch();
  column->addLayout(brand);
  column->addSpacing(16);

  column->addWidget(makeAction(actions.generate, tr("Generate network…"), true));
  column->addWidget(makeAction(actions.draw, tr("Draw from scratch"), false));
  column->addWidget(makeAction(actions.open, tr("Open a project…"), false));
  column->addSpacing(16);
  recentTitle_ = makeLabel(TextRole::bold, tr("Recent"), side);
  recentTitle_->setContentsMargins(12, 0, 0, 4);
  column->addWidget(recentTitle_);
  recentColumn_ = new QVBoxLayout;
  recentColumn_->setSpacing(4);
  column->addLayout(recentColumn_);
  column->addStretch();
  column->addWidget(makeHint());
  return side;
}

QWidget* StartPage::makeHint() {
  hint_ = new QFrame(this);
  hint_->setProperty("hint", true);
  auto* column = new QVBoxLayout(hint_);
  column->setContentsMargins(12, 12, 12, 8);
  column->setSpacing(4);
  auto* title = makeLabel(TextRole::bold, tr("First time here?"), hint_);
  title->setProperty("tone", "accent");
  column->addWidget(title);
  auto* text = makeLabel(
      TextRole::body,
      tr("Open the first example and press Run. The rest explains itself on the way."), hint_);
  text->setWordWrap(true);
  column->addWidget(text);
  auto* row = new QHBoxLayout;
  auto* show = new QPushButton(tr("Show me"), hint_);
  show->setProperty("link", true);
  show->setFont(fontOf(TextRole::bold));
  show->setObjectName(QStringLiteral("hintShow"));
  auto* later = new QPushButton(tr("Not now"), hint_);
  later->setProperty("link", true);
  later->setObjectName(QStringLiteral("hintLater"));
  row->addWidget(show);
  row->addStretch();
  row->addWidget(later);
  column->addLayout(row);
  const auto dismiss = [this] {
    QSettings().setValue(QLatin1String(kHintKey), true);
    hint_->hide();
  };
  connect(later, &QPushButton::clicked, this, dismiss);
  connect(show, &QPushButton::clicked, this, [this, dismiss] {
    dismiss();
    if (!examples().empty()) emit exampleChosen(examples().front(), true);
  });
  hint_->setVisible(!QSettings().value(QLatin1String(kHintKey), false).toBool());
  return hint_;
}

void StartPage::showHint() {
  QSettings().remove(QLatin1String(kHintKey));
  hint_->show();
}

QWidget* StartPage::makeExamples() {
  auto* content = new QWidget;
  content->setProperty("surface", "canvas");
  content->setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(24, 28, 24, 24);
  column->setSpacing(16);
  auto* head = new QHBoxLayout;
  head_ = new QBoxLayout(QBoxLayout::LeftToRight);
  head_->addLayout(head, 1);
  auto* title = makeLabel(TextRole::title, tr("Examples"), content);
  head->addWidget(title);
  more_ = new QPushButton(content);
  more_->setObjectName(QStringLiteral("showAllExamples"));
  more_->setProperty("link", true);
  more_->setText(tr("Show all %1").arg(wholeText(static_cast<qint64>(examples().size()))));
  connect(more_, &QPushButton::clicked, this, &StartPage::showAllExamples);
  head->addSpacing(8);
  head->addWidget(more_);
  head->addStretch();
  segments_ = new QFrame(content);
  QFrame* segments = segments_;
  segments->setObjectName(QStringLiteral("segments"));
  auto* strip = new QHBoxLayout(segments);
  strip->setContentsMargins(2, 2, 2, 2);
  strip->setSpacing(0);
  auto* group = new QButtonGroup(this);
  QStringList present;
  for (const Example& example : examples()) {
    const QString category = QString::fromStdString(example.category);
    if (!present.contains(category)) present << category;
  }
  QStringList categories{QString()};
  for (const char* usual : {"Routing", "Switches", "Topologies", "Papers"})
    if (present.removeOne(QLatin1String(usual))) categories << QLatin1String(usual);
  categories += present;
  for (const QString& category : categories) {
    auto* button = new QToolButton(segments);
    button->setText(category.isEmpty()
                        ? tr("All")
                        : QCoreApplication::translate("Example", category.toUtf8().constData()));
    button->setObjectName(QStringLiteral("category:") + category);
    button->setCheckable(true);
    button->setProperty("segment", true);
    button->setChecked(category.isEmpty());
    group->addButton(button);
    strip->addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, category] { setCategory(category); });
  }
  head_->addWidget(segments, 0, Qt::AlignLeft);
  column->addLayout(head_);
  gridHost_ = new QWidget(content);
  grid_ = new QGridLayout(gridHost_);
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setSpacing(kSpacing);
  for (const Example& example : examples()) {
    auto* card = new ExampleCard(example, gridHost_);
    connect(card, &ExampleCard::clicked, this,
            [this, card] { emit exampleChosen(card->example(), false); });
    cards_.push_back(card);
  }
  column->addWidget(gridHost_);
  column->addSpacing(12);
  column->addWidget(makeLessons());
  column->addStretch();
  return columnScroll(content, this);
}

QWidget* StartPage::makeLessons() {
  auto* part = new QWidget(this);
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(16);
  column->addWidget(makeLabel(TextRole::title, tr("Lessons"), part));
  lessonHost_ = new QWidget(part);
  lessonGrid_ = new QGridLayout(lessonHost_);
  lessonGrid_->setContentsMargins(0, 0, 0, 0);
  lessonGrid_->setHorizontalSpacing(kSpacing);
  lessonGrid_->setVerticalSpacing(8);
  lessonFoot_ = new LessonsFoot(QStringLiteral("startLessons"), lessonHost_);
  lessonFoot_->layout()->setContentsMargins(12, 0, 8, 0);
  connect(lessonFoot_, &LessonsFoot::chosen, this, &StartPage::lessonChosen);
  column->addWidget(lessonHost_);
  return part;
}

void StartPage::setLessons(const std::vector<LessonEntry>& lessons) {
  while (lessonCards_.size() > lessons.size()) {
    delete lessonCards_.back();
    lessonCards_.pop_back();
  }
  for (std::size_t i = 0; i < lessons.size(); ++i) {
    if (i == lessonCards_.size()) {
      auto* card = new LessonCard(lessons[i], lessonHost_);
      card->setTheme(*theme_);
      connect(card, &LessonCard::clicked, this,
              [this, card] { emit lessonChosen(card->entry().number - 1); });
      lessonCards_.push_back(card);
    }
    lessonCards_[i]->setEntry(lessons[i]);
  }
  lessonFoot_->setLessons(lessons);
  if (columns_ > 0) arrangeLessons(columns_);
}

void StartPage::arrangeLessons(int columns) {
  while (QLayoutItem* item = lessonGrid_->takeAt(0)) delete item;
  for (int c = 0; c < lessonGrid_->columnCount(); ++c)
    lessonGrid_->setColumnStretch(c, c < columns ? 1 : 0);
  int place = 0;
  for (LessonCard* card : lessonCards_) {
    lessonGrid_->addWidget(card, place / columns, place % columns);
    card->show();
    ++place;
  }
  lessonGrid_->addWidget(lessonFoot_, place / columns, place % columns);
  for (int c = 0; c < columns; ++c) lessonGrid_->setColumnStretch(c, 1);
}

void StartPage::setTheme(const Theme& theme) {
  theme_ = &theme;
  logo_->setPixmap(icon(QStringLiteral("logo"), theme, Tone::accent).pixmap(40, 40));
  for (SideButton* button : sideButtons_) button->setTheme(theme);
  for (int i = 0; i < recentColumn_->count(); ++i)
    if (auto* button = qobject_cast<SideButton*>(recentColumn_->itemAt(i)->widget()))
      button->setTheme(theme);
  for (ExampleCard* card : cards_) card->setTheme(theme);
  for (LessonCard* card : lessonCards_) card->setTheme(theme);
}

void StartPage::setRecent(const std::vector<RecentProject>& recent) {
  while (QLayoutItem* item = recentColumn_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  recentTitle_->setVisible(!recent.empty());
  for (const RecentProject& project : recent) {
    auto* button = new SideButton(QFileInfo(project.file).completeBaseName(), this);
    button->setObjectName(QStringLiteral("recent:") + project.file);
    button->setSecond(plural(project.designs, "design", "designs") + QStringLiteral(", ") +
                      plural(project.runs, "run", "runs"));
    button->setRight(whenText(project.when));
    button->setToolTip(project.file);
    button->setTheme(*theme_);
    connect(button, &SideButton::clicked, this,
            [this, file = project.file] { emit recentChosen(file); });
    recentColumn_->addWidget(button);
  }
}

void StartPage::setCategory(const QString& category) {
  category_ = category;
  columns_ = 0;
  arrangeCards();
}

void StartPage::showAllExamples() {
  allExamples_ = true;
  columns_ = 0;
  arrangeCards();
}

void StartPage::arrangeCards() {
  const int room = width() - kSide - 48;
  // What there is to choose stands below the head where the page is narrow.
  const int needed = head_->itemAt(0)->sizeHint().width() + segments_->sizeHint().width();
  head_->setDirection(room < needed + head_->spacing() ? QBoxLayout::TopToBottom
                                                       : QBoxLayout::LeftToRight);
  // Where all of them fit there is nothing to unfold.
  const auto all = static_cast<int>(cards_.size());
  const auto columnsOf = [&](int card) {
    return std::max(1, (room + kSpacing) / (card + kSpacing));
  };
  const auto heightIn = [&](int columns) {
    const int rows = (all + columns - 1) / columns;
    return std::min((height() - kAbove) / rows - kSpacing, ExampleCard::kHeight);
  };
  int columns = columnsOf(kCardWidth);
  if (const int more = columnsOf(kLeastWidth);
      heightIn(more) >= ExampleCard::kLeastHeight && heightIn(more) > heightIn(columns))
    columns = more;
  const bool fit = heightIn(columns) >= ExampleCard::kLeastHeight;
  for (ExampleCard* card : cards_) card->setHeight(fit ? heightIn(columns) : ExampleCard::kHeight);
  if (columns == columns_ && fit == allFit_) return;
  columns_ = columns;
  allFit_ = fit;
  arrangeLessons(columns);
  while (QLayoutItem* item = grid_->takeAt(0)) delete item;
  for (int c = 0; c < grid_->columnCount(); ++c) grid_->setColumnStretch(c, c < columns ? 1 : 0);
  int place = 0;
  const bool few = category_.isEmpty() && !allExamples_ && !fit;
  more_->setVisible(few && kFirstRows * columns < all);
  for (ExampleCard* card : cards_) {
    const bool wanted =
        few ? place < kFirstRows * columns
            : category_.isEmpty() || QString::fromStdString(card->example().category) == category_;
    card->setVisible(wanted);
    if (!wanted) continue;
    grid_->addWidget(card, place / columns, place % columns);
    grid_->setColumnStretch(place % columns, 1);
    ++place;
  }
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrangeCards();
}

void StartPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  loadNext();
}

void StartPage::loadNext() {
  // One after the other: the window and the other core stay free.
  if (loading_ || nextToLoad_ >= cards_.size()) return;
  loading_ = true;
  cards_[nextToLoad_++]->load([this] {
    loading_ = false;
    loadNext();
  });
}

}  // namespace hopscope
