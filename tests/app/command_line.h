// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>
#include <functional>

namespace hopscope::test {

struct CommandResult {
  int exitCode = -1;  ///< -1: it crashed or never ended
  QByteArray out, err;
};

/// Prepares hopscope-cli to run in `folder` with a state folder of its own there.
void prepare(QProcess& process, const QString& folder, const QStringList& arguments);

/// Runs the real hopscope-cli in `folder` to its end.
CommandResult runCommand(const QString& folder, const QStringList& arguments,
                         const QByteArray& input = {});

/// The same where the process itself is changed before the program begins in it (limits, streams):
/// `before` may only do what is allowed between fork and exec.
CommandResult runCommandIn(const QString& folder, const QStringList& arguments,
                           const std::function<void()>& before, const QByteArray& input = {});

/// Sets one of the limits of the process (setrlimit), soft and hard.
void limit(int resource, unsigned long bytes);

QByteArray readFile(const QString& file);

/// The results without what the wall clock decides.
QJsonObject withoutTimes(const QByteArray& json);

}  // namespace hopscope::test
