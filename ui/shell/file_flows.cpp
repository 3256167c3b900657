// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/file_flows.h"

#include <QDateTime>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <algorithm>

#include "engine/design/design_json.h"
#include "engine/topology/formats/network_file.h"
#include "ui/lessons/lesson_file.h"
#include "ui/shell/last_folder.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/network_files.h"
#include "ui/shell/project_session.h"
#include "ui/widgets/loss_question.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr std::size_t kMostRecent = 8;
/// A design document larger than this is something else.
constexpr qint64 kLargestDesign = 64LL * 1024 * 1024;
const char* const kRecentKey = "recent";
const char* const kProjectFolderKey = "folder";
const char* const kOpenKey = "open";
const char* const kSaveKey = "save";
const char* const kNewsKey = "news";
const char* const kRestoredKey = "restored";

bool isSame(const std::string& file, const QString& path) {
  return QFileInfo(QString::fromStdString(file)) == QFileInfo(path);
}

Design emptyDesign() {
  Design design;
  design.settings["topology.kind"] = std::string("custom");
  return design;
}

}  // namespace

FileFlows::FileFlows(ProjectSession& session, MessageBar& messages, QWidget* window)
    : QObject(window), session_(session), messages_(messages), window_(window) {
  connect(&session, &ProjectSession::damageFound, this, [this](const ProjectError& damage) {
    messages_.post(QLatin1String(kOpenKey), damage.issue.severity, issueText(damage.issue));
  });
}

bool FileFlows::adopt(std::variant<std::unique_ptr<Project>, ProjectError> result,
                      const Design& first, bool example) {
  if (const auto* error = std::get_if<ProjectError>(&result)) {
    report(*error, false);
    return false;
  }
  messages_.clear(QLatin1String(kOpenKey));
  messages_.clear(QLatin1String(kSaveKey));
  messages_.clear(QLatin1String(kNewsKey));
  messages_.clear(QLatin1String(kRestoredKey));
  session_.adopt(std::move(std::get<std::unique_ptr<Project>>(result)), first, example);
  remember();
  emit opened();
  if (const auto damage = session_.damage())
    messages_.post(QLatin1String(kOpenKey), Severity::warning, issueText(damage->issue),
                   {{tr("Save elsewhere…"), [this] { saveAs(); }}});
  return true;
}

void FileFlows::report(const ProjectError& error, bool saving) {
  std::vector<MessageAction> actions;
  if (saving) actions.push_back({tr("Save elsewhere…"), [this] { saveAs(); }});
  messages_.post(QLatin1String(saving ? kSaveKey : kOpenKey), Severity::error,
                 issueText(error.issue), std::move(actions));
}

void FileFlows::newProject() {
  if (mayClose()) adopt(Project::create(), emptyDesign());
}

void FileFlows::open() {
  const QString file = QFileDialog::getOpenFileName(
      window_, tr("Open a project, a design or a lesson"), lastFolder(kProjectFolderKey),
      tr("Projects, designs and lessons (*.hopscope *.json);;All files (*)"));
  if (!file.isEmpty()) openFile(file);
}

bool FileFlows::openFile(const QString& file) {
  const QString path = QFileInfo(file).absoluteFilePath();
  if (path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) return openDesign(path);
  if (networkFormatOfFile(path.toStdString()) != nullptr) return openNetwork(path);
  if (session_.isOpen() && !session_.file().empty() && isSame(session_.file(), path)) return true;
  if (!mayClose()) return false;
  if (!adopt(Project::open(path.toStdString()), emptyDesign())) return false;
  rememberFolderOf(path, kProjectFolderKey);
  return true;
}

