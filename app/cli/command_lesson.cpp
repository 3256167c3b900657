// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "ui/lessons/lesson_file.h"
#include "ui/lessons/lesson_reader.h"
#include "ui/lessons/lesson_trial.h"

namespace hopscope::cli {

namespace {

struct LessonOptions {
  std::string file;
  bool quiet = false, readOnly = false;
};

/// What is told of each step: what it asked, and what came out.
std::string stepsText(const Lesson& lesson, const LessonTrial& trial) {
  std::string text = fmt::format("{}\n", lesson.title);
  for (std::size_t s = 0; s < lesson.steps.size(); ++s) {
    const LessonStep& step = lesson.steps[s];
    text += fmt::format("{:>3}  {}", s + 1, step.title);
    if (trial.cameOut[s])
      text += fmt::format(": \"{}\"", step.question.answers[*trial.cameOut[s]].text);
    text += '\n';
  }
  return text;
}

int checkLessonFile(const LessonOptions& options) {
  Issues issues;
  const auto text = readInput(options.file, issues, sentence("a lesson"));
  if (!text) {
    sayIssues(issues);
    return kWrongInput;
  }
  const std::string name = options.file == "-" ? "standard input" : options.file;
  if (text->size() > static_cast<std::size_t>(kLargestLesson)) {
    sayIssues({{Severity::error, name, sentence("This is too large for a lesson."),
                sentence("At most {} bytes are allowed.", kLargestLesson)}});
    return kWrongInput;
  }
  const LessonFile read = readLesson(*text, name);
  if (!read.lesson) {
    sayIssues(read.issues);
    return kWrongInput;
  }
  const Lesson& lesson = *read.lesson;
  if (options.readOnly)
    return writeOutput("-", fmt::format("{}: {}.\n", lesson.title,
                                        counted(lesson.steps.size(), "step", "steps")))
               ? kFine
               : kFailed;
  const Interrupt interrupt;
  LessonTrial trial;
  std::size_t begun = 0;
  {
    ProgressBar bar("steps", options.quiet);
    trial = tryLesson(lesson, interrupt.token(), [&](std::size_t step) {
      static_cast<void>(interrupt.requested());
      begun = step;
      bar.update(static_cast<double>(step) / static_cast<double>(lesson.steps.size()),
                 static_cast<double>(step));
    });
  }
  for (Issues* found : {&trial.issues, &trial.passedOver}) {
    for (Issue& issue : *found) issue.path = name + ": " + issue.path;
    sayIssues(*found);
  }
  if (!trial.complete)
    say(fmt::format("Stopped in step {} of {}: the rest was not checked.", begun + 1,
                    lesson.steps.size()));
  if (!trial.complete || !trial.issues.empty()) return kFailed;
  return writeOutput("-", stepsText(lesson, trial)) ? kFine : kFailed;
}

}  // namespace

void addLesson(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("lesson", "Check a lesson: read it, run it, and see whether it is true");
  command->footer(
      "Runs each step as \"Do it for me\" does in the window. Exit code 2 where the file is no\n"
      "lesson, with the place in it; 1 where one of its claims does not hold; 0 where all do,\n"
      "with the answer to each of its questions.");
  const auto options = std::make_shared<LessonOptions>();
  command->add_option("FILE", options->file, "Lesson (hopscope.lesson/1); - for standard input")
      ->required();
  command->add_flag("--read", options->readOnly, "Only read it; nothing is run");
  command->add_flag("--quiet", options->quiet, "No progress bar");
  command->callback(
      [&chosen, options] { chosen = [options] { return checkLessonFile(*options); }; });
}

}  // namespace hopscope::cli
