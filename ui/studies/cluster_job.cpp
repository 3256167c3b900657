// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/cluster_job.h"

#include <QRegularExpression>
#include <algorithm>
#include <utility>

#include "engine/study/task_state.h"

namespace hopscope {

namespace {

constexpr int kClusterPollMilliseconds = 5000;
/// A submission that is cut off leaves a job of which nobody knows the number, a cancellation tasks
/// that go on.
constexpr int kSubmitPatience = 3000;

/// What a program said last: the sentence that tells why it ended.
QString lastLineOf(const QString& text) {
  const QStringList lines = text.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  return lines.isEmpty() ? QString() : lines.last().trimmed();
}

QString noProgram() {
  return ClusterJob::tr(
      "There is no hopscope-cli beside this program, nor where the shell would find one; it "
      "submits studies. Put it there.");
}

}  // namespace

ClusterJob::ClusterJob(QObject* parent) : QObject(parent) {
  submission_.setPatience(kSubmitPatience);
  cancellation_.setPatience(kSubmitPatience);
  poll_.setSingleShot(true);
  poll_.setInterval(kClusterPollMilliseconds);
  connect(&poll_, &QTimer::timeout, this, &ClusterJob::refresh);
  connect(&status_, &CommandProcess::finished, this, &ClusterJob::takeStatus);
  connect(&preparing_, &BackgroundWork::finished, this,
          [this](bool /*cancelled*/, const QString& failure) {
            const QString problem = failure.isEmpty() ? *prepared_ : failure;
            if (problem.isEmpty()) return launch();
            submittingIn_.dropUnused();
            emit submitEnded(problem);
          });
  connect(&submission_, &CommandProcess::finished, this,
          [this](int exitCode, const QString& out, const QString& err) {
            const QString words = lastLineOf(err.isEmpty() ? out : err);
            static const QRegularExpression kJob(QStringLiteral("\\bjob ([^,]+), tasks"));
            const QRegularExpressionMatch match = kJob.match(words);
            if (exitCode != 0) submittingIn_.dropUnused();
            if (exitCode != 0 || !match.hasMatch()) {
              // Also where there was nothing to submit.
              emit submitEnded(words.isEmpty() ? tr("It was not submitted, and nothing was said.")
                                               : words);
            } else {
              job_ = match.captured(1);
              submittingIn_.keepAsked(asked_);
              emit submitEnded({});
            }
            if (submittingIn_ == folder_) refresh();
          });
  connect(&cancellation_, &CommandProcess::finished, this,
          [this](int exitCode, const QString& out, const QString& err) {
            const QString words = lastLineOf(err.isEmpty() ? out : err);
            // It is no failure of the command that there was nothing to cancel.
            static const QRegularExpression kCancelled(
                QStringLiteral("\\b\\d+ tasks? w(as|ere) cancelled"));
            const bool good = exitCode == 0 && kCancelled.match(words).hasMatch();
            emit cancelEnded(good              ? QString()
                             : words.isEmpty() ? tr("Nothing was cancelled, and nothing was said.")
                                               : words);
            if (cancellingIn_ == folder_) refresh();
          });
  connect(&reading_, &BackgroundWork::finished, this, &ClusterJob::takeRows);
}

ClusterJob::~ClusterJob() = default;

void ClusterJob::setStudy(const ClusterFolder& folder, const PointsOwner& owner) {
  owner_ = owner;
  if (folder == folder_) return;
  folder_ = folder;
  status_.end();
  stale_ = reading_.running();
  again_ = false;
  poll_.stop();
  tasks_.clear();
  heard_ = false;
  sizes_.clear();
  problem_.clear();
  statusProblem_.clear();
  emit changed();
  if (watched_) refresh();
}

QStringList ClusterJob::arguments(const ClusterAsk& ask) const {
  QStringList words{QStringLiteral("study"), QStringLiteral("run"), folder_.studyFile(),
                    QStringLiteral("--out"), folder_.projectFile(), QStringLiteral("--on"),
                    QStringLiteral("slurm")};
  words << (again() ? QStringLiteral("--resubmit") : QStringLiteral("--array=%1").arg(ask.tasks));
  const auto option = [&](const QString& name, const QString& value) {
    if (!value.trimmed().isEmpty()) words << name + value.trimmed();
  };
  option(QStringLiteral("--partition="), ask.partition);
  option(QStringLiteral("--time="), ask.time);
  option(QStringLiteral("--sbatch-options="), ask.more);
  return words;
}

void ClusterJob::submit(const ClusterAsk& ask, const std::string& document, const StudyRows& rows) {
  if (submitting() || folder_.isNone()) return;
  program_ = commandLineProgram();
  if (program_.isEmpty()) return emit submitEnded(noProgram());
  arguments_ = arguments(ask);
  asked_ = ask;
  submittingIn_ = folder_;
  prepared_ = std::make_shared<QString>();
  preparing_.start([folder = folder_, document, rows, into = prepared_](
                       const std::stop_token& /*stop*/, const auto& /*progress*/) {
    *into = folder.prepare(document, rows);
  });
}

bool ClusterTask::hasEnded() const {
  return hopscope::hasEnded(state.toStdString());
}

bool ClusterTask::underWay() const {
  return !hasEnded() && state.toStdString() != kUnknownTask;
}

bool ClusterJob::underWay() const {
  return std::any_of(tasks_.begin(), tasks_.end(),
                     [](const ClusterTask& task) { return task.underWay(); });
}

void ClusterJob::cancel() {
  if (cancelling() || !submitted()) return;
  const QString program = commandLineProgram();
  if (program.isEmpty()) return emit cancelEnded(noProgram());
  cancellingIn_ = folder_;
  cancellation_.start(program,
                      {QStringLiteral("study"), QStringLiteral("cancel"), folder_.studyFile(),
                       QStringLiteral("--out"), folder_.projectFile()});
}

void ClusterJob::launch() {
  submission_.start(program_, arguments_);
}

void ClusterJob::setWatched(bool watched) {
  if (watched_ == watched) return;
  watched_ = watched;
  if (watched)
    refresh();
  else
    poll_.stop();
}

void ClusterJob::refresh() {
  if (!submitted()) return;
  if (status_.running() || reading_.running()) {
    again_ = true;
    return;
  }
  poll_.stop();
  const QString program = commandLineProgram();
  if (program.isEmpty()) {
    // What the tasks have written can be read all the same.
    statusProblem_ = noProgram();
    return read();
  }
  status_.start(program, {QStringLiteral("study"), QStringLiteral("status"), folder_.studyFile(),
                          QStringLiteral("--out"), folder_.projectFile()});
}

void ClusterJob::takeStatus(int exitCode, const QString& out, const QString& err) {
  statusProblem_ = exitCode == 0 ? QString() : lastLineOf(err);
  // It may tell of the tasks and refuse what they are in.
  if (exitCode != 0 && out.isEmpty()) return read();
  static const QRegularExpression kTask(
      QStringLiteral("^task (\\d+): (.*), (\\d+) of (\\d+) runs$"));
  std::vector<ClusterTask> tasks;
  const QStringList lines = out.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  tasks.reserve(static_cast<std::size_t>(lines.size()));
  // The first one is of the whole study.
  for (qsizetype i = 1; i < lines.size(); ++i) {
    const QRegularExpressionMatch match = kTask.match(lines[i]);
    if (match.hasMatch())  // points that have failed are told too
      tasks.push_back({match.captured(1).toUInt(), match.captured(2),
                       match.captured(3).toLongLong(), match.captured(4).toLongLong()});
  }
  tasks_ = std::move(tasks);
  heard_ = true;
  read();
}

void ClusterJob::read() {
  if (reading_.running()) {
    again_ = true;
    return;
  }
  rows_ = std::make_shared<ClusterRows>();
  reading_.start([files = folder_.taskFiles(), owner = owner_, known = sizes_, into = rows_](
                     const std::stop_token& /*stop*/, const auto& /*progress*/) {
    *into = readClusterRows(files, owner, known);
  });
}

void ClusterJob::takeRows() {
  const std::shared_ptr<ClusterRows> read = std::exchange(rows_, nullptr);
  if (std::exchange(stale_, false)) {
    again_ = false;
    if (watched_) refresh();
    return;
  }
  for (const auto& [file, size] : read->sizes) sizes_[file] = size;
  QStringList problems = read->problems;
  if (!statusProblem_.isEmpty()) problems.prepend(statusProblem_);
  problems.removeDuplicates();  // the command line reads the same files
  problem_ = problems.join(QLatin1Char('\n'));
  emit changed();
  if (!read->rows.empty()) emit arrived(read->rows);
  if (std::exchange(again_, false)) return refresh();
  if (watched_ && !allDone()) poll_.start();
}

bool ClusterJob::allDone() const {
  return !tasks_.empty() && std::all_of(tasks_.begin(), tasks_.end(),
                                        [](const ClusterTask& task) { return task.done(); });
}

}  // namespace hopscope
