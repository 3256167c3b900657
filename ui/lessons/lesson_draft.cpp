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
constexpr const char* kLockEnding = ".lock";
/// Of the title in the head, characters: a head that is longer than one is read would be none.
constexpr qsizetype kLongestTitle = 120;
/// One line of JSON about the lesson, then the lesson as it is.
constexpr qint64 kLongestHead = 64 << 10;

QString draftFolder() {
  return QString::fromStdString(stateFolder()) + QStringLiteral("/lessons");
}

std::string lockOf(const QString& place) {
  return QFile::encodeName(place + QLatin1String(kLockEnding)).toStdString();
}

void remove(const QString& place) {
  QFile::remove(place);
  QFile::remove(QFile::decodeName(lockOf(place).c_str()));
}

/// The lock of what another left, which is made where whoever cleared up took the lock alone.
/// Nothing where somebody has it, or what it is for is gone; then no lock stays behind either.
std::optional<FileHandle> lockLost(const QString& place) {
  const std::string file = lockOf(place);
  // For writing: NFS grants exclusive locks of nothing else.
  FileHandle lock = FileHandle::open(file, O_RDWR | O_CREAT);
  if (!lock.isOpen() || !lock.lock() || !lock.isFile(file)) return std::nullopt;
  if (!QFileInfo::exists(place)) {
    remove(place);
    return std::nullopt;
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
  const QString folder = draftFolder();
  if (place_.isEmpty() && !QDir().mkpath(folder)) return false;
  // Another program that clears up may find the lock before it is taken here, and remove it.
  constexpr int kAttempts = 3;
  for (int attempt = 0; place_.isEmpty() && attempt < kAttempts; ++attempt) {
    const QString place = folder + QLatin1Char('/') +
                          QUuid::createUuid().toString(QUuid::WithoutBraces) +
                          QLatin1String(kEnding);
    const std::string file = lockOf(place);
    lock_ = FileHandle::open(file, O_RDWR | O_CREAT | O_EXCL);
    if (lock_.isOpen() && lock_.lock() && lock_.isFile(file)) place_ = place;
  }
  return !place_.isEmpty();
}

void LessonDraft::keep(std::string json, LostLesson of) {
  if (!begin()) return;
  pool_->clear();
  pool_->start([place = place_, json = std::move(json), of = std::move(of)] {
    const QJsonObject head{{QStringLiteral("title"), of.title.left(kLongestTitle)},
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
  if (!lock) return std::nullopt;
  drop();
  place_ = lost.draft;
  lock_ = std::move(*lock);
  QFile file(place_);
  return headOf(file) ? file.read(2 * kLargestLesson).toStdString() : std::string();
}

std::vector<LostLesson> lostLessons() {
  const QDir folder(draftFolder());
  const QString every = QStringLiteral("*") + QLatin1String(kEnding);
  // A lock without a copy is of a program that ended before it wrote one, or while it removed both.
  const QFileInfoList locks =
      folder.entryInfoList({every + QLatin1String(kLockEnding)}, QDir::Files);
  for (const QFileInfo& each : locks)
    if (const QString place = folder.filePath(each.completeBaseName()); !QFileInfo::exists(place))
      static_cast<void>(lockLost(place));
  const QFileInfoList drafts = folder.entryInfoList({every}, QDir::Files, QDir::Time);
  std::vector<LostLesson> lost;
  lost.reserve(static_cast<std::size_t>(drafts.size()));
  for (const QFileInfo& each : drafts) {
    const auto lock = lockLost(each.filePath());
    QFile file(each.filePath());
    if (const auto head = lock ? headOf(file) : std::nullopt) lost.push_back(*head);
  }
  return lost;
}

void discardLost(const LostLesson& lost) {
  if (const auto lock = lockLost(lost.draft)) remove(lost.draft);
}

}  // namespace hopscope
