// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <functional>

namespace CLI {
class App;
}

namespace hopscope::cli {

/// Exit codes of the program.
inline constexpr int kFine = 0;
inline constexpr int kFailed =
    1;  ///< the run failed, deadlocked or was stopped; a file is not written
/// A file, option or setting is wrong; so is a file to write where none can be (canWriteTo).
inline constexpr int kWrongInput = 2;

/// Ends a command with kFailed; why was said.
class CommandFailed : public std::exception {};

/// What the chosen command does; returns an exit code.
using Action = std::function<int()>;

// Each adds one command to the program and, when that is chosen, sets `chosen`.
void addTemplates(CLI::App& app, Action& chosen);
void addNew(CLI::App& app, Action& chosen);
void addDescribe(CLI::App& app, Action& chosen);
void addCheck(CLI::App& app, Action& chosen);
void addTopology(CLI::App& app, Action& chosen);
void addImport(CLI::App& app, Action& chosen);
void addExport(CLI::App& app, Action& chosen);
void addRules(CLI::App& app, Action& chosen);
void addRun(CLI::App& app, Action& chosen);
void addCacheMap(CLI::App& app, Action& chosen);
void addTransient(CLI::App& app, Action& chosen);
void addShares(CLI::App& app, Action& chosen);
void addStudy(CLI::App& app, Action& chosen);
void addSweep(CLI::App& app, Action& chosen);
void addReport(CLI::App& app, Action& chosen);
void addRescue(CLI::App& app, Action& chosen);
void addPicture(CLI::App& app, Action& chosen);
void addDemo(CLI::App& app, Action& chosen);
void addCircuits(CLI::App& app, Action& chosen);
void addDecompose(CLI::App& app, Action& chosen);
void addEstimate(CLI::App& app, Action& chosen);
void addExplore(CLI::App& app, Action& chosen);
void addLesson(CLI::App& app, Action& chosen);
void addModel(CLI::App& app, Action& chosen);
void addFigure(CLI::App& app, Action& chosen);
void addFigures(CLI::App& app, Action& chosen);

}  // namespace hopscope::cli
