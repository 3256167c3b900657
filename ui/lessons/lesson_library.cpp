// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_library.h"

#include <QFile>
#include <QSettings>
#include <algorithm>
#include <stdexcept>

#include "ui/lessons/lesson_reader.h"
#include "ui/words/numbered_files.h"

namespace hopscope {

namespace {

std::vector<Lesson> readAll() {
  std::vector<Lesson> all;
  const QString folder = QStringLiteral(":/lessons");
  for (const QString& name : numberedFiles(folder, QStringLiteral("*.json"))) {
    QFile file(folder + QLatin1Char('/') + name);
    if (!file.open(QIODevice::ReadOnly)) throw std::logic_error("a lesson is missing");
    LessonFile read = readLesson(file.readAll().toStdString(), name.toStdString());
    if (!read.lesson) throw std::logic_error(describe(read.issues.front()));
    all.push_back(std::move(*read.lesson));
  }
  return all;
}

QString key(const Lesson& lesson, const char* what) {
  return QStringLiteral("lessons/%1/%2")
      .arg(QString::fromStdString(lesson.name), QLatin1String(what));
}

}  // namespace

const std::vector<Lesson>& lessons() {
  static const std::vector<Lesson> all = readAll();
  return all;
}

LessonProgress progressOf(const Lesson& lesson) {
  LessonProgress progress;
  if (lesson.name.empty()) return progress;
  const QSettings settings;
  progress.done = settings.value(key(lesson, "done"), false).toBool();
  const int reached = settings.value(key(lesson, "reached"), 0).toInt();
  const int last = static_cast<int>(lesson.steps.size()) - 1;
  progress.reached = static_cast<std::size_t>(std::clamp(reached, 0, std::max(0, last)));
  return progress;
}

void setProgress(const Lesson& lesson, const LessonProgress& progress) {
  if (lesson.name.empty()) return;
  QSettings settings;
  settings.setValue(key(lesson, "done"), progress.done);
  settings.setValue(key(lesson, "reached"), static_cast<int>(progress.reached));
}

}  // namespace hopscope
