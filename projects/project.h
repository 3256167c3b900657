// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/simulation/recording.h"
#include "engine/simulation/results.h"
#include "engine/study/curve.h"
#include "engine/study/study_rows.h"

namespace hopscope {

using RowId = std::int64_t;
struct DesignText;

struct StoredDesign {
  RowId id = 0;
  Design design;
};

/// A finished run with all that is needed to repeat it.
struct StoredRun {
  RowId id = 0;
  RowId designId = 0;   ///< the design it came from; 0 where that was deleted
  std::string name;     ///< "Uniform, 0.30"
  std::string started;  ///< UTC, ISO 8601
  std::string designHash;
  Design design;    ///< as it was run
  Results results;  ///< seed and engine version inside
  /// What its windows were like; null where that was not recorded.
  std::shared_ptr<const Recording> recording;
  std::vector<std::string> tags;  ///< the user's words to sort runs by
};

/// What lists of runs show: some hundred bytes a run, whatever its network and length.
struct RunHead {
  RowId id = 0;
  RowId designId = 0;  ///< as in StoredRun, and what follows
  std::string name, designName, started, designHash, engineVersion;
  std::vector<std::string> tags;
  std::uint64_t seed = 0;
  bool complete = false;
  Verdict verdict = Verdict::stable;
  Cycle cycles = 0;
  double offeredLoad = 0, acceptedLoad = 0;  ///< flits per terminal and cycle
  double latencyMean = 0, latencyP99 = 0, latencyCi95 = 0, hopsMean = 0;
};

/// A latency curve with its points.
struct StoredCurve {
  RowId id = 0;
  RowId designId = 0;
  std::string name;
  std::string started;
  Design design;
  std::vector<CurvePoint> points;  ///< `runs` of each point are not kept
};

/// A study with all that was run of it.
struct StoredStudy {
  RowId id = 0;
  std::string name;
  std::string started;   ///< UTC, ISO 8601
  std::string document;  ///< with its designs (ParsedStudy::document)
  std::string hash;      ///< studyHash() of it
  std::string engineVersion;
  StudyRows rows;
};

/// The author's own words about the project.
struct StoredNote {
  RowId id = 0;
  std::string title;
  std::string text;  ///< plain
  bool operator==(const StoredNote&) const = default;
};

/// What keeps a project file from being opened or saved. One message for the user.
struct ProjectError {
  Issue issue;
  /// Not saved because the file on the disk is not the one that was opened: it would be lost.
  bool changedOnDisk = false;
  /// The disk is full or fails, whatever is in the file.
  bool ofStorage = false;
};

/// Which file a save may replace.
enum class Replace {
  nothing,   ///< none: the name is to be a new one
  known,     ///< the project's own as it was read or written last; any other that was named
  anything,  ///< the project's own, too, whatever is in it now
};

/// How much of a file is looked at before it is open.
enum class LookAt {
  most,        ///< not each run of very many, see Project::remainingCheck
  everything,  ///< so that all damage is known: to add to it
  evenCutOff,  ///< the same, also of a file whose end is missing: to save what can be read
};

/// A working copy of a program that ended and had not saved it: by a crash, or as it was told to.
struct Recovery {
  std::string workingCopy;
  std::string file;      ///< the user's file, or empty for an untitled project
  std::string modified;  ///< UTC, ISO 8601
};

/// A project: one SQLite database (`*.hopscope`). While open it lives in a working copy in WAL mode
/// (beside the file, or in a recovery folder while untitled); the user's file changes only on save:
/// online backup to a temporary file beside it, fsync, rename. Not thread-safe.
class Project {
 public:
  /// A new, untitled project with no design.
  static std::variant<std::unique_ptr<Project>, ProjectError> create();
  /// Opens a file made by anyone: foreign, truncated or newer files are refused in one sentence and
  /// left as they are. What can be read of a damaged one is opened as a project without a file, see
  /// `damage`. A command, which has it open for a moment only, says how long it waits for others of
  /// its kind; a window waits for such a command a moment, and nobody for a window.
  static std::variant<std::unique_ptr<Project>, ProjectError> open(
      const std::string& file, std::chrono::milliseconds patience = {}, LookAt look = LookAt::most);
  /// The same for who only looks at it: as it was saved last, whoever has it open. It keeps nobody
  /// from the file, and what is changed in it is not restored after a crash.
  static std::variant<std::unique_ptr<Project>, ProjectError> read(const std::string& file,
                                                                   LookAt look = LookAt::most);
  ~Project();

