// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#ifdef HOPSCOPE_TEST_GUI
#include <QApplication>
using TestApplication = QApplication;
#else
#include <QCoreApplication>
using TestApplication = QCoreApplication;
#endif
#include <QTest>

namespace hopscope::test {

std::vector<std::function<std::unique_ptr<QObject>()>>& suites() {
  static std::vector<std::function<std::unique_ptr<QObject>()>> list;
  return list;
}

}  // namespace hopscope::test

/// Runs every registered suite; the exit code is the number of failures.
int main(int argc, char** argv) {
  TestApplication application(argc, argv);
  int failures = 0;
  for (const auto& make : hopscope::test::suites()) {
    const auto suite = make();
    failures += QTest::qExec(suite.get(), argc, argv);
  }
  return failures > 255 ? 255 : failures;
}