bool FileFlows::openDesign(const QString& file) {
  QFile source(file);
  if (!source.open(QIODevice::ReadOnly) || source.size() > kLargestDesign) {
    messages_.post(QLatin1String(kOpenKey), Severity::error,
                   tr("%1 can't be read as a design: %2.")
                       .arg(QFileInfo(file).fileName(), source.size() > kLargestDesign
                                                            ? tr("it is too large")
                                                            : source.errorString().toLower()));
    return false;
  }
  const QByteArray text = source.readAll();
  if (lesson_ &&
      (file.endsWith(QLatin1String(kLessonEnding), Qt::CaseInsensitive) || saysLesson(text)))
    return lesson_(file);
  const ParsedDesign parsed = parseDesign(text.toStdString());
  if (hasErrors(parsed.issues)) {
    const Issue& issue = parsed.issues.front();
    messages_.post(
        QLatin1String(kOpenKey), Severity::error,
        tr("%1: %2 (at %3)")
            .arg(QFileInfo(file).fileName(), issueText(issue), QString::fromStdString(issue.path)));
    return false;
  }
  if (!mayClose()) return false;
  rememberFolderOf(file, kProjectFolderKey);
  return adopt(Project::create(), parsed.design);
}

bool FileFlows::openNetwork(const QString& file) {
  const NetworkImport read = readNetworkFile(file);
  if (!read.design) {
    messages_.post(QLatin1String(kOpenKey), Severity::error, read.message);
    return false;
  }
  if (!mayClose()) return false;
  rememberFolderOf(file, kProjectFolderKey);
  if (!adopt(Project::create(), *read.design)) return false;
  if (!read.message.isEmpty())
    messages_.post(QLatin1String(kOpenKey), Severity::warning, read.message);
  return true;
}

void FileFlows::openCopy(const Design& design) {
  if (mayClose()) adopt(Project::create(), design, true);
}

void FileFlows::newFrom(const Design& design) {
  if (mayClose()) adopt(Project::create(), design);
}

bool FileFlows::save() {
  if (!session_.isOpen()) return true;
  if (session_.file().empty()) return saveAs();
  return saveOver(Replace::known);
}

bool FileFlows::saveOver(Replace replace) {
  if (const auto error = session_.save(replace)) {
    if (error->changedOnDisk) return saveChanged(*error);
    report(*error, true);
    return false;
  }
  saved();
  return true;
}

void FileFlows::saved() {
  messages_.clear(QLatin1String(kSaveKey));
  messages_.clear(QLatin1String(kNewsKey));  // taken in, overwritten, or in another file now
  remember();
}

bool FileFlows::takeIn(bool saving) {
  if (const auto refused = session_.takeIn()) {
    report(*refused, saving);
    return false;
  }
  messages_.clear(QLatin1String(kNewsKey));
  return true;
}

bool FileFlows::saveChanged(const ProjectError& error, const std::function<bool()>& before) {
  QMessageBox box(window_);
  box.setObjectName(QStringLiteral("changedQuestion"));
  box.setWindowTitle(tr("The file has changed"));
  box.setText(engineText(error.issue.text));
  box.setInformativeText(
      tr("Saving over it would lose what is new there. Taken in, it joins what is open here."));
  QPushButton* take = box.addButton(tr("Take it in and save"), QMessageBox::AcceptRole);
  QPushButton* other = box.addButton(tr("Save elsewhere…"), QMessageBox::ActionRole);
  QPushButton* over = box.addButton(tr("Overwrite"), QMessageBox::DestructiveRole);
  QPushButton* back = box.addButton(tr("Cancel"), QMessageBox::RejectRole);
  take->setProperty("primary", true);
  over->setProperty("danger", true);
  box.setDefaultButton(take);
  box.setEscapeButton(back);
  box.exec();
  if (box.clickedButton() == other) {
    const QString file = askFile();
    return !file.isEmpty() && (!before || before()) && saveTo(file);
  }
  if (box.clickedButton() != over && box.clickedButton() != take) return false;
  if (before && !before()) return false;
  if (box.clickedButton() == over) return saveOver(Replace::anything);
  return takeIn(true) && saveOver(Replace::known);
}

bool FileFlows::saveAs() {
  if (!session_.isOpen()) return true;
  const QString file = askFile();
  return !file.isEmpty() && saveTo(file);
}

