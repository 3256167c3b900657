// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/lesson_flows.h"

#include <QFileDialog>
#include <QFileInfo>
#include <nlohmann/json.hpp>
#include <utility>

#include "ui/lessons/lesson_draft.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lesson_file.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/last_folder.h"
#include "ui/shell/learn_mode.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/widgets/loss_question.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

const char* const kLessonFolderKey = "folder/lessons";
const char* const kLessonKey = "lesson";
const char* const kPreviewKey = "lessonPreview";
const char* const kNotRestoredKey = "lessonNotRestored";

/// Of the message that offers one of the lessons that were lost, 1 based.
QString lostKey(int number) {
  return QStringLiteral("lessonLost%1").arg(number);
}

}  // namespace

LessonFlows::LessonFlows(ProjectSession& session, LearnMode& learn, Actions& actions,
                         MessageBar& messages, QWidget* window)
    : QObject(window),
      session_(session),
      learn_(learn),
      messages_(messages),
      window_(window),
      theme_(&Theme::light()) {
  QAction* copying = actions.at("lesson.copy");
  connect(actions.at("lesson.open"), &QAction::triggered, this, &LessonFlows::choose);
  connect(actions.at("lesson.write"), &QAction::triggered, this, &LessonFlows::write);
  connect(copying, &QAction::triggered, this, &LessonFlows::copy);
  connect(&learn, &LearnMode::openRequested, this, &LessonFlows::choose);
  connect(&learn, &LearnMode::writeRequested, this, &LessonFlows::write);
  connect(&learn, &LearnMode::ownChosen, this, &LessonFlows::openFile);
  const auto update = [this, copying] {
    const Lesson* lesson = learn_.player().lesson();
    copying->setEnabled(lesson != nullptr);
    if (lesson == nullptr || lesson != previewed_.get())
      messages_.clear(QLatin1String(kPreviewKey));
  };
  connect(&learn.player(), &LessonPlayer::changed, this, update);
  update();
}

void LessonFlows::setTheme(const Theme& theme) {
  theme_ = &theme;
  if (editor_ != nullptr) editor_->setTheme(theme);
}

LessonEditor& LessonFlows::ownEditor() {
  if (editor_ == nullptr) {
    editor_ = new LessonEditor(window_);
    editor_->setTheme(*theme_);
    editor_->setNetworkSource([this]() -> std::optional<Design> {
      if (!session_.isOpen()) return std::nullopt;
      return session_.document().design();
    });
    editor_->setFolderSource([] { return lastFolder(kLessonFolderKey); });
    connect(editor_, &LessonEditor::previewRequested, this, &LessonFlows::preview);
    connect(editor_, &LessonEditor::saved, this, &LessonFlows::remember);
  }
  return *editor_;
}

LessonEditor& LessonFlows::shownEditor() {
  LessonEditor& editor = ownEditor();
  messages_.clear(QLatin1String(kPreviewKey));
  editor.show();
  editor.raise();
  editor.activateWindow();
  return editor;
}

void LessonFlows::write() {
  LessonEditor& editor = shownEditor();
  if (editor.lesson().is_null()) editor.begin();
}

void LessonFlows::copy() {
  const Lesson* lesson = learn_.player().lesson();
  if (lesson == nullptr) return;
  // Asking may close what it is a copy of.
  const LessonJson json = LessonJson::parse(lesson->json, nullptr, false);
  if (!json.is_discarded()) shownEditor().begin(json);
}

void LessonFlows::choose() {
  const QString path =
      QFileDialog::getOpenFileName(window_, tr("Open a lesson"), lastFolder(kLessonFolderKey),
                                   lessonFilter() + QStringLiteral(";;") + tr("All files (*)"));
  if (!path.isEmpty()) openFile(path);
}

bool LessonFlows::openFile(const QString& path) {
  QString problem;
  const QByteArray bytes = readLessonBytes(path, problem);
  LessonFile read;
  if (problem.isEmpty()) {
    read = readOwnLesson(bytes, QFileInfo(path).fileName());
    problem = lessonProblem(read);
  }
  if (!read.lesson) {
    messages_.post(QLatin1String(kLessonKey), Severity::error, problem);
    return false;
  }
  messages_.clear(QLatin1String(kLessonKey));
  const auto lesson = std::make_shared<const Lesson>(std::move(*read.lesson));
  learn_.open(lesson, LessonPlayer::resumeStep(*lesson));
  if (learn_.player().lesson() != lesson.get()) return false;
  rememberFolderOf(path, kLessonFolderKey);
  rememberOwnLesson(path, *lesson);
  return true;
}

/// What was saved stands in the list of lessons, once it can be played.
void LessonFlows::remember(const QString& path) {
  rememberFolderOf(path, kLessonFolderKey);
  QString problem;
  const LessonFile read = readOwnLesson(readLessonBytes(path, problem), QFileInfo(path).fileName());
  if (!read.lesson) return;
  rememberOwnLesson(path, *read.lesson);
  if (learn_.player().lesson() == nullptr) learn_.panel().showList();
}

void LessonFlows::preview(const std::shared_ptr<const Lesson>& lesson, std::size_t step) {
  const std::shared_ptr<const Lesson> before = std::exchange(previewed_, lesson);
  editor_->hide();
  learn_.open(lesson, step);
  // What is open may be wanted still.
  if (learn_.player().lesson() != lesson.get()) {
    shownEditor();
    return;
  }
  window_->activateWindow();
  messages_.post(QLatin1String(kPreviewKey), Severity::note,
                 tr("A preview: this is what a learner sees."),
                 {{tr("Back to writing"), [this] { shownEditor(); }}});
}

void LessonFlows::offerLost() {
  messages_.clear(QLatin1String(kNotRestoredKey));
  for (; offered_ > 0; --offered_) messages_.clear(lostKey(offered_));
  for (const LostLesson& lost : lostLessons()) {
    const QString name = lost.title.isEmpty() ? tr("without a title") : lost.title;
    messages_.post(
        lostKey(++offered_), Severity::warning,
        tr("The lesson “%1” was still being written when Hopscope ended (last change "
           "%2).")
            .arg(name, whenText(lost.changed)),
        {{tr("Go on writing"), [this, lost, name] { restore(lost, name); }},
         {tr("Discard…"), [this, lost, name] {
            if (asksToLose(window_, {"lessonLostQuestion", tr("Discard the recovery copy"),
                                     tr("Discard what was not saved of “%1”?").arg(name),
                                     tr("It can't be brought back. Files stay as they are."),
                                     tr("Discard for good"), tr("Keep it")}))
              discardLost(lost);
            else
              offerLost();
          }}});
  }
}

/// An editor is shown only with the lesson in it: another window may have been quicker.
void LessonFlows::restore(const LostLesson& lost, const QString& name) {
  const Restored restored = ownEditor().restore(lost);
  if (restored == Restored::yes) {
    messages_.clear(QLatin1String(kNotRestoredKey));
    shownEditor();
    return;
  }
  // What is there still is offered again, what is gone no longer.
  offerLost();
  if (restored == Restored::unwanted) return;
  messages_.post(
      QLatin1String(kNotRestoredKey), Severity::warning,
      restored == Restored::gone
          ? tr("Another window has the lesson “%1” by now, or it was discarded.").arg(name)
          : tr("What was kept of the lesson “%1” can't be read.").arg(name));
}

bool LessonFlows::mayClose() {
  return editor_ == nullptr || editor_->mayLose();
}

void LessonFlows::settle() {
  if (editor_ != nullptr) editor_->settle();
}

void LessonFlows::leave() {
  if (editor_ != nullptr) editor_->leave();
}

}  // namespace hopscope
