// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/application_files.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QObject>
#include <QPointer>
#include <exception>
#include <filesystem>
#include <new>
#include <utility>
#include <vector>

#include "engine/design/application_sections.h"
#include "engine/design/application_text.h"
#include "engine/design/catalogue.h"
#include "engine/design/design_json.h"
#include "engine/workload/application.h"
#include "engine/workload/command_file.h"
#include "engine/workload/traces/trace_files.h"
#include "ui/shell/last_folder.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/project_session.h"
#include "ui/widgets/background.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

const char* const kApplicationFolderKey = "application/folder";
const char* const kApplicationKey = "application";
constexpr qint64 kMostBytes = 256'000'000;

std::optional<std::string> readWhole(const std::string& file, Issues& issues) {
  QFile source(QString::fromStdString(file));
  const auto refuse = [&](const Sentence& why) {
    issues.push_back({Severity::error, file, why, {}});
    return std::nullopt;
  };
  if (!source.open(QIODevice::ReadOnly))
    return refuse(sentence("The file can't be read by this user, or is not there."));
  if (source.size() > kMostBytes) return refuse(sentence("The file is larger than 256 MB."));
  return source.readAll().toStdString();
}

/// "trace.tit, line 3: What is wrong. What to do."
QString atPlace(const Issue& issue) {
  const QString path = QString::fromStdString(issue.path);
  return path.isEmpty() ? issueText(issue)
                        : QStringLiteral("%1: %2").arg(path.section('/', -1), issueText(issue));
}

QString firstError(const Issues& issues) {
  for (const Issue& issue : issues)
    if (issue.severity == Severity::error) return atPlace(issue);
  return {};
}

/// The last of its applications came from the file.
QString addedWords(const Design& design, const QString& file) {
  const std::size_t last = applicationCount(design) - 1;
  const std::string kind = std::get<std::string>(effectiveValue(design, applicationPath(last)));
  const ApplicationEntry* entry = applications().find(kind);
  const auto ranks = std::get<std::int64_t>(effectiveValue(design, applicationPath(last, "ranks")));
  return QObject::tr("%1 was added to the applications of the design: %2, %3.")
      .arg(file, engineText(entry == nullptr ? kind : entry->label),
           plural(ranks, "rank", "ranks"));
}

ApplicationImport readFiles(const QStringList& files, Design onto) {
  Issues issues;
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(files.size()));
  for (const QString& file : files) names.push_back(file.toStdString());
  auto first = readWhole(names.front(), issues);
  if (!first) return {{}, firstError(issues)};
  if (names.size() == 1 && looksLikeCommands(*first)) {
    issues = addCommands(onto, *first, std::filesystem::path(names.front()).parent_path());
    for (Issue& issue : issues)
      if (issue.path.rfind("line", 0) == 0) issue.path = names.front() + ", " + issue.path;
  } else {
    const auto input = readTrace(names, {}, readWhole, issues, std::move(first));
    if (!input) return {{}, firstError(issues)};
    const Issues more = addTrace(onto, *input->format, input->trace, input->text);
    issues.insert(issues.end(), more.begin(), more.end());
  }
  if (hasErrors(issues)) return {{}, firstError(issues)};
  QStringList notes;
  for (const Issue& issue : issues) notes << atPlace(issue);
  const QString added = addedWords(onto, QFileInfo(files.front()).fileName());
  return {std::move(onto), notes.join(QLatin1Char(' ')), added};
}

}  // namespace

ApplicationImport readApplicationFiles(const QStringList& files, Design onto) {
  // Nobody catches what leaves a thread.
  try {
    return readFiles(files, std::move(onto));
  } catch (const std::bad_alloc&) {
    return {{}, QObject::tr("There is not enough memory to read the files.")};
  } catch (const std::exception& error) {
    return {{}, QObject::tr("The files can't be read: %1").arg(QString::fromUtf8(error.what()))};
  }
}

void importApplication(ProjectSession& session, MessageBar& messages, QWidget* window) {
  if (!session.isOpen()) return;
  const QStringList files = QFileDialog::getOpenFileNames(
      window, QObject::tr("Import an application"), lastFolder(kApplicationFolderKey),
      QObject::tr("Commands and traces of SimGrid, GOAL or Chakra (*)"));
  if (files.isEmpty()) return;
  rememberFolderOf(files.front(), kApplicationFolderKey);
  messages.post(QLatin1String(kApplicationKey), Severity::note,
                QObject::tr("Reading %1…").arg(QFileInfo(files.front()).fileName()));
  // Another project has designs of the same numbers, but not the same document.
  const QPointer<DesignDocument> document = &session.document();
  inBackground(
      window,
      [files, onto = session.document().design()] { return readApplicationFiles(files, onto); },
      [&session, &messages, files, document,
       before = writeDesign(session.document().design())](const ApplicationImport& read) {
        messages.clear(QLatin1String(kApplicationKey));
        if (!session.isOpen() || &session.document() != document) return;
        if (!read.design) {
          messages.post(QLatin1String(kApplicationKey), Severity::error, read.message);
          return;
        }
        if (writeDesign(session.document().design()) != before) {
          messages.post(QLatin1String(kApplicationKey), Severity::warning,
                        QObject::tr("The design has changed while the files were read: nothing was "
                                    "added to it. Import them once more."));
          return;
        }
        session.document().replaceDesign(
            *read.design, QObject::tr("Import %1").arg(QFileInfo(files.front()).fileName()));
        messages.post(QLatin1String(kApplicationKey),
                      read.message.isEmpty() ? Severity::note : Severity::warning,
                      QStringList{read.added, read.message}.join(QLatin1Char(' ')).trimmed());
      });
}

}  // namespace hopscope
