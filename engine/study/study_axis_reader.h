// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/design/json_values.h"
#include "engine/study/study.h"

namespace hopscope {

/// An axis of a study's document, one of
/// - {"setting": "traffic.load", "values": [0.1, 0.2]}, or with "range": [first, last, step],
///   "log_range": [first, last, points] or "random": [first, last, points] instead;
/// - {"together": [{"setting": …, "values": […]}, …]}: settings that move together;
/// - {"latin_hypercube": {"points": 50, "settings": {"traffic.load": [0.1, 0.9],
///   "switch.buffers.local": [16, 256, "log"]}}}.
/// What is drawn depends on "seed" and on `stream`, the axis's place. Nothing, and why, where it is
/// none of these.
std::optional<StudyAxis> readAxis(const Json& json, const std::string& path, std::uint32_t stream,
                                  Issues& issues);

}  // namespace hopscope
