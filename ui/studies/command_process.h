// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace hopscope {

/// The command line's program: the one beside this one, else the one that the shell would find;
/// empty where there is none.
QString commandLineProgram();

/// One program at a time, and what it said when it has ended; nobody waits for it. Destroying it
/// ends the program and all that it has started.
class CommandProcess : public QObject {
  Q_OBJECT

 public:
  explicit CommandProcess(QObject* parent = nullptr);
  ~CommandProcess() override;

  /// So long, in milliseconds, it may go on when this is destroyed. 0: it is ended at once.
  void setPatience(int milliseconds) { patience_ = milliseconds; }
  void start(const QString& program, const QStringList& arguments);
  /// Ends it; `finished` does not follow.
  void end();
  bool running() const { return process_.state() != QProcess::NotRunning; }

 signals:
  /// `exitCode`: -1 where it could not be started or was ended by a signal; `err` says why then.
  void finished(int exitCode, const QString& out, const QString& err);

 private:
  void tell(int exitCode, const QString& problem);

  QProcess process_;
  int patience_ = 0;
};

}  // namespace hopscope
