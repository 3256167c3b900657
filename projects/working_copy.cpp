// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/working_copy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "projects/failure.h"

namespace hopscope {

namespace {

namespace fs = std::filesystem;

constexpr const char* kRecordEnding = ".session";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string recordsFolder() {
  return stateFolder() + "/sessions";
}

std::uint64_t hashOf(const std::string& text) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char character : text)
    hash = (hash ^ static_cast<unsigned char>(character)) * 1099511628211U;
  return hash;
}

std::string recordOf(const std::string& workingCopy) {
  return fmt::format("{}/{:016x}{}", recordsFolder(), hashOf(workingCopy), kRecordEnding);
}

void makeFolder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw writeFailure(folder + "/recovery", error.value(), {});
}

// What more is known of a session: words after the fields.
constexpr std::string_view kBrief = "brief ";
constexpr std::string_view kOpening = "opening ";

// Three fields, each ended by a NUL: paths may hold anything else.
std::optional<SessionRecord> readRecord(const std::string& recordFile) {
  std::ifstream stream(recordFile, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  std::array<std::string, 3> fields;
  std::size_t begin = 0;
  for (std::string& field : fields) {
    const std::size_t end = text.find('\0', begin);
    if (end == std::string::npos) return {};
    field = text.substr(begin, end - begin);
    begin = end + 1;
  }
  const std::string_view words = std::string_view(text).substr(begin);
  const auto says = [words](std::string_view word) { return words.find(word) != words.npos; };
  SessionRecord record{fields[1], fields[2], 0, says(kBrief), says(kOpening)};
  std::from_chars(fields[0].data(), fields[0].data() + fields[0].size(), record.process);
  return record;
}

void removeDatabase(const std::string& database) {
  std::error_code ignored;
  for (const char* ending : {"", "-wal", "-shm", "-journal"})
    fs::remove(database + ending, ignored);
}

// A name nobody has, created so that nobody else can take it.
bool createNew(const std::string& path) {
  return FileHandle::open(path, O_RDWR | O_CREAT | O_EXCL).isOpen();
}

std::string nameTail() {
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  return fmt::format("{}-{:x}.working", ::getpid(), ticks);
}

std::string placeBeside(const std::string& file) {
  const fs::path target(file);
  return (target.parent_path() / fmt::format(".{}.{}", target.filename().string(), nameTail()))
      .string();
}

std::string placeForRecovery(const std::string& file) {
  const std::string folder = stateFolder() + "/recovery";
  makeFolder(folder);
  return fmt::format("{}/{}.{}", folder, file.empty() ? "untitled" : shortName(file), nameTail());
}

template <typename Visit>
void visitRecords(Visit visit) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(recordsFolder(), error)) {
    if (entry.path().extension() != kRecordEnding) continue;
    const std::string recordFile = entry.path().string();
    if (const auto record = readRecord(recordFile)) visit(*record, recordFile);
  }
}

}  // namespace

std::string stateFolder() {
  const std::string state = environment("XDG_STATE_HOME");
  if (!state.empty() && state.front() == '/') return state + "/hopscope";
  const std::string home = environment("HOME");
  return (home.empty() ? fs::temp_directory_path().string() : home) + "/.local/state/hopscope";
}

WorkingCopy::WorkingCopy(SessionRecord record, FileHandle lock)
    : record_(std::move(record)), lock_(std::move(lock)) {}

WorkingCopy WorkingCopy::reserve(const std::string& file, Hold hold) {
  makeFolder(recordsFolder());
  const std::string held = hold == Hold::notAtAll ? "" : file;
  const bool brief = hold == Hold::briefly;
  if (!file.empty())
    if (auto copy = create({placeBeside(file), held, ::getpid(), brief, true}))
      return std::move(*copy);
  const SessionRecord record{placeForRecovery(file), held, ::getpid(), brief, true};
  if (auto copy = create(record)) return std::move(*copy);
  throw writeFailure(record.workingCopy, errno, {});
}

