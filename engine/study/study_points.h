// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/study/study.h"

namespace hopscope {

/// Points are numbered from 0: the last axis varies fastest, the design slowest.
using PointId = std::uint64_t;

/// How many points a study has; a number above kMostStudyPoints where they are more.
std::uint64_t pointCount(const Study& study);

/// Which step of an axis a point has.
std::size_t stepOf(const Study& study, PointId point, std::size_t axis);
const StudyDesign& baseOf(const Study& study, PointId point);

/// The names of all settings that are varied, in the order of the axes.
std::vector<std::string> variedSettings(const Study& study);
/// Their values at a point, as text.
std::vector<std::string> valuesOf(const Study& study, PointId point);

/// A value as a number; nothing where it is none, as the name of a routing.
std::optional<double> numberOf(const std::string& value);

/// A point's design with the seed of its run number `run`. Errors are appended to `issues`.
Design designOf(const Study& study, PointId point, std::uint32_t run, Issues& issues);

}  // namespace hopscope
