// SPDX-License-Identifier: GPL-3.0-or-later
// How long `hopscope` takes to start, with a warm disk: from the call of the program to a window
// that is painted and waits for its user. hopscope_start_bench [ROUNDS]. It starts itself anew each
// time, to do what the program does, and counts no time in which others had the processor. Fails
// where even the quickest start is beyond the limit.
#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QLocale>
#include <QTemporaryDir>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/bench/processor_time.h"
#include "tests/bench/spread.h"
#include "ui/shell/main_window.h"
#include "ui/shell/translations.h"

namespace hopscope {
namespace {

constexpr double kLimit = 0.300, kRunLimit = 0.030;  // seconds

/// The same clock in both programs.
double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class WatchedApplication final : public QApplication {
 public:
  using QApplication::QApplication;

  bool notify(QObject* receiver, QEvent* event) override {
    if (event->type() == QEvent::Paint) painted = true;
    return QApplication::notify(receiver, event);
  }

  bool painted = false;
};

/// What `hopscope` does, until it has nothing left to do. Prints the seconds since `begun`, those
/// of its thread's waiting, and those of the processor.
int start(int argc, char** argv, double begun) {
  WatchedApplication application(argc, argv);
  QApplication::setApplicationName("hopscope");
  QApplication::setOrganizationName("hopscope");
  loadTranslation(QLocale::system(), translationFolders());
  MainWindow window;
  window.show();
  QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock,
                   &window, [&] {
                     if (!application.painted) return;
                     std::printf("%.6f %.6f %.6f\n", now() - begun, bench::waitedForProcessor(),
                                 bench::processorSeconds(bench::Of::thisProgram));
                     std::fflush(stdout);
                     std::_Exit(0);
                   });
  return QApplication::exec();
}

struct Start {
  double usable = 0;     ///< seconds until the window is, without those of waiting
  double processor = 0;  ///< of all threads
};

/// Nothing of what the user has set or left behind counts.
Start startOnce(const std::string& program, const std::string& folder) {
  const std::string command = "XDG_CONFIG_HOME='" + folder + "' XDG_STATE_HOME='" + folder + "' '" +
                              program + "' start " + std::to_string(now());
  std::FILE* const output = popen(command.c_str(), "r");
  double whole = 0, waited = 0, processor = 0;
  const bool read =
      output != nullptr && std::fscanf(output, "%lf %lf %lf", &whole, &waited, &processor) == 3;
  if (output != nullptr) pclose(output);
  if (!read) {
    std::fprintf(stderr, "The window did not start.\n");
    std::exit(2);
  }
  return {whole - waited, processor};
}

void print(const char* what, const std::vector<double>& seconds) {
  const auto [least, median, most] = bench::spreadOf(seconds);
  std::printf("%-44s %6.0f %6.0f %6.0f ms\n", what, 1000 * least, 1000 * median, 1000 * most);
}

/// Seconds of processor time that a run of a small design takes, all in all.
std::vector<double> runs(const std::string& folder, int rounds) {
  const std::string program = "'" HOPSCOPE_CLI "' ", design = "'" + folder + "/d.json'";
  const std::string make = program + "new torus > " + design;
  const std::string run = program + "run " + design + " --quiet --set run.measure=200 > /dev/null";
  bool good = std::system(make.c_str()) == 0;
  std::vector<double> seconds;
  seconds.reserve(static_cast<std::size_t>(rounds));
  for (int round = 0; good && round < rounds; ++round) {
    const double before = bench::processorSeconds(bench::Of::children);
    good = std::system(run.c_str()) == 0;
    seconds.push_back(bench::processorSeconds(bench::Of::children) - before);
  }
  if (good) return seconds;
  std::fprintf(stderr, "hopscope-cli did not run.\n");
  std::exit(2);
}

int compareStarts(const std::string& program, int rounds) {
  const QTemporaryDir folder;
  std::vector<double> usable, processor;
  usable.reserve(static_cast<std::size_t>(rounds));
  processor.reserve(static_cast<std::size_t>(rounds));
  startOnce(program, folder.path().toStdString());  // the disk is warm from here on
  for (int round = 0; round < rounds; ++round) {
    const Start each = startOnce(program, folder.path().toStdString());
    usable.push_back(each.usable);
    processor.push_back(each.processor);
  }
  std::printf("%-44s  least median   most\n", "");
  print("until the window can be used", usable);
  print("processor time by then", processor);
  const std::vector<double> run = runs(folder.path().toStdString(), rounds);
  print("hopscope-cli run, processor time", run);
  const bool good =
      bench::spreadOf(usable).least <= kLimit && bench::spreadOf(run).least <= kRunLimit;
  return good ? 0 : 1;
}

}  // namespace
}  // namespace hopscope

int main(int argc, char** argv) {
  using namespace hopscope;
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  if (argc > 2 && std::string(argv[1]) == "start") return start(argc, argv, std::atof(argv[2]));
  return compareStarts(argv[0], argc > 1 ? std::max(1, std::atoi(argv[1])) : 7);
}
