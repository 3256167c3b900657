// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#ifdef HOPSCOPE_TEST_GUI
#include <QApplication>

#include "tests/support/unanswered.h"
using TestApplication = QApplication;
#else
#include <QCoreApplication>
using TestApplication = QCoreApplication;
#endif
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <cstdio>

namespace hopscope::test {

std::vector<std::function<std::unique_ptr<QObject>()>>& suites() {
  static std::vector<std::function<std::unique_ptr<QObject>()>> list;
  return list;
}

}  // namespace hopscope::test

/// QtTest handles fatal signals while a suite runs, and in the next one gives them back to what it
/// found: its own handler, to which a crash would come back without end.
static void forgetSignalHandlers() {
  for (const int fatal :
       {SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGTERM})
    std::signal(fatal, SIG_DFL);
}

/// Runs every registered suite, or the one that HOPSCOPE_SUITE names, with its namespace or
/// without; the exit code is the number of failures. Properties draw the same cases each time, so
/// that a check fails for what was changed; RC_PARAMS="seed=…" draws others.
int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("RC_PARAMS")) qputenv("RC_PARAMS", "seed=20261123");
  TestApplication application(argc, argv);
#ifdef HOPSCOPE_TEST_GUI
  const hopscope::test::Unanswered unanswered;
#endif
  // What a test keeps as a person's choices must not meet the next test, nor that person.
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  const QByteArray wanted = qgetenv("HOPSCOPE_SUITE");
  int failures = 0, run = 0;
  for (const auto& make : hopscope::test::suites()) {
    const auto suite = make();
    const QByteArray name = suite->metaObject()->className();
    if (!wanted.isEmpty() && wanted != name && !name.endsWith("::" + wanted)) continue;
    QElapsedTimer clock;
    clock.start();
    forgetSignalHandlers();
    failures += QTest::qExec(suite.get(), argc, argv);
    // Where one of them never ends, this tells which.
    std::fprintf(stderr, "%s: %.1f s\n", name.constData(),
                 static_cast<double>(clock.elapsed()) / 1e3);
    ++run;
  }
  if (run == 0) qCritical("no suite is called %s", wanted.constData());
  return run == 0 ? 1 : failures > 255 ? 255 : failures;
}
