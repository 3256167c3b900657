// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_file.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>
#include <string_view>
#include <utility>

#include "ui/lessons/lesson_library.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

constexpr std::size_t kMostOwn = 6;
const char* const kOwnKey = "lessons/own";

}  // namespace

QString lessonFilter() {
  return QCoreApplication::translate("LessonFile", "Lessons (*%1 *.json)")
      .arg(QLatin1String(kLessonEnding));
}

bool saysLesson(const QByteArray& json) {
  // Within a string of a design the quotes would have backslashes.
  static const QRegularExpression kSchema(
      QStringLiteral("\"schema\"\\s*:\\s*\"hopscope\\.lesson/"));
  return json.contains("\"hopscope.lesson/") && QString::fromUtf8(json).contains(kSchema);
}

QByteArray readLessonBytes(const QString& path, QString& problem) {
  QFile file(path);
  const QString name = QFileInfo(path).fileName();
  if (QFileInfo(path).isDir() || !file.open(QIODevice::ReadOnly)) {
    problem = QCoreApplication::translate("LessonFile", "%1 can't be read as a lesson.").arg(name);
    return {};
  }
  // What grows while it is read, or has no size of its own, is not read to its end.
  QByteArray bytes = file.read(kLargestLesson + 1);
  if (bytes.size() <= kLargestLesson) return bytes;
  problem =
      QCoreApplication::translate("LessonFile", "%1 is too large: a lesson has at most 8 MiB.")
          .arg(name);
  return {};
}

QByteArray lessonDigest(const QByteArray& json) {
  return QCryptographicHash::hash(json, QCryptographicHash::Sha256).toHex();
}

LessonFile readOwnLesson(const QByteArray& json, const QString& fileName) {
  LessonFile read =
      readLesson(std::string_view(json.constData(), static_cast<std::size_t>(json.size())),
                 fileName.toStdString());
  if (read.lesson) read.lesson->name = "own-" + lessonDigest(json).left(16).toStdString();
  return read;
}

QString lessonProblem(const LessonFile& file) {
  if (file.issues.empty()) return {};
  const Issue& issue = file.issues.front();
  return QStringLiteral("%1: %2").arg(QString::fromStdString(issue.path), issueText(issue));
}

std::vector<OwnLesson> ownLessons() {
  std::vector<OwnLesson> own;
  QSettings settings;
  const int count = settings.beginReadArray(QLatin1String(kOwnKey));
  for (int i = 0; i < count; ++i) {
    settings.setArrayIndex(i);
    OwnLesson each;
    each.file = settings.value(QStringLiteral("file")).toString();
    each.name = settings.value(QStringLiteral("name")).toString();
    each.title = settings.value(QStringLiteral("title")).toString();
    each.why = settings.value(QStringLiteral("why")).toString();
    each.minutes = settings.value(QStringLiteral("minutes")).toInt();
    if (QFileInfo::exists(each.file)) own.push_back(std::move(each));
  }
  settings.endArray();
  for (OwnLesson& each : own) {
    Lesson named;
    named.name = each.name.toStdString();
    each.done = progressOf(named).done;
  }
  return own;
}

void rememberOwnLesson(const QString& path, const Lesson& lesson) {
  std::vector<OwnLesson> own = ownLessons();
  const QString file = QFileInfo(path).absoluteFilePath();
  std::erase_if(own, [&](const OwnLesson& each) { return each.file == file; });
  own.insert(own.begin(),
             {file, QString::fromStdString(lesson.name), QString::fromStdString(lesson.title),
              QString::fromStdString(lesson.why), lesson.minutes, false});
  if (own.size() > kMostOwn) own.resize(kMostOwn);
  QSettings settings;
  settings.remove(QLatin1String(kOwnKey));
  settings.beginWriteArray(QLatin1String(kOwnKey));
  for (std::size_t i = 0; i < own.size(); ++i) {
    settings.setArrayIndex(static_cast<int>(i));
    settings.setValue(QStringLiteral("file"), own[i].file);
    settings.setValue(QStringLiteral("name"), own[i].name);
    settings.setValue(QStringLiteral("title"), own[i].title);
    settings.setValue(QStringLiteral("why"), own[i].why);
    settings.setValue(QStringLiteral("minutes"), own[i].minutes);
  }
  settings.endArray();
}

}  // namespace hopscope
