// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/design/catalogue.h"

/// The parts of a design that say which applications run: "applications", a list in a document and
/// the settings "applications.0.kind", "applications.0.ranks", … of the design, and "endpoints".
namespace hopscope {

inline constexpr const char* kApplications = "applications";
inline constexpr const char* kEndpoints = "endpoints";
/// What stands as the kind of an application that is none.
inline constexpr const char* kNoApplication = "none";
inline constexpr std::size_t kMostApplications = 16;

/// How many applications a design has: those before the first place without one.
std::size_t applicationCount(const Design& design);

/// "applications.0.kind", and the same of another of its settings.
std::string applicationPath(std::size_t index, const std::string& name = "kind");

/// Whether which other settings there are depends on this one: the kind of an application, or its
/// mapping.
bool isApplicationChoice(const std::string& path);

/// Both sections. Of a design without applications, only the choice of the first one.
std::vector<Section> applicationSections(const Design& design);

/// What applications have beside their own settings, for one of them; and the endpoints.
std::vector<Parameter> commonApplicationParameters();
std::vector<Parameter> endpointParameters();

}  // namespace hopscope
