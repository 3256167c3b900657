// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cluster_program.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "app/cli/console.h"
#include "app/cli/system_command.h"
#include "engine/core/version.h"

namespace hopscope::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kProgramName = "hopscope-cli";

bool isArchive(const std::string& file) {
  return file.ends_with(".tar.gz") || file.ends_with(".tgz");
}

std::string thisProgram() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? std::string(kProgramName) : self.string();
}

/// Only what begins and says the version of this one.
bool isOfThisVersion(const std::string& program, const std::string& named) {
  const auto outcome = runSystemCommand(program, {"--version"});
  if (!outcome || outcome->exitCode != 0) {
    say(fmt::format("--program {}: it is no program that can be run here.", named));
    return false;
  }
  const std::string version = outcome->out.substr(0, outcome->out.find('\n'));
  const std::string ours = fmt::format("{} {}", kProgramName, kEngineVersion);
  if (version == ours) return true;
  say(fmt::format(
      "--program {}: it says that it is \"{}\", and the runs of this study must be made "
      "by {}.",
      named, version.substr(0, 80), ours));
  return false;
}

/// The program within an unpacked archive, which has one folder.
std::optional<std::string> programBelow(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (const fs::path program = entry.path() / kProgramName; fs::is_regular_file(program, error))
      return program.string();
  return {};
}

}  // namespace

bool canBeClusterProgram(const std::string& named) {
  std::error_code error;
  if (named.empty()) return true;
  if (!fs::is_regular_file(named, error)) {
    say(
        fmt::format("--program {}: there is no such file. Name a hopscope-cli, or the archive that "
                    "packaging/archive.sh makes.",
                    named));
    return false;
  }
  return isArchive(named) || isOfThisVersion(fs::absolute(named, error).string(), named);
}

std::optional<std::string> clusterProgram(const std::string& named, const std::string& folder) {
  if (named.empty()) return thisProgram();
  std::error_code error;
  const std::string file = fs::absolute(named, error).string();
  if (!isArchive(named)) return file;
  const std::string place = folder + "/program";
  fs::create_directory(place, error);
  const auto unpacked = runSystemCommand(
      "tar", {"--extract", "--gzip", "--force-local", "--file=" + file, "--directory=" + place});
  auto program = programBelow(place);
  if (!unpacked || unpacked->exitCode != 0 || !program) {
    const std::string words = unpacked ? unpacked->err.substr(0, unpacked->err.find('\n')) : "";
    say(fmt::format("--program {}: there is no hopscope-cli in it{}{}.", named,
                    words.empty() ? "" : ": ", words));
    return {};
  }
  if (!isOfThisVersion(*program, named)) return {};
  return program;
}

}  // namespace hopscope::cli
