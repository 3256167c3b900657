// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/cluster_folder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "ui/drawing/save_bytes.h"
#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

constexpr const char* kAskedFile = "asked.json";

QString withPlace(const Issue& issue) {
  return QString::fromStdString(issue.path) + QStringLiteral(": ") + issueText(issue);
}

}  // namespace

ClusterFolder::ClusterFolder(const std::string& project, PointsOwner owner)
    : owner_(std::move(owner)) {
  if (!project.empty())
    path_ = QFileInfo(QStringLiteral("%1.%2.cluster")
                          .arg(QString::fromStdString(project),
                               QString::fromStdString(owner_.hash.substr(0, kShortHash))))
                .absoluteFilePath();
}

QStringList ClusterFolder::documentsBeside(const std::string& project) {
  QStringList documents;
  if (project.empty()) return documents;
  const QFileInfo file(QString::fromStdString(project));
  const QDir beside = file.absoluteDir();
  for (const QString& each : beside.entryList({QStringLiteral("*.cluster")}, QDir::Dirs))
    if (const QString document = beside.filePath(each + QStringLiteral("/study.json"));
        each.startsWith(file.fileName() + QLatin1Char('.')) && QFileInfo(document).isFile())
      documents << document;
  return documents;
}

QString ClusterFolder::studyFile() const {
  return path_ + QStringLiteral("/study.json");
}

QString ClusterFolder::projectFile() const {
  return path_ + QStringLiteral("/study.hopscope");
}

bool ClusterFolder::submitted() const {
  return !isNone() && QFileInfo(QString::fromStdString(
                                    tasksFolderBeside(projectFile().toStdString(), owner_.hash)))
                          .isDir();
}

QStringList ClusterFolder::taskFiles() const {
  QStringList files;
  for (const std::string& file :
       taskFilesIn(tasksFolderBeside(projectFile().toStdString(), owner_.hash)))
    files << QString::fromStdString(file);
  return files;
}

QString ClusterFolder::prepare(const std::string& document, const StudyRows& rows) const {
  if (!QDir().mkpath(path_)) return QObject::tr("%1 cannot be made.").arg(path_);
  QString problem;
  if (!saveBytes(studyFile(), QByteArray::fromStdString(document), QObject::tr("The study"),
                 &problem))
    return problem;
  if (rows.rows().empty()) return {};
  auto opened =
      PointsFile::open(pointsFileBeside(projectFile().toStdString(), owner_.hash), owner_);
  if (const auto* issue = std::get_if<Issue>(&opened)) return withPlace(*issue);
  PointsFile& file = *std::get<std::unique_ptr<PointsFile>>(opened);
  StudyRows there = file.rows();
  for (const StudyRows::Row* row : rows.sorted()) {
    const StudyRow named = rows.named(*row);
    if (there.add(named) && !file.append(named))
      return QObject::tr("%1 cannot be written: %2.")
          .arg(path_, QString::fromStdString(file.problem()));
  }
  return {};
}

void ClusterFolder::dropUnused() const {
  if (!isNone() && !submitted()) QDir(path_).removeRecursively();
}

ClusterAsk ClusterFolder::asked() const {
  ClusterAsk ask;
  QFile file(path_ + QLatin1Char('/') + QLatin1String(kAskedFile));
  if (isNone() || !file.open(QIODevice::ReadOnly)) return ask;
  const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
  ask.tasks = std::max(1, json.value(QLatin1String("tasks")).toInt(ask.tasks));
  ask.partition = json.value(QLatin1String("partition")).toString();
  ask.time = json.value(QLatin1String("time")).toString();
  ask.more = json.value(QLatin1String("more")).toString();
  return ask;
}

bool ClusterFolder::keepAsked(const ClusterAsk& ask) const {
  const QJsonObject json{{QStringLiteral("tasks"), ask.tasks},
                         {QStringLiteral("partition"), ask.partition},
                         {QStringLiteral("time"), ask.time},
                         {QStringLiteral("more"), ask.more}};
  QString ignored;
  return saveBytes(path_ + QLatin1Char('/') + QLatin1String(kAskedFile),
                   QJsonDocument(json).toJson(), {}, &ignored);
}

ClusterRows readClusterRows(const QStringList& files, const PointsOwner& owner,
                            const std::map<QString, qint64>& known) {
  ClusterRows read;
  for (const QString& file : files) {
    // The size first: what is written meanwhile is read the next time.
    const qint64 size = QFileInfo(file).size();
    if (const auto before = known.find(file); before != known.end() && before->second == size)
      continue;
    // A task that has just begun has written no line.
    if (size == 0) continue;
    const auto found = PointsFile::read(file.toStdString(), owner);
    if (const auto* issue = std::get_if<Issue>(&found)) {
      read.problems << withPlace(*issue);
      continue;
    }
    read.sizes[file] = size;
    const auto& rows = std::get<StudyRows>(found);
    read.rows.reserve(read.rows.size() + rows.rows().size());
    for (const StudyRows::Row& row : rows.rows()) read.rows.push_back(rows.named(row));
  }
  return read;
}

}  // namespace hopscope
