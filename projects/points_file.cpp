// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/points_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/core/output_file.h"
#include "engine/core/text.h"
#include "engine/core/version.h"
#include "projects/failure.h"
#include "projects/stored_run.h"

namespace hopscope {

namespace {

using LineJson = nlohmann::ordered_json;

constexpr const char* kPointsSchema = "hopscope.points/1";
/// A row that is there for so long is on the disk too.
constexpr std::chrono::milliseconds kBetweenSyncs{100};
constexpr std::size_t kReadAtOnce = 1 << 20;

std::string textIn(const LineJson& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string headerOf(const PointsOwner& owner) {
  return LineJson{
             {"schema", kPointsSchema}, {"study", owner.hash}, {"engine_version", kEngineVersion}}
             .dump() +
         '\n';
}

/// Who writes from now on.
std::string beginning() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  return LineJson{{"begun", utcNow()}, {"host", asUtf8(host.data())}, {"process", ::getpid()}}
             .dump() +
         '\n';
}

Issue problemWith(const std::string& file, Sentence text, Sentence remedy = {}) {
  return {Severity::error, file, std::move(text), std::move(remedy)};
}

/// The whole lines of a file that we have open.
std::variant<std::string, Issue> contentsOf(const std::string& file, const FileHandle& handle) {
  std::string text;
  struct stat found {};
  // A device may give without end.
  if (::fstat(handle.descriptor(), &found) != 0 || !S_ISREG(found.st_mode) ||
      ::lseek(handle.descriptor(), 0, SEEK_SET) < 0)
    return problemWith(file, sentence("It is no file that rows can be kept in."));
  for (;;) {
    const std::size_t before = text.size();
    text.resize(before + kReadAtOnce);
    const ssize_t got = ::read(handle.descriptor(), text.data() + before, kReadAtOnce);
    text.resize(before + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return problemWith(
          file, sentence("It cannot be read: {}.", std::generic_category().message(errno)));
    if (got == 0) break;
  }
  // What follows the last line was being written when the program ended.
  text.resize(text.rfind('\n') + 1);
  return text;
}

struct Content {
  StudyRows rows;
  std::string holder;  ///< who wrote last: "process 17 on node3 since …"
};

std::variant<Content, Issue> contentOf(const std::string& file, std::string_view text,
                                       const PointsOwner& owner) {
  Content content;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() + 1);
    ++number;
    const LineJson json = LineJson::parse(line, nullptr, false);
    if (number == 1) {
      if (!json.is_object() || textIn(json, "schema") != kPointsSchema)
        return problemWith(file, sentence("It holds no runs of a study."));
      if (textIn(json, "study") != owner.hash)
        return problemWith(file,
                           sentence("Its runs are of another study ({}, this one is {}).",
                                    clipped(textIn(json, "study")), owner.hash),
                           sentence("Go on with that study, or bring them in by \"study "
                                    "collect\"."));
      if (textIn(json, "engine_version") != kEngineVersion)
        return problemWith(file,
                           sentence("Its runs were made by Hopscope {}, this is {}.",
                                    clipped(textIn(json, "engine_version")), kEngineVersion),
                           sentence("Finish the study with that one, or remove the file."));
      continue;
    }
    if (json.is_object() && json.contains("begun")) {
      const auto process = json.find("process");
      const bool known = process != json.end() && process->is_number_unsigned();
      content.holder =
          fmt::format("process {} on {} since {}", known ? process->get<std::uint64_t>() : 0,
                      clipped(textIn(json, "host")), clipped(textIn(json, "begun")));
      continue;
    }
    const auto row = readRow(line);
    if (!row || row->point >= owner.points)
      return problemWith(file, sentence("Line {} is no run of this study.", number),
                         sentence("Remove the line, and its point is run again."));
    content.rows.add(*row);
  }
  return content;
}

}  // namespace

std::string pointsFileBeside(const std::string& project, const std::string& hash) {
  return fmt::format("{}.{}.points", project, hash.substr(0, kShortHash));
}

std::string tasksFolderBeside(const std::string& project, const std::string& hash) {
  return fmt::format("{}.{}.slurm", project, hash.substr(0, kShortHash));
}

std::vector<std::string> taskFilesIn(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".points") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

PointsFile::PointsFile(std::string file, FileHandle handle)
    : file_(std::move(file)), handle_(std::move(handle)) {}

std::variant<std::unique_ptr<PointsFile>, Issue> PointsFile::open(const std::string& file,
                                                                  const PointsOwner& owner) {
  FileHandle handle = FileHandle::open(file, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (!handle.isOpen())
    return problemWith(
        file, sentence("It cannot be written: {}.", std::generic_category().message(errno)));
  const bool locked = handle.lock() && handle.isFile(file);
  auto text = contentsOf(file, handle);
  if (const auto* issue = std::get_if<Issue>(&text)) return *issue;
  auto content = contentOf(file, std::get<std::string>(text), owner);
  if (!locked) {
    const auto* known = std::get_if<Content>(&content);
    return problemWith(
        file,
        sentence("Another Hopscope is at this study: {}.", known == nullptr || known->holder.empty()
                                                               ? std::string("it has just begun")
                                                               : known->holder),
        sentence("Wait until it has finished, or end it."));
  }
  if (const auto* issue = std::get_if<Issue>(&content)) return *issue;
  std::unique_ptr<PointsFile> made(new PointsFile(file, std::move(handle)));
  made->rows_ = std::move(std::get<Content>(content).rows);
  made->size_ = static_cast<off_t>(std::get<std::string>(text).size());
  std::string first = beginning();
  if (made->size_ == 0) first.insert(0, headerOf(owner));
  if (::ftruncate(made->handle_.descriptor(), made->size_) != 0 || !made->write(first))
    return problemWith(file, sentence("It cannot be written: {}.", made->problem_));
  return made;
}

std::variant<StudyRows, Issue> PointsFile::read(const std::string& file, const PointsOwner& owner) {
  const FileHandle handle = FileHandle::open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (!handle.isOpen())
    return problemWith(file,
                       sentence("It cannot be read: {}.", std::generic_category().message(errno)));
  auto text = contentsOf(file, handle);
  if (const auto* issue = std::get_if<Issue>(&text)) return *issue;
  auto content = contentOf(file, std::get<std::string>(text), owner);
  if (const auto* issue = std::get_if<Issue>(&content)) return *issue;
  return std::move(std::get<Content>(content).rows);
}

bool PointsFile::append(const StudyRow& row) {
  if (!write(writeRow(row) + '\n')) return false;
  rows_.add(row);
  return true;
}

bool PointsFile::write(const std::string& text) {
  problem_ = writeAll(handle_.descriptor(), text);
  if (!problem_.empty()) {
    // The next start would cut it off as well.
    [[maybe_unused]] const int cut = ::ftruncate(handle_.descriptor(), size_);
    return false;
  }
  size_ += static_cast<off_t>(text.size());
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < kBetweenSyncs) return true;
  synced_ = now;
  if (::fdatasync(handle_.descriptor()) == 0) return true;
  problem_ = std::generic_category().message(errno);
  return false;
}

void PointsFile::remove() {
  ::unlink(file_.c_str());
}

}  // namespace hopscope
