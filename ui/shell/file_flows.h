// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <utility>
#include <vector>

#include "projects/project.h"
#include "ui/gallery/start_page.h"

namespace hopscope {

class MessageBar;
class ProjectSession;

/// What goes on in the open project, and is lost with it where it is not over.
struct WorkAtStake {
  /// `changed`: the project is to be saved for another reason.
  std::function<bool(bool changed)> wouldBeLost;
  /// Ends it and keeps what it has measured; false where the user would rather not wait for that.
  std::function<bool()> keep;
  QString title;     ///< that it is not over
  QString question;  ///< whether what it has is to be kept, in the project %1
  QString outcome;   ///< what saving does to it
  QString lose;      ///< the button that goes on without it
};

/// New, open, save, recent files, recovery, and the question before unsaved work is lost. Speaks
/// through the message bar; asks only where work would be lost or a name is needed.
class FileFlows : public QObject {
  Q_OBJECT

 public:
  FileFlows(ProjectSession& session, MessageBar& messages, QWidget* window);

  void newProject();
  void open();
  /// A project (*.hopscope), a design or a lesson (*.json), or another program's network file, by
  /// its name's ending. False with a message where it can't.
  bool openFile(const QString& file);
  /// Who opens a lesson, which is JSON as a design is.
  void setLessonOpener(std::function<bool(const QString&)> opener) { lesson_ = std::move(opener); }
  void addWork(WorkAtStake work) { work_.push_back(std::move(work)); }
  /// An untitled project with a design that is to be had again at any time, of an example or a
  /// lesson.
  void openCopy(const Design& design);
  void newFrom(const Design& design);  ///< an untitled project with this design
  bool save();
  bool saveAs();
  /// True when the open project may go: saved, discarded, or nothing to lose.
  bool mayClose();
  /// Offers working copies of programs that ended and had not saved them.
  void offerRecovery();

  std::vector<RecentProject> recent() const;
  void clearRecent();

 signals:
  void opened();  ///< another project is open
  void recentChanged();

 private:
  /// What of the work going on would be lost.
  std::vector<const WorkAtStake*> atStake(bool changed) const;
  /// Ends all that goes on, and keeps it; false where that is not waited for.
  bool keepWork();
  bool adopt(std::variant<std::unique_ptr<Project>, ProjectError> result, const Design& first,
             bool example = false);
  bool openDesign(const QString& file);
  bool openNetwork(const QString& file);
  bool mayDiscard(const QString& name);
  void restore(const Recovery& recovery);
  bool saveOver(Replace replace);
  /// What is said of saving, and of what was in the file before, holds no more.
  void saved();
  /// What another program has put into the file; `saving`: for the question before.
  bool takeIn(bool saving);
  /// Where the project is to be saved; empty where the user thought better of it.
  QString askFile();
  bool saveTo(const QString& file);
  /// Another program has changed the file: what is to become of it.
  /// `before`: what is done first once the user has not cancelled; false keeps the file as it is.
  bool saveChanged(const ProjectError& error, const std::function<bool()>& before = {});
  void remember();
  void report(const ProjectError& error, bool saving);

  ProjectSession& session_;
  MessageBar& messages_;
  QWidget* window_;
  std::function<bool(const QString&)> lesson_;
  std::vector<WorkAtStake> work_;
};

}  // namespace hopscope
