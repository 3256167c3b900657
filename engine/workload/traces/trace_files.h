// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/issue.h"
#include "engine/workload/traces/trace_format.h"

namespace hopscope {

/// Reads a file whole; nothing, and what is wrong in `issues`, where that cannot be.
using FileReader =
    std::function<std::optional<std::string>(const std::string& file, Issues& issues)>;

/// A trace from one file or several, read and checked.
struct TraceInput {
  const TraceFormat* format = nullptr;
  std::string text;  ///< of all files
  ReadTrace trace;
};

/// Reads the files, in the format of that name or in the one they look like. A file may also list
/// the names of others, a line each, as SimGrid has it: they lie beside it. Nothing where there are
/// errors; `issues` are everything that is to be said, with the names of files in their paths.
/// Of what has been read already, the text of the first file, nothing is read again.
std::optional<TraceInput> readTrace(const std::vector<std::string>& files,
                                    const std::string& format, const FileReader& read,
                                    Issues& issues,
                                    std::optional<std::string> first = std::nullopt);

}  // namespace hopscope
