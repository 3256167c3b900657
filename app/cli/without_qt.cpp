// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/pictures.h"

namespace hopscope::cli {

namespace {

/// A command that only a program with Qt has; takes whatever stands behind it.
void addMissing(CLI::App& app, Action& chosen, const char* name, const char* help) {
  CLI::App* command = app.add_subcommand(name, help);
  command->allow_extras();
  command->callback([&chosen] {
    chosen = [] {
      static_cast<void>(canDraw());
      return kWrongInput;
    };
  });
}

}  // namespace

bool canDraw() {
  say("This hopscope-cli was built without Qt and draws nothing. Write JSON or CSV, or build it "
      "with -DHOPSCOPE_GUI=ON.");
  return false;
}

bool drawCacheMap(const CacheStudy& /*study*/, const std::string& /*file*/) {
  return canDraw();
}

bool drawFigure(const Recipe& /*recipe*/, const MadeFigure& /*figure*/,
                const std::string& /*folder*/) {
  say("The plot is not drawn: this hopscope-cli was built without Qt. Its numbers are in "
      "series.csv.");
  return true;
}

std::vector<std::string> drawStudy(const Study& /*study*/, const StudyRows& /*rows*/) {
  say("The page has no pictures: this hopscope-cli was built without Qt.");
  return {};
}

int writeTranslationSource() {
  static_cast<void>(canDraw());
  return kWrongInput;
}

void addPicture(CLI::App& app, Action& chosen) {
  addMissing(app, chosen, "picture", "Draw a design's network (not in this build)");
}

void addReport(CLI::App& app, Action& chosen) {
  addMissing(app, chosen, "report", "Report on a run of a project (not in this build)");
}

void addLesson(CLI::App& app, Action& chosen) {
  addMissing(app, chosen, "lesson", "Check a lesson (not in this build)");
}

void addDemo(CLI::App& app, Action& chosen) {
  addMissing(app, chosen, "demo",
             "Simulate the first example and leave pictures (not in this build)");
}

}  // namespace hopscope::cli
