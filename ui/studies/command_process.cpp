// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/command_process.h"

#include <unistd.h>

#include <QCoreApplication>
#include <QStandardPaths>
#include <csignal>

namespace hopscope {

namespace {
constexpr int kToEnd = 2000;  ///< milliseconds that the system may take to end a program
}

QString commandLineProgram() {
  const QString name = QStringLiteral("hopscope-cli");
  const QString beside =
      QStandardPaths::findExecutable(name, {QCoreApplication::applicationDirPath()});
  return beside.isEmpty() ? QStandardPaths::findExecutable(name) : beside;
}

CommandProcess::CommandProcess(QObject* parent) : QObject(parent) {
  // A group of its own: what it has started is ended with it.
  process_.setChildProcessModifier([] { ::setpgid(0, 0); });
  process_.setStandardInputFile(QProcess::nullDevice());
  connect(&process_, &QProcess::finished, this, [this](int exitCode, QProcess::ExitStatus status) {
    if (status == QProcess::NormalExit)
      tell(exitCode, {});
    else
      tell(-1, tr("It was ended by the system."));
  });
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) tell(-1, process_.errorString());
  });
}

CommandProcess::~CommandProcess() {
  if (running() && patience_ > 0) {
    process_.blockSignals(true);
    process_.waitForFinished(patience_);
  }
  end();
}

void CommandProcess::start(const QString& program, const QStringList& arguments) {
  end();
  process_.start(program, arguments);
}

void CommandProcess::end() {
  if (!running()) return;
  process_.blockSignals(true);
  process_.waitForStarted(kToEnd);
  if (const qint64 leader = process_.processId(); leader > 0)
    ::kill(-static_cast<pid_t>(leader), SIGKILL);
  process_.kill();
  process_.waitForFinished(kToEnd);
  process_.blockSignals(false);
}

void CommandProcess::tell(int exitCode, const QString& problem) {
  const QString out = QString::fromUtf8(process_.readAllStandardOutput());
  const QString err = QString::fromUtf8(process_.readAllStandardError());
  emit finished(exitCode, out, problem.isEmpty() ? err : problem);
}

}  // namespace hopscope
