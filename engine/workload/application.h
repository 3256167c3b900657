// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/registry.h"
#include "engine/workload/program.h"

namespace hopscope {

/// An application in the registry. Adding one: a file in applications/ and a line in
/// applications.cpp.
struct ApplicationEntry : Entry {
  /// What forbids it with these parameters (complete with defaults), such as a number of ranks;
  /// paths are names of parameters. Empty: nothing.
  std::function<Issues(const Values&)> check = [](const Values&) { return Issues(); };
  /// Called only where `check` found no error.
  std::function<std::shared_ptr<const Program>(const Values&)> make;
};

const Registry<ApplicationEntry>& applications();

}  // namespace hopscope
