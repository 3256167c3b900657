// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/issue.h"
#include "engine/explore/candidate.h"

namespace hopscope {

/// What a request's document says it is.
inline constexpr const char* kExploreSchema = "hopscope.explore/1";

/// Networks that are looked for, and what they are built of.
struct ExploreRequest {
  std::string name;
  SizeRequest size;
  std::vector<const Generator*> families;
  double throughput = 0, worstThroughput = 0;  ///< bounds, at least; flits/terminal/cycle
  ExploreSettings settings;
  Values values;  ///< all parameters (exploreParameters), as given or by default
};

struct ParsedExplore {
  ExploreRequest request;  ///< usable only where `issues` has no error
  Issues issues;
};

/// Reads a request. Hostile input is met with issues that name the JSON path, never with an
/// exception. Unknown keys are errors that suggest the nearest known name.
ParsedExplore parseExplore(std::string_view json);

/// The settings that complete values of all parameters stand for.
ExploreSettings settingsOf(const Values& values);

/// Every network of these families that fits, family by family, each evaluated. Ends early, with
/// what it has, when a stop is requested. 10,000 take well below a second.
/// `issues`: what says that more networks fit than are listed. `progress` hears which share of the
/// families is done, 0 to 1, on the same thread.
std::vector<Candidate> explore(const ExploreRequest& request, const std::stop_token& stop = {},
                               Issues* issues = nullptr,
                               const std::function<void(double)>& progress = {});

/// What is wrong between values that are each allowed for themselves; paths are names of
/// exploreParameters().
Issues checkTogether(const Values& values);
/// What the parameters say of the size, the bounds and the parts: all of a request but its name and
/// its families.
ExploreRequest requestOf(const Values& values);

}  // namespace hopscope
