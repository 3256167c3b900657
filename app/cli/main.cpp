// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "engine/core/registry.h"
#include "engine/core/version.h"

namespace {

/// Says so where the first word is no command; CLI11 would only ask for one.
bool namesNoCommand(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return false;
  const std::string typed = argv[1];
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), typed) != names.end()) return false;
  const std::string nearest = hopscope::nearestName(typed, names);
  hopscope::cli::say(fmt::format("There is no command \"{}\". {}", typed,
                                 nearest.empty() ? "\"hopscope-cli --help\" lists them."
                                                 : fmt::format("Did you mean \"{}\"?", nearest)));
  return true;
}

/// Closed streams stay closed: the first file that is opened must not become standard output.
/// Writing to the one that takes its place fails, and is said.
void keepStreamsClosed() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0)
      static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

/// Some destructors of libraries need memory; where there is none they can only end the program. It
/// ends as any other failure does.
[[noreturn]] void endWithoutMemory() {
  try {
    if (const auto exception = std::current_exception()) std::rethrow_exception(exception);
    // One destructor failed while the exception of another failure was on its way.
    if (std::uncaught_exceptions() > 0) throw std::bad_alloc();
  } catch (const std::exception& error) {
    hopscope::cli::sayFailure(error);
    std::_Exit(hopscope::cli::kFailed);
  } catch (...) {
  }
  std::abort();
}

/// Help, the version, or what is wrong with the command line.
int sayParsed(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream out, err;
  const int code = app.exit(error, out, err);
  std::string words = err.str();
  while (!words.empty() && words.back() == '\n') words.pop_back();
  if (!words.empty()) hopscope::cli::say(words);
  if (!hopscope::cli::writeOutput("-", out.str())) return hopscope::cli::kFailed;
  return code == 0 ? hopscope::cli::kFine : hopscope::cli::kWrongInput;
}

int runProgram(int argc, char** argv) {
  using namespace hopscope::cli;
  CLI::App app(
      "Simulates interconnection networks.\n"
      "Exit codes: 0 fine; 1 the run failed, deadlocked or was stopped, or a file could not be "
      "written;\n2 the input is wrong, or a file is to be written where none can be: asked before "
      "a run.",
      "hopscope-cli");
  app.set_version_flag("--version", fmt::format("hopscope-cli {}", hopscope::kEngineVersion));
  app.require_subcommand(1);
  Action chosen;
  addTemplates(app, chosen);
  addNew(app, chosen);
  addDescribe(app, chosen);
  addCheck(app, chosen);
  addTopology(app, chosen);
  addImport(app, chosen);
  addExport(app, chosen);
  addRules(app, chosen);
  addRun(app, chosen);
  addStudy(app, chosen);
  addSweep(app, chosen);
  addCacheMap(app, chosen);
  addTransient(app, chosen);
  addShares(app, chosen);
  addReport(app, chosen);
  addRescue(app, chosen);
  addPicture(app, chosen);
  addDemo(app, chosen);
  addCircuits(app, chosen);
  addDecompose(app, chosen);
  addEstimate(app, chosen);
  addExplore(app, chosen);
  addModel(app, chosen);
  addFigure(app, chosen);
  addFigures(app, chosen);
  addLesson(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0 && namesNoCommand(app, argc, argv)) return kWrongInput;
    return sayParsed(app, error);
  }
  return chosen();
}

}  // namespace

int main(int argc, char** argv) {
  using namespace hopscope::cli;
  keepStreamsClosed();
  std::set_terminate(endWithoutMemory);
  // A file that would grow larger than this user may write is an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return runProgram(argc, argv);
  } catch (const CommandFailed&) {
    return kFailed;
  } catch (const std::exception& error) {
    sayFailure(error);
    return kFailed;
  }
}
