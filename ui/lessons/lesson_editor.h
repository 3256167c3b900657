// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/design/design.h"
#include "ui/drawing/theme.h"
#include "ui/lessons/lesson.h"
#include "ui/lessons/lesson_draft.h"
#include "ui/lessons/lesson_judge.h"
#include "ui/lessons/lesson_words.h"

class QLabel;
class QListWidget;
class QMenu;
class QPushButton;
class QStackedWidget;

namespace hopscope {

class LessonForm;

/// What came of bringing a lost lesson back.
enum class Restored {
  yes,
  unwanted,   ///< what is written already is to stay
  gone,       ///< discarded meanwhile, or another window has it
  unreadable  ///< it is where it was
};

/// Where a teacher writes a lesson: its head and its steps as forms, read as they are typed, so
/// that what is wrong stands at its field; its claims are checked by the runs it has. Saved as the
/// file that the program's own lessons are.
class LessonEditor : public QDialog {
  Q_OBJECT

 public:
  explicit LessonEditor(QWidget* parent = nullptr);

  /// Where the network that is shown comes from; nothing while none is.
  void setNetworkSource(std::function<std::optional<Design>()> source);
  /// The folder that dialogs begin in while the lesson has no file; empty: the current one.
  void setFolderSource(std::function<QString()> source);
  void setTheme(const Theme& theme);

  // Each asks first whether what was written may go; false where it may not.
  bool begin();                          ///< a new one about the network that is shown
  bool begin(const LessonJson& lesson);  ///< a copy of another
  bool openFile(const QString& path);    ///< false also where it is no lesson: a message says why
  /// Likewise; what is written here stays as it is where it isn't `yes`.
  Restored restore(const LostLesson& lost);

  /// What is written; the file it was saved to, empty before.
  LessonJson lesson() const;
  const QString& file() const { return file_; }
  bool modified() const;
  /// True when it may go: saved, discarded, or nothing to lose.
  bool mayLose();
  bool save();
  bool saveAs();
  bool saveTo(const QString& path);

  /// What was typed is in the lesson, and there is a copy of it, whatever comes next.
  void settle();
  /// Drops what is written, without a question, and hides.
  void leave();

  void reject() override;

 signals:
  /// A lesson that can be played, and where to begin; nothing of it is kept.
  void previewRequested(std::shared_ptr<const hopscope::Lesson> lesson, std::size_t step);
  void saved(const QString& path);

 protected:
  void closeEvent(QCloseEvent* event) override;

 private:
  QWidget* makeSteps();
  QWidget* makeFoot();
  void takeLesson(LessonJson lesson, const QString& file);
  void choose(int row);
  void commit();
  void listSteps();
  void nameSteps();
  void addStep(LessonJson step);
  void removeStep();
  void moveStep(int by);
  void takeNetwork();
  void noteEdit();
  /// What can be taken back besides what is typed, the last first.
  void offerUndo(const QString& words, std::function<void()> act);
  void undo();
  void showUndo();
  void showSteps(int row);
  void insertStep(std::size_t place, LessonJson step, std::optional<int> id = std::nullopt);
  void showJudgement(const LessonJudgement& judgement);
  void showProblems();
  void showIssue();
  void checkClaims();
  void preview();
  void chooseFile();
  bool mayReplace(const QString& path);
  bool mayOverwrite(const QString& path);
  void keepDraft();
  std::optional<int> rowOf(std::optional<int> id) const;
  LessonJson& partAt(int row);
  void offerRemoval(const LessonKey& key);
  void say(const QString& words, const char* tone, const QString& verb = {},
           std::function<void()> act = {});
  void fillNames(QMenu& menu);
  void updateTitle();
  LessonForm& form() const;
  std::size_t stepCount() const;

  std::function<std::optional<Design>()> source_;
  std::function<QString()> folder_;
  const Theme* theme_;
  std::shared_ptr<LessonJson> written_, kept_;
  LessonJson& lesson_;
  LessonJson& saved_;  ///< as it was opened, begun or saved
  QString file_;
  QByteArray digest_;  ///< of what the file held when it was read or written last
  LessonDraft draft_;
  int row_ = 0;    ///< 0: the head; else the step's number, 1 based
  Issues issues_;  ///< by place in the lesson
  std::vector<std::optional<std::size_t>> cameOut_;
  LessonJudge judge_;
  QTimer soon_;
  QListWidget* steps_;
  QPushButton *remove_, *up_, *down_, *undo_;
  std::vector<std::pair<QString, std::function<void()>>> undone_;
  std::vector<int> ids_;  ///< of the steps, wherever they move: what is undone finds its own
  int nextId_ = 0;
  QStackedWidget* pages_;
  LessonForm *head_, *step_;
  QLabel* message_;
  QPushButton *verb_, *check_, *preview_;
  std::function<void()> act_;
};

}  // namespace hopscope
