// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <QSaveFile>
#include <QString>
#include <QTemporaryFile>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace hopscope::cli {

namespace {

namespace fs = std::filesystem;

// No design comes near this; a device that never ends does.
constexpr std::size_t kMaxInput = std::size_t{256} << 20;

bool cannotWrite(const std::string& file, const std::string& why) {
  say(fmt::format("{} cannot be written: {}.", file, why));
  return false;
}

// Devices and pipes are written to; replacing them would do harm.
bool writeThrough(const std::string& file, std::string_view data) {
  std::ofstream stream(file, std::ios::binary);
  stream.write(data.data(), static_cast<std::streamsize>(data.size()));
  stream.flush();
  return stream.good() || cannotWrite(file, "the device took only a part of it");
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
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fputc('\n', stderr);
}

void sayIssues(const Issues& issues) {
  for (const Issue& issue : issues)
    if (issue.severity != Severity::note) say(describe(issue));
}

std::optional<std::string> readInput(const std::string& file, Issues& issues) {
  const auto refuse = [&](const Sentence& text, const Sentence& remedy) {
    issues.push_back({Severity::error, file == "-" ? "standard input" : file, text, remedy});
    return std::nullopt;
  };
  std::ifstream stream;
  if (file != "-") {
    std::error_code error;
    if (!fs::exists(file, error)) return refuse(sentence("There is no such file."), {});
    if (fs::is_directory(file, error))
      return refuse(sentence("This is a folder."), sentence("Name a design document (JSON)."));
    stream.open(file, std::ios::binary);
    if (!stream) return refuse(sentence("The file may not be read by this user."), {});
  }
  std::istream& source = file == "-" ? std::cin : stream;
  std::string text(kMaxInput + 1, '\0');
  source.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(source.gcount()));
  if (source.bad()) return refuse(sentence("The file cannot be read."), {});
  if (text.size() > kMaxInput) return refuse(sentence("The file is larger than 256 MB."), {});
  return text;
}

bool writeOutput(const std::string& file, std::string_view data) {
  if (file == "-") {
    const bool written = std::fwrite(data.data(), 1, data.size(), stdout) == data.size();
    return (written && std::fflush(stdout) == 0) || cannotWrite("standard output", "it is full");
  }
  std::error_code error;
  if (fs::exists(file, error) && !fs::is_regular_file(file, error) &&
      !fs::is_directory(file, error))
    return writeThrough(file, data);
  QSaveFile target(QString::fromStdString(file));
  if (!target.open(QIODevice::WriteOnly) ||
      target.write(data.data(), static_cast<qint64>(data.size())) < 0 || !target.commit())
    return cannotWrite(file, target.errorString().toStdString());
  return true;
}

bool canWriteTo(const std::string& file, const std::string& design) {
  if (file.empty() || file == "-") return true;
  const fs::path folder = fs::path(file).parent_path();
  std::error_code error;
  if (!folder.empty() && !fs::exists(folder, error))
    return cannotWrite(file, fmt::format("there is no folder {}", folder.string()));
  if (!folder.empty() && !fs::is_directory(folder, error))
    return cannotWrite(file, fmt::format("{} is not a folder", folder.string()));
  if (fs::is_directory(file, error)) return cannotWrite(file, "it is a folder");
  if (!design.empty() && fs::equivalent(file, design, error))
    return cannotWrite(file, "it is the design itself");
  if (fs::exists(file, error) && !fs::is_regular_file(file, error)) return true;
  // Results are written beside the file and then take its place: only trying shows whether they
  // can be.
  QTemporaryFile probe(QString::fromStdString((folder / ".hopscope-XXXXXX").string()));
  if (!probe.open())
    return cannotWrite(file, fmt::format("the folder cannot be written to ({})",
                                         probe.errorString().toStdString()));
  if (fs::exists(file, error) && ::access(file.c_str(), W_OK) != 0)
    return cannotWrite(file, "it may not be changed by this user");
  return true;
}

bool hasEnding(const std::string& file, const std::vector<std::string>& endings) {
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
