// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QObject>
#include <QTimer>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "projects/project.h"
#include "projects/run_list.h"
#include "ui/document/design_document.h"
#include "ui/shell/keep_job.h"

namespace hopscope {

class BackgroundWork;
class RunNames;

/// The open project as the window sees it: which design is shown, one undoable document per design
/// that was opened, and the working copy kept up to date (every edit soon, durable every 30 s).
class ProjectSession : public QObject {
  Q_OBJECT

 public:
  static constexpr int kCheckpointMilliseconds = 30'000;
  /// How often the recovery copy is made durable.
  void setCheckpointEvery(int milliseconds) { checkpointTimer_.setInterval(milliseconds); }

  explicit ProjectSession(QObject* parent = nullptr);
  ~ProjectSession() override;

  /// Replaces the open project. Its first (or last shown) design becomes current; a project without
  /// one gets `first`.
  /// `example`: `first` is one of the gallery or a lesson, which can be opened again at any time.
  void adopt(std::unique_ptr<Project> project, const Design& first, bool example = false);
  void close();
  /// Before close(): what was not saved is left as after a crash; nothing where all is.
  void leaveForRecovery();
  bool isOpen() const { return project_ != nullptr; }

  const std::string& file() const;
  /// There is work that closing would lose. Runs of an example that nobody changed or labelled
  /// are none: it brings them back.
  bool modified() const;
  /// The example or lesson that was opened has this design, so that nothing is lost with a run of
  /// it.
  bool bringsBack(const Design& design) const;
  /// Has what is still being typed handed in.
  void collect();
  std::optional<ProjectError> save(Replace replace = Replace::known);
  std::optional<ProjectError> saveAs(const std::string& file);
  /// What another program has put into the file since it was opened or saved; nothing where it has
  /// not.
  std::optional<ProjectError> newOnDisk() const;
  /// Adds that to the project.
  std::optional<ProjectError> takeIn();
  /// What could not be read of the file that was opened.
  std::optional<ProjectError> damage() const;

  /// The document of the design shown; only while a project is open.
  DesignDocument& document();
  /// The network of the design shown; null while no project is open.
  std::shared_ptr<const Topology> topology() const;
  RowId currentDesign() const { return current_; }
  std::vector<StoredDesign> designs() const;
  void show(RowId design);
  RowId addDesign(const Design& design);  ///< and shows it
  void duplicateDesign(RowId design);
  void renameDesign(RowId design, const QString& name);
  void removeDesign(RowId design);  ///< not the last one

  const RunList& runs() const { return runs_; }
  /// What the runs are called now; until runs come or go, or numbers are written otherwise.
  const RunNames& runNames() const;
  /// The name among them of this run; its stored one where it is no longer kept.
  QString nameOf(const StoredRun& run) const;
  RowId addRun(const StoredRun& run);
  void addRuns(const std::vector<StoredRun>& runs);  ///< in their order
  void labelRun(RowId run, const std::string& name, const std::vector<std::string>& tags);
  void removeRun(RowId run) { removeRuns({run}); }
  void removeRuns(const std::vector<RowId>& runs);
  const std::vector<StoredCurve>& curves() const { return curves_; }
  RowId addCurve(const StoredCurve& curve);
  void removeCurve(RowId curve);

  std::vector<StoredStudy> studies() const;  ///< without their rows
  StudyRows studyRows(RowId study) const;
  /// The study of that hash and this engine; 0 where there is none.
  RowId findStudy(const std::string& hash) const;
  RowId addStudy(const StoredStudy& study);
  void addStudyRows(RowId study, const StudyRows& rows);
  void removeStudy(RowId study);

  const std::vector<StoredNote>& notes() const { return notes_; }
  /// Each an undoable step in the history of the design shown, as whatever else is done there.
  RowId addNote(const QString& title);
  QString freeNoteTitle() const;                       ///< "Note 3"
  void editNote(const StoredNote& note, bool goesOn);  ///< `goesOn`: one step with the last
  void removeNote(RowId note);
  void restoreNote(const StoredNote& note);  ///< one that was deleted

  std::optional<std::string> viewValue(const std::string& key) const;
  void setViewValue(const std::string& key, const std::string& value);

 signals:
  void documentShown();    ///< document() is another one
  void contentsChanged();  ///< the lists of designs, runs, curves, studies or notes
  void aboutToKeep();      ///< the last chance to hand in what is still being typed
  void modifiedChanged();  ///< modified() or the name may differ
  void designEdited(const hopscope::DesignChange& change);  ///< of the document shown
  /// Something in the project cannot be read, which was found when or after it was opened.
  void damageFound(const hopscope::ProjectError& damage);

 private:
  friend class NoteEdit;
  /// Puts `next` in the place of `last`, either of which may be absent. False where the project
  /// does not hold `last` any more.
  bool exchangeNote(const std::optional<StoredNote>& last, const std::optional<StoredNote>& next);
  /// There is no run of anything but this design, and none that the user labelled.
  bool onlyItsRuns(const Design& design) const;
  DesignDocument& documentOf(RowId design);
  void noteEdit(RowId design, const DesignChange& change);
  /// Puts what was edited into the working copy.
  void flush();
  /// The same, with the text of a large design made away from the window's thread.
  void flushAside();
  void takeKept(KeepJob& job);
  void put(RowId id, Design design, const DesignText& text);
  void listDesigns();
  void listRuns();
  /// The list of runs, for whoever changes it: they may be called otherwise then.
  RunList& changeRuns();
  void checkRest();
  void checkpoint();
  std::string freeName(const std::string& base) const;
  void nameApart(RowId last);  ///< designs that came after that one

  std::unique_ptr<Project> project_;
  std::map<RowId, std::unique_ptr<DesignDocument>> documents_;
  RowId current_ = 0;
  std::vector<StoredDesign> designs_;  ///< as in the project
  RunList runs_;
  mutable std::unique_ptr<const RunNames> runNames_;  ///< null until somebody asks
  mutable QLocale namesLocale_;                       ///< whose numbers stand in them
  std::vector<StoredCurve> curves_;                   ///< as in the project
  std::vector<StoredNote> notes_;                     ///< as in the project
  /// Looks at what was left out when the project was opened.
  std::unique_ptr<BackgroundWork> check_;
  std::set<RowId> unflushed_;
  std::uint64_t edits_ = 0;  ///< of all documents so far
  LatestJob<KeepJob> keeping_;
  QTimer flushTimer_, checkpointTimer_;
  bool checkpointDue_ = false;      ///< for what `keeping_` makes
  std::optional<Design> pristine_;  ///< of an untitled project: as it began
  bool example_ = false;            ///< that can be opened again
  bool labelled_ = false;           ///< a run was named or tagged by the user
  std::string noFile_;
};

}  // namespace hopscope
