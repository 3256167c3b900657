// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_draft.h"

#include <fcntl.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>
#include <utility>

#include "projects/stored_run.h"
#include "projects/working_copy.h"
#include "ui/drawing/save_bytes.h"
#include "ui/lessons/lesson_file.h"

namespace hopscope {

namespace {

constexpr const char* kEnding = ".draft";
/// One line of JSON about the lesson, then the lesson as it is.
constexpr qint64 kLongestHead = 64 << 10;

QString draftFolder() {
  return QString::fromStdString(stateFolder()) + QStringLiteral("/lessons");
}

std::string lockOf(const QString& place) {
  return QFile::encodeName(place + QStringLiteral(".lock")).toStdString();
}

void remove(const QString& place) {
  QFile::remove(place);
  QFile::remove(QFile::decodeName(lockOf(place).c_str()));
}

/// The lock of what another left: nothing where somebody has it.
std::optional<FileHandle> lockLost(const QString& place) {
  std::optional<FileHandle> lock = lockExisting(lockOf(place));
  // Whoever cleared up took the lock alone.
  if (lock && !lock->isOpen()) {
    *lock = FileHandle::open(lockOf(place), O_RDWR | O_CREAT | O_CLOEXEC);
    if (!lock->isOpen() || !lock->lock()) return std::nullopt;
  }
  return lock;
}

std::optional<LostLesson> headOf(QFile& file) {
  if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
  const QJsonObject head = QJsonDocument::fromJson(file.readLine(kLongestHead)).object();
  if (head.isEmpty()) return std::nullopt;
  const auto text = [&](const char* key) { return head.value(QLatin1String(key)).toString(); };
  return LostLesson{file.fileName(), text("title"), text("file"), text("digest").toLatin1(),
                    text("changed")};
}

}  // namespace

LessonDraft::LessonDraft() : pool_(std::make_unique<QThreadPool>()) {
  pool_->setMaxThreadCount(1);
}

LessonDraft& LessonDraft::operator=(LessonDraft&& other) noexcept {
  std::swap(place_, other.place_);
  std::swap(lock_, other.lock_);
  std::swap(pool_, other.pool_);
  return *this;
}

LessonDraft::~LessonDraft() {
  if (pool_) pool_->waitForDone();
}

bool LessonDraft::begin() {
  if (!place_.isEmpty()) return true;
  const QString folder = draftFolder();
  if (!QDir().mkpath(folder)) return false;
  const QString place = folder + QLatin1Char('/') +
                        QUuid::createUuid().toString(QUuid::WithoutBraces) + QLatin1String(kEnding);
  lock_ = FileHandle::open(lockOf(place), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC);
  if (!lock_.isOpen() || !lock_.lock()) return false;
  place_ = place;
  return true;
}

void LessonDraft::keep(std::string json, LostLesson of) {
  if (!begin()) return;
  pool_->clear();
  pool_->start([place = place_, json = std::move(json), of = std::move(of)] {
    const QJsonObject head{{QStringLiteral("title"), of.title},
                           {QStringLiteral("file"), of.file},
                           {QStringLiteral("digest"), QString::fromLatin1(of.digest)},
                           {QStringLiteral("changed"), QString::fromStdString(utcNow())}};
    const QByteArray bytes =
        QJsonDocument(head).toJson(QJsonDocument::Compact) + '\n' + QByteArray::fromStdString(json);
    saveBytes(place, bytes, QString(), nullptr);
  });
}

void LessonDraft::drop() {
  pool_->clear();
  pool_->waitForDone();
  if (!place_.isEmpty()) remove(place_);
  place_.clear();
  lock_ = FileHandle();
}

std::optional<std::string> LessonDraft::adopt(const LostLesson& lost) {
  std::optional<FileHandle> lock = lockLost(lost.draft);
  QFile file(lost.draft);
  if (!lock || !headOf(file)) return std::nullopt;
  drop();
  place_ = lost.draft;
  lock_ = std::move(*lock);
  return file.read(2 * kLargestLesson).toStdString();
}

std::vector<LostLesson> lostLessons() {
  std::vector<LostLesson> lost;
  const QFileInfoList drafts =
      QDir(draftFolder())
          .entryInfoList({QStringLiteral("*") + QLatin1String(kEnding)}, QDir::Files, QDir::Time);
  for (const QFileInfo& each : drafts) {
    QFile file(each.filePath());
    if (!lockExisting(lockOf(each.filePath()))) continue;
    if (const auto head = headOf(file)) lost.push_back(*head);
  }
  return lost;
}

void discardLost(const LostLesson& lost) {
  if (lockLost(lost.draft)) remove(lost.draft);
}

}  // namespace hopscope