QString FileFlows::askFile() {
  QString suggested = QString::fromStdString(session_.file());
  if (suggested.isEmpty()) {
    QString name = QString::fromStdString(session_.document().design().name).trimmed();
    name.replace(QLatin1Char('/'), QLatin1Char('-'));
    const QString folder = lastFolder(kProjectFolderKey);
    suggested = (folder.isEmpty() ? QString() : folder + QLatin1Char('/')) +
                (name.isEmpty() ? tr("network") : name) + QStringLiteral(".hopscope");
  }
  QString file = QFileDialog::getSaveFileName(window_, tr("Save the project"), suggested,
                                              tr("Hopscope projects (*.hopscope)"));
  if (!file.isEmpty() && QFileInfo(file).suffix().isEmpty()) file += QStringLiteral(".hopscope");
  return file;
}

bool FileFlows::saveTo(const QString& file) {
  if (const auto error = session_.saveAs(QFileInfo(file).absoluteFilePath().toStdString())) {
    if (error->changedOnDisk) return saveChanged(*error);
    report(*error, true);
    return false;
  }
  rememberFolderOf(file, kProjectFolderKey);
  saved();
  return true;
}

std::vector<const WorkAtStake*> FileFlows::atStake(bool changed) const {
  std::vector<const WorkAtStake*> found;
  for (const WorkAtStake& work : work_)
    if (work.wouldBeLost(changed)) found.push_back(&work);
  return found;
}

bool FileFlows::keepWork() {
  const auto work = atStake(true);
  return std::all_of(work.begin(), work.end(),
                     [](const WorkAtStake* each) { return each->keep(); });
}

bool FileFlows::mayClose() {
  if (!session_.isOpen()) return true;
  session_.collect();
  const bool changed = session_.modified();
  if (!changed && atStake(false).empty()) return true;
  // What is saved for another reason is saved with all that goes on.
  const auto work = atStake(true);
  const QString name = session_.file().empty()
                           ? QString::fromStdString(session_.document().design().name)
                           : QFileInfo(QString::fromStdString(session_.file())).fileName();
  SaveQuestion question{"unsavedQuestion",
                        tr("Unsaved changes"),
                        tr("Save the changes in “%1”?").arg(name),
                        tr("What is not saved is lost when the project closes."),
                        tr("Discard changes"),
                        tr("Keep working")};
  QString outcomes;
  for (const WorkAtStake* each : work) outcomes += each->outcome + QLatin1Char(' ');
  question.outcome.prepend(outcomes);
  if (!changed && work.size() == 1) {
    question.title = work.front()->title;
    question.text = work.front()->question.arg(name);
    question.lose = work.front()->lose;
  } else if (!changed) {
    question.title = tr("Not all is over");
    question.text = tr("Keep what was measured so far in “%1”?").arg(name);
    question.lose = tr("Discard all of it");
  }
  return asksToSave(window_, question, [this] {
    // It may have come to its end, or have begun to measure, while the question was there.
    if (atStake(true).empty()) return save();
    // The name comes first: who gives none keeps working, and the run goes on.
    const bool named = !session_.file().empty();
    const QString file = named ? QString() : askFile();
    if (!named && file.isEmpty()) return false;
    // What else there is to ask comes before the run is ended, too.
    if (!named) return keepWork() && saveTo(file);
    if (const auto news = session_.newOnDisk())
      return saveChanged(*news, [this] { return keepWork(); });
    return keepWork() && save();
  });
}

bool FileFlows::mayDiscard(const QString& name) {
  return asksToLose(window_,
                    {"discardQuestion", tr("Discard the recovery copy"),
                     tr("Discard what was not saved of “%1”?").arg(name),
                     tr("It can't be brought back. The project file itself stays as it is."),
                     tr("Discard for good"), tr("Keep it")});
}

