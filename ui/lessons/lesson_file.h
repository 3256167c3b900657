// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <vector>

#include "ui/lessons/lesson_reader.h"

namespace hopscope {

/// Largest file of a lesson that is read, bytes; most of it would be a drawn network.
inline constexpr qint64 kLargestLesson = 8LL << 20;

/// What files of lessons end with where Hopscope names them.
inline constexpr const char* kLessonEnding = ".lesson.json";

/// Lessons, for the dialogs that choose files.
QString lessonFilter();

/// Whether a JSON text says that it is a lesson, whatever else may be wrong with it.
bool saysLesson(const QByteArray& json);

/// The bytes of a lesson's file; where it can't be read, or is too large, `problem` has one
/// sentence with its name.
QByteArray readLessonBytes(const QString& path, QString& problem);

/// Tells what a file of a lesson holds from anything else it may hold.
QByteArray lessonDigest(const QByteArray& json);

/// A lesson from a file of the user's. Its name tells it from the lessons of the program, and from
/// what that file held before: how far one got belongs to its content.
LessonFile readOwnLesson(const QByteArray& json, const QString& fileName);

/// What is wrong, with the file and the place in it, in the user's language.
QString lessonProblem(const LessonFile& file);

/// A lesson of the user's that was opened, for lists.
struct OwnLesson {
  QString file, name, title, why;  ///< `name`: Lesson::name, which progress is kept under
  int minutes = 0;
  bool done = false;
};

/// Those opened last whose files are there still, the newest first; kept in the settings.
std::vector<OwnLesson> ownLessons();
void rememberOwnLesson(const QString& path, const Lesson& lesson);

}  // namespace hopscope
