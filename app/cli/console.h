// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/issue.h"

namespace hopscope::cli {

/// A line on standard error, valid UTF-8 whatever its words are.
void say(std::string_view line);

/// "1 run", "2 runs".
std::string counted(std::size_t number, const char* one, const char* several);

/// What ended the command, on standard error, even where there is no memory left.
void sayFailure(const std::exception& error) noexcept;

/// The issues on standard error, a line each; notes are left out.
void sayIssues(const Issues& issues);

/// Reads a file, or standard input where the name is "-". `wanted` is what it should be, for who
/// names a folder.
std::optional<std::string> readInput(const std::string& file, Issues& issues,
                                     const Sentence& wanted = sentence("a file"));

/// Writes a whole file or nothing (saveFile); "-" is standard output. Says what went wrong and
/// returns false.
bool writeOutput(const std::string& file, std::string_view data);

/// False, and said why, where the folder of an output file does not exist or cannot be written to,
/// or where it would replace what it is made from, `what`: asked before a long run.
bool canWriteTo(const std::string& file, const std::string& input = {},
                const std::string& what = "the design");

/// False, and said which are possible, where the name of an output file has none of these endings;
/// or is no UTF-8, which those who draw can't have.
bool hasEnding(const std::string& file, const std::vector<std::string>& endings);

/// A bar with rate and time left on standard error, where that is a terminal.
class ProgressBar {
 public:
  /// `unit` is what `amount` counts: "cycles", "runs".
  ProgressBar(std::string unit, bool quiet);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(double fraction, double amount);

 private:
  using Clock = std::chrono::steady_clock;
  std::string unit_;
  bool visible_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_;
};

}  // namespace hopscope::cli