  const std::string& file() const;  ///< empty while untitled
  bool modified() const;            ///< differs from the file on disk
  /// Why edits are not safe from a crash at the moment: the working copy cannot be written, and the
  /// project lives in memory. Nothing is lost while the program runs; saving still works.
  std::optional<ProjectError> trouble() const;
  /// What could not be read of the file that was opened, where that is damaged.
  std::optional<ProjectError> damage() const;
  /// A file of very many runs is opened before all of them are looked at. This looks at what was
  /// left out, for as long as that takes and in any thread, also while the project is used or after
  /// it was closed, and comes back with the damage. An empty function where nothing was left. A
  /// file of which damage is known by then, and still there, is not replaced unless by
  /// Replace::anything.
  std::function<std::optional<ProjectError>(const std::stop_token&)> remainingCheck() const;
  /// The file on the disk is replaced in one step, and only as `replace` says; on failure it is as
  /// it was.
  std::optional<ProjectError> save(Replace replace = Replace::known);
  std::optional<ProjectError> saveAs(const std::string& file, Replace replace = Replace::known);
  /// Where another program has changed the file since it was opened or saved: what is new in it, as
  /// a warning.
  std::optional<ProjectError> newOnDisk() const;
  /// Adds what is new there, so that the next save loses nothing of it.
  std::optional<ProjectError> takeIn();
  /// Closes the project and leaves its working copy to findRecoveries(), as after a crash. False
  /// where there is none.
  bool leaveForRecovery();

  std::vector<StoredDesign> designs() const;
  RowId addDesign(const Design& design);
  void updateDesign(RowId id, const Design& design);
  /// The same where toText() made the text of the design already.
  void updateDesign(RowId id, const std::string& name, const DesignText& text);
  void removeDesign(RowId id);

  std::vector<StoredRun> runs() const;
  /// Of all runs, in their order, without what is read when one is looked at: `run`. Two queries,
  /// however many there are; 100,000 take some tenths of a second.
  std::vector<RunHead> runHeads() const;
  /// Nothing where there is none, or where it is damaged, which `why` tells then.
  std::optional<StoredRun> run(RowId id, std::optional<ProjectError>* why = nullptr) const;
  /// The design that a run was of, without the rest; likewise.
  std::optional<Design> designOfRun(RowId id) const;
  RowId addRun(const StoredRun& run);
  /// Gives a run another name and other tags; the rest of it never changes.
  void labelRun(RowId id, const std::string& name, const std::vector<std::string>& tags);
  void removeRun(RowId id);
  void removeRuns(const std::vector<RowId>& ids);  ///< in one step
  std::vector<StoredCurve> curves() const;
  RowId addCurve(const StoredCurve& curve);
  void removeCurve(RowId id);

  std::vector<StoredStudy> studies() const;  ///< without their rows
  StudyRows studyRows(RowId id) const;
  /// The study of that hash and engine version; 0 where there is none.
  RowId findStudy(const std::string& hash, const std::string& engineVersion) const;
  RowId addStudy(const StoredStudy& study);
  /// Adds those rows that it does not have, or has as failed. One edit takes the time to read all
  /// of the study.
  void addStudyRows(RowId id, const StudyRows& rows);
  void removeStudy(RowId id);

  std::vector<StoredNote> notes() const;  ///< in the order in which they were begun
  /// Under its own id, or a new one where that is 0.
  RowId addNote(const StoredNote& note);
  void updateNote(const StoredNote& note);
  void removeNote(RowId id);

  /// Small values of the view that travel with the file: snap, open design, speed. Setting one
  /// does not count as a modification; the next save keeps it.
  std::optional<std::string> viewValue(const std::string& key) const;
  void setViewValue(const std::string& key, const std::string& value);

  /// Makes the working copy durable (called every 30 s and on every structural edit).
  void checkpoint();

 private:
  struct Implementation;
  friend std::variant<std::unique_ptr<Project>, ProjectError> recover(const Recovery& recovery);
  explicit Project(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

/// Working copies whose program is gone.
std::vector<Recovery> findRecoveries();
/// Opens one as a modified project. A copy that cannot be opened stays where it is.
std::variant<std::unique_ptr<Project>, ProjectError> recover(const Recovery& recovery);
void discardRecovery(const Recovery& recovery);

/// A design of the gallery.
struct Example {
  std::string name;      ///< "dragonfly-adversarial"
  std::string title;     ///< "Why adversarial traffic kills a Dragonfly"
  std::string summary;   ///< one or two sentences: why it is interesting
  std::string category;  ///< Routing, Switches, Topologies, Papers
  Design design;
};
const std::vector<Example>& examples();

}  // namespace hopscope