// The record first: whatever moment the program is killed at, nothing stands without one.
std::optional<WorkingCopy> WorkingCopy::create(const SessionRecord& record) {
  const std::string recordFile = recordOf(record.workingCopy);
  FileHandle lock = FileHandle::open(recordFile, O_RDWR | O_CREAT);
  if (!lock.isOpen() || !lock.lock()) throw writeFailure(recordFile, errno, {});
  {
    WorkingCopy copy(record, std::move(lock));
    copy.writeRecord();
    if (createNew(record.workingCopy)) return copy;
    const int reason = errno;
    copy.abandon();
    errno = reason;
  }
  const int reason = errno;
  std::error_code ignored;
  fs::remove(recordFile, ignored);
  errno = reason;
  return {};
}

WorkingCopy WorkingCopy::adopt(const std::string& workingCopy) {
  const std::string recordFile = recordOf(workingCopy);
  FileHandle lock = FileHandle::open(recordFile, O_RDWR);
  auto record = readRecord(recordFile);
  if (!lock.isOpen() || !record || record->workingCopy != workingCopy)
    throw Failure(workingCopy, sentence("This recovery copy is gone."),
                  sentence("It was recovered or discarded before."));
  if (!lock.lock())
    throw Failure(workingCopy,
                  sentence("This recovery copy belongs to a Hopscope that is still running."));
  record->process = ::getpid();
  record->brief = false;
  WorkingCopy copy(std::move(*record), std::move(lock));
  copy.writeRecord();
  return copy;
}

WorkingCopy& WorkingCopy::operator=(WorkingCopy&& other) noexcept {
  std::swap(record_, other.record_);
  std::swap(lock_, other.lock_);
  return *this;
}

WorkingCopy::~WorkingCopy() {
  if (lock_.isOpen()) remove();
}

bool WorkingCopy::isThere() const {
  std::error_code error;
  return fs::file_size(record_.workingCopy, error) > 0 && !error;
}

void WorkingCopy::opened() {
  record_.opening = false;
  writeRecord();
}

void WorkingCopy::setFile(const std::string& file, bool brief) {
  record_.file = file;
  record_.brief = brief;
  writeRecord();
}

// In place, not by renaming: the lock belongs to this very file. Best effort: a record that cannot
// be written costs the recovery, not the work.
void WorkingCopy::writeRecord() const {
  const std::string text =
      fmt::format("{}{}{}{}{}{}{}{}", record_.process, '\0', record_.workingCopy, '\0',
                  record_.file, '\0', record_.brief ? kBrief : "", record_.opening ? kOpening : "");
  if (::ftruncate(lock_.descriptor(), 0) == 0) [[maybe_unused]]
    const auto written = ::pwrite(lock_.descriptor(), text.data(), text.size(), 0);
}

void WorkingCopy::remove() {
  removeDatabase(record_.workingCopy);
  std::error_code ignored;
  fs::remove(recordOf(record_.workingCopy), ignored);
}

std::vector<SessionRecord> abandonedRecords() {
  std::vector<SessionRecord> found;
  visitRecords([&found](const SessionRecord& record, const std::string& recordFile) {
    const FileHandle handle = FileHandle::open(recordFile, O_RDWR);
    if (handle.isOpen() && handle.lock()) found.push_back(record);
  });
  return found;
}

void removeAbandoned(const std::string& workingCopy) {
  const std::string recordFile = recordOf(workingCopy);
  const FileHandle handle = FileHandle::open(recordFile, O_RDWR);
  if (!handle.isOpen() || !handle.lock()) return;
  removeDatabase(workingCopy);
  std::error_code ignored;
  fs::remove(recordFile, ignored);
}

std::optional<SessionRecord> sessionWith(const std::string& file) {
  std::optional<SessionRecord> found;
  visitRecords([&](const SessionRecord& record, const std::string& recordFile) {
    if (record.file != file) return;
    const FileHandle handle = FileHandle::open(recordFile, O_RDWR);
    if (handle.isOpen() && !handle.lock()) found = record;
  });
  return found;
}

}  // namespace hopscope