void FileFlows::restore(const Recovery& recovery) {
  if (!mayClose()) return offerRecovery();
  // The file that the copy belongs to may be open here: it is given up first, and taken back where
  // the copy cannot be opened.
  const std::string file = session_.file();
  const bool ours = !file.empty() && file == recovery.file;
  if (ours) session_.close();
  if (adopt(recover(recovery), emptyDesign())) {
    messages_.post(
        QLatin1String(kRestoredKey), Severity::note,
        tr("Restored, with the runs that were over. One that was still going on, if any, is lost: "
           "run again, it comes out the same."));
    if (const auto news = session_.newOnDisk())
      messages_.post(QLatin1String(kNewsKey), Severity::warning, issueText(news->issue),
                     {{tr("Take it in"), [this] { takeIn(false); }}});
    return;
  }
  const QString reason = messages_.textOf(QLatin1String(kOpenKey));
  if (ours && adopt(Project::open(file), emptyDesign()))
    messages_.post(QLatin1String(kOpenKey), Severity::error, reason);
  offerRecovery();
}

void FileFlows::offerRecovery() {
  for (int old = 1; !messages_.textOf(QStringLiteral("recovery%1").arg(old)).isEmpty(); ++old)
    messages_.clear(QStringLiteral("recovery%1").arg(old));
  int number = 0;
  for (const Recovery& recovery : findRecoveries()) {
    const QString key = QStringLiteral("recovery%1").arg(++number);
    const QString name = recovery.file.empty()
                             ? tr("A project without a name")
                             : QFileInfo(QString::fromStdString(recovery.file)).fileName();
    messages_.post(key, Severity::warning,
                   tr("%1 was still open when Hopscope ended (last change %2).")
                       .arg(name, whenText(QString::fromStdString(recovery.modified))),
                   {{tr("Restore"), [this, recovery] { restore(recovery); }},
                    {tr("Discard…"), [this, recovery, name] {
                       if (mayDiscard(name))
                         discardRecovery(recovery);
                       else
                         offerRecovery();
                     }}});
  }
}

std::vector<RecentProject> FileFlows::recent() const {
  std::vector<RecentProject> list;
  QSettings settings;
  const int count = settings.beginReadArray(QLatin1String(kRecentKey));
  for (int i = 0; i < count; ++i) {
    settings.setArrayIndex(i);
    RecentProject project;
    project.file = settings.value(QStringLiteral("file")).toString();
    project.designs = settings.value(QStringLiteral("designs")).toInt();
    project.runs = settings.value(QStringLiteral("runs")).toInt();
    project.when = settings.value(QStringLiteral("when")).toString();
    if (QFileInfo::exists(project.file)) list.push_back(project);
  }
  settings.endArray();
  return list;
}

void FileFlows::clearRecent() {
  QSettings().remove(QLatin1String(kRecentKey));
  emit recentChanged();
}

void FileFlows::remember() {
  if (session_.file().empty()) return;
  RecentProject now;
  now.file = QString::fromStdString(session_.file());
  now.designs = static_cast<int>(session_.designs().size());
  now.runs = static_cast<int>(session_.runs().size());
  now.when = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
  std::vector<RecentProject> list = recent();
  std::erase_if(list, [&](const RecentProject& project) { return project.file == now.file; });
  list.insert(list.begin(), now);
  if (list.size() > kMostRecent) list.resize(kMostRecent);
  QSettings settings;
  settings.remove(QLatin1String(kRecentKey));
  settings.beginWriteArray(QLatin1String(kRecentKey));
  for (std::size_t i = 0; i < list.size(); ++i) {
    settings.setArrayIndex(static_cast<int>(i));
    settings.setValue(QStringLiteral("file"), list[i].file);
    settings.setValue(QStringLiteral("designs"), list[i].designs);
    settings.setValue(QStringLiteral("runs"), list[i].runs);
    settings.setValue(QStringLiteral("when"), list[i].when);
  }
  settings.endArray();
  emit recentChanged();
}

}  // namespace hopscope
