// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/command_line.h"

#include <sys/resource.h>

#include <QFile>
#include <QJsonDocument>
#include <QProcessEnvironment>

namespace hopscope::test {

void prepare(QProcess& process, const QString& folder, const QStringList& arguments) {
  auto environment = QProcessEnvironment::systemEnvironment();
  environment.insert("XDG_STATE_HOME", folder + "/.state");
  environment.remove("QT_QPA_PLATFORM");  // the program itself does without a display
  environment.remove("DISPLAY");
  process.setProcessEnvironment(environment);
  process.setWorkingDirectory(folder);
  process.setProgram(HOPSCOPE_CLI);
  process.setArguments(arguments);
}

CommandResult runCommand(const QString& folder, const QStringList& arguments,
                         const QByteArray& input) {
  return runCommandIn(folder, arguments, {}, input);
}

CommandResult runCommandIn(const QString& folder, const QStringList& arguments,
                           const std::function<void()>& before, const QByteArray& input) {
  QProcess process;
  prepare(process, folder, arguments);
  process.setChildProcessModifier(before);
  process.start();
  process.write(input);
  process.closeWriteChannel();
  CommandResult result;
  if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit)
    result.exitCode = process.exitCode();
  result.out = process.readAllStandardOutput();
  result.err = process.readAllStandardError();
  return result;
}

void limit(int resource, unsigned long bytes) {
  const rlimit both{bytes, bytes};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

QByteArray readFile(const QString& file) {
  QFile source(file);
  return source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
}

QJsonObject withoutTimes(const QByteArray& json) {
  QJsonObject object = QJsonDocument::fromJson(json).object();
  object.remove("wall_seconds");
  object.remove("flit_hops_per_second");
  return object;
}

}  // namespace hopscope::test
