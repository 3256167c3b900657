// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expression.h"
#include "engine/core/issue.h"
#include "engine/design/design.h"

namespace hopscope {

/// What a study's document says it is.
inline constexpr const char* kStudySchema = "hopscope.study/1";
/// Most points, all axes together, and most steps of one axis.
inline constexpr std::uint64_t kMostStudyPoints = 10'000'000;
/// Most runs of one point, of a study, a sweep or a curve.
inline constexpr std::uint32_t kMostSeeds = 10'000;

struct StudyDesign {
  std::string name;  ///< tells the designs of a study apart
  Design design;
};

/// Settings that move together, step by step.
struct StudyAxis {
  std::vector<std::string> settings;            ///< "traffic.load"
  std::vector<std::vector<std::string>> steps;  ///< of each the values of all settings, as text
};

/// How often a point is run, with one seed after the other.
struct StudySeeds {
  std::uint32_t least = 1;
  std::uint32_t most = 1;
  /// With `least` below `most`: until the half-width of the 95 % interval of the mean latency over
  /// the seeds, by Student's t, is this share of the mean.
  double interval = 0;
};

/// A column that follows from others: "accepted_load / offered_load".
struct StudyColumn {
  std::string name;
  std::string text;
  std::shared_ptr<const Expression> formula;
};

struct StudyObjective {
  std::string column;
  bool most = false;  ///< the larger the better
};

/// What is to be found out: base designs, what is varied in them, and what is asked of the points.
/// A point is one design with one step of each axis; the last axis varies fastest, the design
/// slowest.
struct Study {
  std::string name;
  std::vector<StudyDesign> designs;
  std::vector<StudyAxis> axes;
  StudySeeds seeds;
  /// The axis whose further steps are left out once a point is saturated.
  std::optional<std::size_t> rising;
  std::vector<StudyColumn> columns;
  std::vector<Condition> constraints;  ///< which feasible points meet
  std::vector<StudyObjective> objectives;
};

struct ParsedStudy {
  Study study;  ///< usable only where `issues` has no error
  /// The same study with its designs in it: what is kept.
  std::string document;
  Issues issues;
};

/// Gives the text of the design file of that name; nothing where it cannot be read, with a sentence
/// that says why where that is known.
using DesignSource =
    std::function<std::optional<std::string>(const std::string& file, Sentence& why)>;

/// Reads a study. Hostile input is met with issues that name the JSON path, never with an
/// exception. That a setting and its values exist is checked here, whether those of a point fit
/// together when it is run.
ParsedStudy parseStudy(std::string_view json, const DesignSource& source = {});

/// A stable 64-bit hash of such a document without its name, as 16 hexadecimal digits.
std::string studyHash(const std::string& document);

}  // namespace hopscope
