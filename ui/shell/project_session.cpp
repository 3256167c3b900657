// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/project_session.h"

#include <QUndoStack>
#include <algorithm>
#include <utility>

#include "engine/design/design_json.h"
#include "ui/shell/note_edit.h"
#include "ui/studies/background_work.h"
#include "ui/studies/run_labels.h"

namespace hopscope {

namespace {
/// Edits in a row (a drag, a spin box) reach the working copy together.
constexpr int kFlushMilliseconds = 400;
const char* const kShownKey = "design.shown";

/// The text of so many parts takes about ten milliseconds.
bool isLarge(const Design& design) {
  constexpr std::size_t kManyParts = 1'000;
  const DesignLayout& layout = design.layout;
  const DrawnNetwork& drawn = design.drawn;
  return drawn.routers.size() + drawn.terminals.size() + drawn.links.size() +
             layout.routers.size() + layout.terminals.size() + layout.bends.size() >
         kManyParts;
}
}  // namespace

ProjectSession::ProjectSession(QObject* parent) : QObject(parent) {
  flushTimer_.setSingleShot(true);
  flushTimer_.setInterval(kFlushMilliseconds);
  connect(&flushTimer_, &QTimer::timeout, this, &ProjectSession::flushAside);
  checkpointTimer_.setInterval(kCheckpointMilliseconds);
  connect(&checkpointTimer_, &QTimer::timeout, this, [this] {
    flushAside();
    if (project_) project_->checkpoint();
    checkpointDue_ = keeping_.job() != nullptr;  // what is made aside comes later
  });
}

ProjectSession::~ProjectSession() = default;

void ProjectSession::adopt(std::unique_ptr<Project> project, const Design& first, bool example) {
  close();
  example_ = example;
  project_ = std::move(project);
  listDesigns();
  if (designs_.empty()) {
    project_->addDesign(first);
    listDesigns();
    if (project_->file().empty()) pristine_ = first;
  }
  RowId wanted = designs_.front().id;
  if (const auto shown = project_->viewValue(kShownKey))
    for (const StoredDesign& design : designs_)
      if (std::to_string(design.id) == *shown) wanted = design.id;
  current_ = wanted;
  listRuns();
  curves_ = project_->curves();
  notes_ = project_->notes();
  documentOf(wanted);
  checkpointTimer_.start();
  emit documentShown();
  emit contentsChanged();
  emit modifiedChanged();
  checkRest();
}

/// Reading them from the project takes as long as opening a design.
void ProjectSession::listDesigns() {
  designs_ = project_->designs();
}

void ProjectSession::listRuns() {
  changeRuns() = RunList(*project_);
  runs_.setUnreadable([this](const ProjectError& damage) { emit damageFound(damage); });
}

RunList& ProjectSession::changeRuns() {
  runNames_.reset();
  return runs_;
}

const RunNames& ProjectSession::runNames() const {
  if (!runNames_ || namesLocale_ != QLocale()) {
    namesLocale_ = QLocale();
    runNames_ = std::make_unique<const RunNames>(runs_);
  }
  return *runNames_;
}

QString ProjectSession::nameOf(const StoredRun& run) const {
  return runNames().of(headOf(run));
}

/// Of very many runs not all are looked at before the project is shown.
void ProjectSession::checkRest() {
  auto check = project_->remainingCheck();
  if (!check) return;
  const auto found = std::make_shared<std::optional<ProjectError>>();
  check_ = std::make_unique<BackgroundWork>();
  connect(check_.get(), &BackgroundWork::finished, this, [this, found] {
    if (*found) emit damageFound(**found);
  });
  check_->start([check = std::move(check), found](const std::stop_token& stop, const auto&) {
    *found = check(stop);
  });
}

void ProjectSession::close() {
  check_.reset();
  flushTimer_.stop();
  checkpointTimer_.stop();
  keeping_.cancel();
  unflushed_.clear();
  current_ = 0;
  pristine_.reset();
  labelled_ = false;
  designs_.clear();
  changeRuns() = {};
  curves_.clear();
  notes_.clear();
  // Views may still hold the old documents until documentShown; keep them until that is through.
  auto old = std::move(documents_);
  documents_.clear();
  for (auto& [id, document] : old) document.release()->deleteLater();
  project_.reset();
}

void ProjectSession::leaveForRecovery() {
  if (!modified()) return;
  flush();
  project_->leaveForRecovery();
}

const std::string& ProjectSession::file() const {
  return project_ ? project_->file() : noFile_;
}

bool ProjectSession::modified() const {
  if (!project_) return false;
  if (pristine_ && documents_.size() == 1 && documents_.begin()->second->design() == *pristine_ &&
      designs_.size() == 1 && onlyItsRuns(*pristine_) && curves_.empty() && notes_.empty())
    return false;  // opened, looked at, and run at the most
  return project_->modified() || !unflushed_.empty();
}

bool ProjectSession::onlyItsRuns(const Design& design) const {
  if (runs_.empty()) return true;
  if (!example_) return false;
  const std::string hash = designHash(design);
  return !labelled_ && std::all_of(runs_.begin(), runs_.end(),
                                   [&](const RunHead& run) { return run.designHash == hash; });
}

bool ProjectSession::bringsBack(const Design& design) const {
  return example_ && pristine_ && design == *pristine_;
}

void ProjectSession::collect() {
  emit aboutToKeep();
}

std::optional<ProjectError> ProjectSession::save(Replace replace) {
  collect();
  flush();
  auto error = project_->save(replace);
  if (!error) pristine_.reset();
  emit modifiedChanged();
  return error;
}

std::optional<ProjectError> ProjectSession::saveAs(const std::string& file) {
  collect();
  flush();
  auto error = project_->saveAs(file);
  if (!error) pristine_.reset();
  emit modifiedChanged();
  if (!error) emit contentsChanged();  // the project is called otherwise
  return error;
}

std::optional<ProjectError> ProjectSession::newOnDisk() const {
  return project_ ? project_->newOnDisk() : std::nullopt;
}

std::optional<ProjectError> ProjectSession::takeIn() {
  collect();
  flush();
  const RowId last = designs_.empty() ? 0 : designs_.back().id;
  auto error = project_->takeIn();
  listDesigns();
  nameApart(last);
  listRuns();
  curves_ = project_->curves();
  notes_ = project_->notes();
  emit contentsChanged();
  emit modifiedChanged();
  return error;
}

std::optional<ProjectError> ProjectSession::damage() const {
  return project_ ? project_->damage() : std::nullopt;
}

DesignDocument& ProjectSession::document() {
  return documentOf(current_);
}

std::shared_ptr<const Topology> ProjectSession::topology() const {
  const auto found = documents_.find(current_);
  return found == documents_.end() ? nullptr : found->second->topology();
}

DesignDocument& ProjectSession::documentOf(RowId design) {
  if (const auto found = documents_.find(design); found != documents_.end()) return *found->second;
  auto document = std::make_unique<DesignDocument>();
  for (const StoredDesign& stored : designs_)
    if (stored.id == design) document->load(stored.design);
  connect(document.get(), &DesignDocument::changed, this,
          [this, design](const DesignChange& change) { noteEdit(design, change); });
  return *documents_.emplace(design, std::move(document)).first->second;
}

void ProjectSession::noteEdit(RowId design, const DesignChange& change) {
  unflushed_.insert(design);
  ++edits_;
  flushTimer_.start();
  if (design == current_) emit designEdited(change);
  emit modifiedChanged();
}

void ProjectSession::flush() {
  flushTimer_.stop();
  keeping_.cancel();
  if (!project_ || unflushed_.empty()) return;
  for (const RowId id : unflushed_)
    if (const auto found = documents_.find(id); found != documents_.end()) {
      const Design& design = found->second->design();
      put(id, design, toText(design));
    }
  unflushed_.clear();
  emit contentsChanged();
}

void ProjectSession::flushAside() {
  if (!project_) return;
  for (const RowId id : unflushed_) {
    const auto found = documents_.find(id);
    if (found == documents_.end() || !isLarge(found->second->design())) continue;
    if (keeping_.job() == nullptr)
      keeping_.begin(
          std::make_shared<KeepJob>(id, found->second->design(), edits_), this,
          [this](KeepJob& job) { takeKept(job); }, 0);
    return;
  }
  flush();
}

/// What was edited meanwhile has its turn then.
void ProjectSession::takeKept(KeepJob& job) {
  if (!project_ || documents_.count(job.row) == 0) return;
  put(job.row, std::move(job.design), job.text);
  if (std::exchange(checkpointDue_, false)) project_->checkpoint();
  if (job.edit == edits_) unflushed_.erase(job.row);
  if (!unflushed_.empty()) flushTimer_.start();
  emit contentsChanged();
  emit modifiedChanged();
}

void ProjectSession::put(RowId id, Design design, const DesignText& text) {
  project_->updateDesign(id, design.name, text);
  const auto stored = std::find_if(designs_.begin(), designs_.end(),
                                   [id](const StoredDesign& each) { return each.id == id; });
  if (stored != designs_.end()) stored->design = std::move(design);
}

void ProjectSession::checkpoint() {
  flush();
  if (project_) project_->checkpoint();
}

std::vector<StoredDesign> ProjectSession::designs() const {
  if (!project_) return {};
  std::vector<StoredDesign> stored = designs_;
  // What is being edited is newer than the working copy.
  for (StoredDesign& design : stored)
    if (const auto found = documents_.find(design.id); found != documents_.end())
      design.design = found->second->design();
  return stored;
}

void ProjectSession::show(RowId design) {
  if (!project_ || design == current_) return;
  flush();
  current_ = design;
  project_->setViewValue(kShownKey, std::to_string(design));
  documentOf(design);
  emit documentShown();
  emit contentsChanged();
  emit modifiedChanged();
}

std::string ProjectSession::freeName(const std::string& base) const {
  const auto taken = designs();
  const auto isTaken = [&](const std::string& name) {
    return std::any_of(taken.begin(), taken.end(),
                       [&](const StoredDesign& design) { return design.design.name == name; });
  };
  if (!isTaken(base)) return base;
  for (int n = 2;; ++n) {
    std::string name = base;
    name += " ";
    name += std::to_string(n);
    if (!isTaken(name)) return name;
  }
}

/// What others made of a design has its name.
void ProjectSession::nameApart(RowId last) {
  for (StoredDesign& added : designs_) {
    if (added.id <= last) continue;
    const std::string own = std::exchange(added.design.name, {});
    added.design.name = freeName(own);
    if (added.design.name != own) project_->updateDesign(added.id, added.design);
  }
}

RowId ProjectSession::addDesign(const Design& design) {
  flush();
  Design named = design;
  named.name = freeName(design.name);
  const RowId id = project_->addDesign(named);
  listDesigns();
  project_->checkpoint();
  show(id);
  return id;
}

void ProjectSession::duplicateDesign(RowId design) {
  for (const StoredDesign& stored : designs())
    if (stored.id == design) {
      addDesign(stored.design);
      return;
    }
}

void ProjectSession::renameDesign(RowId design, const QString& name) {
  const QString trimmed = name.trimmed();
  DesignDocument& document = documentOf(design);
  if (trimmed.isEmpty() || trimmed.toStdString() == document.design().name) return;
  document.rename(trimmed);
  emit contentsChanged();
}

void ProjectSession::removeDesign(RowId design) {
  if (designs_.size() < 2) return;
  if (design == current_) {
    const auto other = std::find_if(designs_.begin(), designs_.end(),
                                    [&](const StoredDesign& each) { return each.id != design; });
    show(other->id);
  }
  flush();
  if (const auto found = documents_.find(design); found != documents_.end()) {
    found->second.release()->deleteLater();
    documents_.erase(found);
  }
  unflushed_.erase(design);
  project_->removeDesign(design);
  listDesigns();
  changeRuns().designRemoved(design);
  project_->checkpoint();
  emit contentsChanged();
  emit modifiedChanged();
}

RowId ProjectSession::addRun(const StoredRun& run) {
  flush();
  const RowId id = project_->addRun(run);
  changeRuns().added(run, id);
  // In a turn of its own: the disk may take its time.
  QMetaObject::invokeMethod(this, &ProjectSession::checkpoint, Qt::QueuedConnection);
  emit contentsChanged();
  emit modifiedChanged();
  return id;
}

void ProjectSession::addRuns(const std::vector<StoredRun>& runs) {
  flush();
  for (const StoredRun& run : runs) changeRuns().added(run, project_->addRun(run));
  QMetaObject::invokeMethod(this, &ProjectSession::checkpoint, Qt::QueuedConnection);
  emit contentsChanged();
  emit modifiedChanged();
}

void ProjectSession::labelRun(RowId run, const std::string& name,
                              const std::vector<std::string>& tags) {
  project_->labelRun(run, name, tags);
  labelled_ = true;
  changeRuns().labelled(run, name, tags);
  emit contentsChanged();
  emit modifiedChanged();
}

void ProjectSession::removeRuns(const std::vector<RowId>& runs) {
  project_->removeRuns(runs);
  changeRuns().removed(runs);
  emit contentsChanged();
  emit modifiedChanged();
}

RowId ProjectSession::addCurve(const StoredCurve& curve) {
  flush();
  const RowId id = project_->addCurve(curve);
  curves_.push_back(curve);
  curves_.back().id = id;
  project_->checkpoint();
  emit contentsChanged();
  emit modifiedChanged();
  return id;
}

void ProjectSession::removeCurve(RowId curve) {
  project_->removeCurve(curve);
  std::erase_if(curves_, [&](const StoredCurve& each) { return each.id == curve; });
  emit contentsChanged();
  emit modifiedChanged();
}

bool ProjectSession::exchangeNote(const std::optional<StoredNote>& last,
                                  const std::optional<StoredNote>& next) {
  const RowId id = last ? last->id : next->id;
  const auto found = std::find_if(notes_.begin(), notes_.end(),
                                  [id](const StoredNote& each) { return each.id == id; });
  if (last ? found == notes_.end() || *found != *last : found != notes_.end()) return false;
  if (!last) {
    const auto after = std::find_if(notes_.begin(), notes_.end(),
                                    [id](const StoredNote& each) { return each.id > id; });
    project_->addNote(*next);
    notes_.insert(after, *next);
  } else if (next) {
    project_->updateNote(*next);
    *found = *next;
  } else {
    project_->removeNote(id);
    notes_.erase(found);
  }
  emit contentsChanged();
  emit modifiedChanged();
  return true;
}

RowId ProjectSession::addNote(const QString& title) {
  flush();
  StoredNote note{0, title.toStdString(), {}};
  note.id = project_->addNote(note);
  notes_.push_back(note);
  document().undoStack().push(new NoteEdit(tr("Begin a note"), *this, {}, note, true, false));
  emit contentsChanged();
  emit modifiedChanged();
  return note.id;
}

QString ProjectSession::freeNoteTitle() const {
  for (std::size_t n = notes_.size() + 1;; ++n) {
    QString title = tr("Note %1").arg(n);
    if (std::none_of(notes_.begin(), notes_.end(),
                     [&](const StoredNote& note) { return note.title == title.toStdString(); }))
      return title;
  }
}

void ProjectSession::editNote(const StoredNote& note, bool goesOn) {
  for (const StoredNote& each : std::vector<StoredNote>(notes_))
    if (each.id == note.id && each != note)
      document().undoStack().push(
          new NoteEdit(tr("Write in the note “%1”").arg(QString::fromStdString(note.title)), *this,
                       each, note, false, goesOn));
}

void ProjectSession::removeNote(RowId note) {
  for (const StoredNote& each : std::vector<StoredNote>(notes_))
    if (each.id == note)
      document().undoStack().push(
          new NoteEdit(tr("Delete the note “%1”").arg(QString::fromStdString(each.title)), *this,
                       each, {}, false, false));
}

void ProjectSession::restoreNote(const StoredNote& note) {
  document().undoStack().push(
      new NoteEdit(tr("Bring back the note “%1”").arg(QString::fromStdString(note.title)), *this,
                   {}, note, false, false));
}

std::optional<std::string> ProjectSession::viewValue(const std::string& key) const {
  return project_ ? project_->viewValue(key) : std::nullopt;
}

void ProjectSession::setViewValue(const std::string& key, const std::string& value) {
  if (project_) project_->setViewValue(key, value);
}

}  // namespace hopscope
