// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/design/design_json.h"

namespace CLI {
class App;
}

namespace hopscope::cli {

/// The design a command works on: a file and what the command line changes in it.
struct DesignInput {
  std::string file;
  std::vector<std::string> settings;      ///< "a.b=v"
  std::vector<std::string> applications;  ///< added to those of the design
  std::string commands;                   ///< a file of commands, as one more
  std::string mapping;                    ///< theirs
  std::optional<std::string> seed;        ///< as it was typed

  /// Adds the design file, and where the command runs it --set and --seed.
  void addTo(CLI::App& command, bool runs);
};

/// Whether nothing but programs sends in a run of the design: no traffic offers a load.
bool runsProgramsAlone(const Design& design);

/// Issues of a file's text: places in it, such as "line 3", with the file's name before them.
Issues ofFile(const std::string& file, Issues issues);

/// Issues of a design as it was read: its file's, unless the command line changed it.
Issues ofInput(const DesignInput& input, Issues issues);

/// Issues of a design to which a file of commands was added last: lines of that text are the
/// file's.
Issues ofCommands(const std::string& file, const Design& design, Issues issues);

/// The folder that a file lies in; standard input lies in the present one.
std::filesystem::path folderOf(const std::string& file);

/// A design some settings of which are still to be chosen: points of a sweep are made of it, each
/// of which is validated. `refused`: settings that it does not have, or not yet. Nothing where it
/// can't be read; issues are said.
std::optional<Design> readBase(const DesignInput& input, std::vector<RefusedSetting>& refused);

/// Reads, changes and validates the design. Nothing where it has errors; all issues are said.
std::optional<Design> readDesign(const DesignInput& input);
/// The same of what is there at cycle 0: wrong phases are said, and no errors.
std::optional<Design> readBeforePhases(const DesignInput& input);

}  // namespace hopscope::cli
