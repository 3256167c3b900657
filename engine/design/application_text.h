// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/issue.h"
#include "engine/design/design.h"
#include "engine/workload/traces/trace_format.h"

namespace hopscope {

/// Adds an application to a design, as a person writes it: "ping_pong(ranks=2 bytes=8)"; with the
/// mapping of that name, where there is one. What is wrong with it is returned.
Issues addApplication(Design& design, std::string_view text, std::string_view mapping = {});

/// Adds an application that stands in a document by itself, as an item of "applications".
Issues addApplicationDocument(Design& design, const std::string& json,
                              std::string_view mapping = {});

/// The terminals of ranks, as a file lists them for the mapping "listed": numbers with blanks,
/// commas or ends of lines between, rank 0 first; what follows a "#" is for people. What is wrong
/// with it is at "line 12".
std::variant<std::vector<std::int64_t>, Issues> readPlaces(std::string_view text);

/// Adds the commands of a file (workload/command_file.h), one processing element a terminal. What
/// is wrong with it is at "line 12"; other places are the design's. Files of circuits that it names
/// lie in `folder`.
Issues addCommands(Design& design, std::string text, const std::filesystem::path& folder = {});

/// Adds a trace as an application; its ranks are as many as the trace has, which must be without
/// errors.
Issues addTrace(Design& design, const TraceFormat& format, const ReadTrace& trace,
                const std::string& text);

/// The text of the first application of that kind, such as "commands"; nothing where there is none.
std::optional<std::string> applicationTextOf(const Design& design, std::string_view kind);

}  // namespace hopscope
