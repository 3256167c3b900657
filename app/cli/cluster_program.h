// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace hopscope::cli {

/// The hopscope-cli that tasks of a cluster run: `named`, or this very program where nothing is. An
/// archive of it (packaging/archive.sh) is unpacked into `folder`, which the nodes share. Nothing,
/// and said why, where it is missing, cannot be run here, or is of another version: its runs would
/// be refused.
std::optional<std::string> clusterProgram(const std::string& named, const std::string& folder);

/// The same without unpacking: what can be said before the folder is there.
bool canBeClusterProgram(const std::string& named);

}  // namespace hopscope::cli
