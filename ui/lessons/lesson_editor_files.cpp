// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the lesson's editor, and what is asked before anything of it is lost.
#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <nlohmann/json.hpp>

#include "ui/drawing/save_bytes.h"
#include "ui/lessons/lesson_beginnings.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lesson_file.h"
#include "ui/widgets/loss_question.h"

namespace hopscope {

namespace {

/// A name for the file, from the title.
QString fileNameOf(const LessonJson& lesson) {
  QString name = textOf(lesson, "title").toLower();
  static const QRegularExpression kOther(QStringLiteral("[^\\p{L}\\p{N}]+"));
  name.replace(kOther, QStringLiteral("-"));
  while (name.startsWith(QLatin1Char('-'))) name.remove(0, 1);
  while (name.endsWith(QLatin1Char('-'))) name.chop(1);
  return (name.isEmpty() ? QStringLiteral("lesson") : name.left(60)) + QLatin1String(kLessonEnding);
}

}  // namespace

bool LessonEditor::save() {
  return file_.isEmpty() ? saveAs() : saveTo(file_);
}

bool LessonEditor::saveAs() {
  QString suggested = file_;
  if (suggested.isEmpty()) {
    const QString folder = folder_ ? folder_() : QString();
    suggested = (folder.isEmpty() ? folder : folder + QLatin1Char('/')) + fileNameOf(lesson());
  }
  QString path =
      QFileDialog::getSaveFileName(this, tr("Save the lesson"), suggested, lessonFilter());
  if (path.isEmpty()) return false;
  if (!path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) {
    path += QLatin1String(kLessonEnding);
    // The dialog asked about the name without it.
    if (QFileInfo::exists(path) && !mayReplace(path)) return false;
  }
  return saveTo(path);
}

bool LessonEditor::mayReplace(const QString& path) {
  return asksToLose(this, {"lessonReplace", tr("The file exists"),
                           tr("Replace %1?").arg(QFileInfo(path).fileName()),
                           tr("What it holds is lost."), tr("Replace"), tr("Keep it")});
}

/// What another program has written there since is not lost unasked.
bool LessonEditor::mayOverwrite(const QString& path) {
  if (digest_.isEmpty() || QFileInfo(path).absoluteFilePath() != file_) return true;
  if (!QFileInfo::exists(path)) return true;
  QString unread;
  const QByteArray now = readLessonBytes(path, unread);
  if (unread.isEmpty() && lessonDigest(now) == digest_) return true;
  const QString name = QFileInfo(path).fileName();
  if (asksToLose(this, {"lessonChanged", tr("The file has changed"),
                        tr("Another program has changed %1 meanwhile.").arg(name),
                        tr("Saving over it would lose what is new there."), tr("Overwrite"),
                        tr("Keep it")}))
    return true;
  say(tr("Nothing was saved: %1 has changed. Under another name both are kept.").arg(name), "warn",
      tr("Save as…"), [this] { saveAs(); });
  return false;
}

void LessonEditor::keepDraft() {
  if (!modified())
    draft_.drop();
  else
    draft_.keep(lesson_.dump(), {{}, textOf(lesson_, "title"), file_, digest_, {}});
}

Restored LessonEditor::restore(const LostLesson& lost) {
  // Taken before anything is asked: nobody is to give up something for what is gone.
  LessonDraft own;
  const std::optional<std::string> json = own.adopt(lost);
  if (!json) return Restored::gone;
  LessonJson lesson = LessonJson::parse(*json, nullptr, false);
  if (lesson.is_discarded() || !hasLessonShape(lesson)) return Restored::unreadable;
  if (!mayLose()) return Restored::unwanted;
  takeLesson(std::move(lesson), lost.file);
  digest_ = lost.digest;
  // It is nowhere else.
  saved_ = LessonJson::object();
  draft_ = std::move(own);
  updateTitle();
  return Restored::yes;
}

bool LessonEditor::saveTo(const QString& path) {
  commit();
  const QByteArray bytes = QByteArray::fromStdString(lesson_.dump(2)) + '\n';
  if (bytes.size() > kLargestLesson) {
    say(tr("The lesson is larger than 8 MiB, which no Hopscope opens: take a smaller network."),
        "bad");
    return false;
  }
  if (!mayOverwrite(path)) return false;
  QString problem;
  if (!saveBytes(path, bytes, tr("The lesson"), &problem)) {
    say(problem, "bad");
    return false;
  }
  file_ = QFileInfo(path).absoluteFilePath();
  digest_ = lessonDigest(bytes);
  saved_ = lesson_;
  draft_.drop();
  updateTitle();
  say(tr("Saved as %1. Whoever opens that file with Hopscope can play it.")
          .arg(QFileInfo(path).fileName()),
      "ok");
  emit saved(file_);
  return true;
}

bool LessonEditor::mayLose() {
  if (!modified()) return true;
  if (!isVisible()) show();
  raise();
  return asksToSave(
      this,
      {"lessonQuestion", tr("The lesson is not saved"), tr("Save what you have written?"),
       tr("What is not saved is lost."), tr("Discard changes"), tr("Keep writing")},
      [this] { return save(); });
}

void LessonEditor::chooseFile() {
  QString folder;
  if (!file_.isEmpty())
    folder = QFileInfo(file_).absolutePath();
  else if (folder_)
    folder = folder_();
  const QString path =
      QFileDialog::getOpenFileName(this, tr("Open a lesson"), folder,
                                   lessonFilter() + QStringLiteral(";;") + tr("All files (*)"));
  if (!path.isEmpty()) openFile(path);
}

void LessonEditor::reject() {
  if (mayLose()) leave();
}

void LessonEditor::leave() {
  judge_.drop();
  soon_.stop();
  // What was discarded is not asked for again.
  lesson_ = nullptr;
  saved_ = nullptr;
  draft_.drop();
  file_.clear();
  if (isVisible()) QDialog::reject();
}

void LessonEditor::closeEvent(QCloseEvent* event) {
  reject();
  // Ignored, it would hold up the end of the session.
  event->setAccepted(!isVisible());
}

}  // namespace hopscope
