// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <new>

#include "engine/core/output_file.h"
#include "engine/core/text.h"

namespace hopscope::cli {

namespace {

namespace fs = std::filesystem;

// No design comes near this; a device that never ends does.
constexpr std::size_t kMaxInput = std::size_t{256} << 20;
constexpr std::size_t kPiece = std::size_t{64} << 10;  // read at once

bool cannotWrite(const std::string& file, const std::string& why) {
  say(fmt::format("{} cannot be written: {}.", file, why));
  return false;
}

std::string duration(double seconds) {
  const auto whole = static_cast<long>(std::lround(std::min(seconds, 359'999.0)));
  if (whole >= 3600)
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string shortNumber(double value) {
  if (value >= 10e6) return fmt::format("{:.0f} M", value / 1e6);
  if (value >= 1e6) return fmt::format("{:.1f} M", value / 1e6);
  if (value >= 10e3) return fmt::format("{:.0f} k", value / 1e3);
  if (value >= 10) return fmt::format("{:.0f}", value);
  return fmt::format("{:.1f}", value);
}

}  // namespace

void say(std::string_view line) {
  // What a file is called must not steer the terminal.
  std::string text = asUtf8(line);
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f; }, ' ');
  text += '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string counted(std::size_t number, const char* one, const char* several) {
  return fmt::format("{} {}", number, number == 1 ? one : several);
}

void sayFailure(const std::exception& error) noexcept {
  const bool memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  const char* why = memory ? "there is not enough memory" : error.what();
  try {
    const std::string_view words(why);
    say(fmt::format("The command failed: {}{}", words, words.ends_with('.') ? "" : "."));
  } catch (const std::exception&) {
    // Not even for a sentence.
    std::fputs("The command failed: ", stderr);
    std::fputs(why, stderr);
    std::fputs(".\n", stderr);
  }
}

void sayIssues(const Issues& issues) {
  for (const Issue& issue : issues)
    if (issue.severity != Severity::note) say(describe(issue));
}

std::optional<std::string> readInput(const std::string& file, Issues& issues,
                                     const Sentence& wanted) {
  const auto refuse = [&](const Sentence& text, const Sentence& remedy) {
    issues.push_back({Severity::error, file == "-" ? "standard input" : file, text, remedy});
    return std::nullopt;
  };
  std::ifstream stream;
  if (file != "-") {
    std::error_code error;
    if (!fs::exists(file, error)) return refuse(sentence("There is no such file."), {});
    if (fs::is_directory(file, error))
      return refuse(sentence("This is a folder."), sentence("Name {}.", wanted));
    stream.open(file, std::ios::binary);
    if (!stream) return refuse(sentence("The file may not be read by this user."), {});
  }
  std::istream& source = file == "-" ? std::cin : stream;
  // Piece by piece: room for the largest file would have to be filled with zeros for every small
  // one.
  std::string text;
  while (source && text.size() <= kMaxInput) {
    const std::size_t before = text.size();
    text.resize(before + kPiece);
    source.read(text.data() + before, static_cast<std::streamsize>(kPiece));
    text.resize(before + static_cast<std::size_t>(source.gcount()));
  }
  if (source.bad()) return refuse(sentence("The file cannot be read."), {});
  if (text.size() > kMaxInput) return refuse(sentence("The file is larger than 256 MB."), {});
  return text;
}

bool writeOutput(const std::string& file, std::string_view data) {
  const std::string problem = file == "-" ? writeAll(STDOUT_FILENO, data) : saveFile(file, data);
  return problem.empty() || cannotWrite(file == "-" ? "standard output" : file, problem);
}

bool canWriteTo(const std::string& file, const std::string& input, const std::string& what) {
  if (file.empty() || file == "-") return true;
  std::error_code error;
  if (!input.empty() && fs::equivalent(file, input, error) && isReplaced(file))
    return cannotWrite(file, fmt::format("it is {} itself", what));
  const std::string problem = whyNotSaved(file);
  return problem.empty() || cannotWrite(file, problem);
}

bool hasEnding(const std::string& file, const std::vector<std::string>& endings) {
  if (!isUtf8(file)) {
    say(fmt::format("{}: Choose a name in UTF-8 for a picture or a report.", file));
    return false;
  }
  const std::string ending = fs::path(file).extension().string();
  if (std::find(endings.begin(), endings.end(), ending) != endings.end()) return true;
  std::string possible;
  for (const std::string& other : endings) possible += (possible.empty() ? "" : ", ") + other;
  say(fmt::format("{}: The name's ending decides the format. Possible here: {}.", file, possible));
  return false;
}

ProgressBar::ProgressBar(std::string unit, bool quiet)
    : unit_(std::move(unit)), visible_(!quiet && ::isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
}

void ProgressBar::update(double fraction, double amount) {
  const auto now = Clock::now();
  if (!visible_ || (drawn_ && now - last_ < std::chrono::milliseconds(100))) return;
  last_ = now;
  drawn_ = true;
  constexpr int kWidth = 30;
  const double share = std::clamp(fraction, 0.0, 1.0);
  const int filled = static_cast<int>(share * kWidth);
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  std::string line =
      fmt::format("\r[{:#<{}}{:.<{}}] {:3.0f} %", "", filled, "", kWidth - filled, 100 * share);
  if (elapsed > 0.2 && amount > 0)
    line += fmt::format("  {} {}/s", shortNumber(amount / elapsed), unit_);
  if (elapsed > 0.5 && share > 0.005)
    line += fmt::format("  {} left", duration(elapsed * (1 - share) / share));
  line += "\x1b[K";
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

}  // namespace hopscope::cli
