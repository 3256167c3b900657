// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/publish.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>

#include "projects/digest.h"
#include "projects/failure.h"

namespace hopscope {

namespace {

namespace fs = std::filesystem;

// The errno of a failed write, whichever way SQLite reports it.
int writeError(SQLite::Database& database, int code) {
  if ((code & 0xff) == SQLITE_FULL) return ENOSPC;
  const int reason = sqlite3_system_errno(database.getHandle());
  // The folder is there. SQLite has tried to open for reading what it could not make.
  if (reason == ENOENT) return EIO;
  return reason != 0 ? reason : EIO;
}

// The database as it shall stand in the user's file: without the marks of the working copy, and
// not in WAL mode, so that it can be read from a folder that cannot be written.
void writeCopy(SQLite::Database& database, const std::string& temporary, const std::string& file,
               const Sentence& kept) {
  std::optional<SQLite::Database> copy;
  const auto fail = [&](int code) {
    // Without a connection nobody knows but the C library.
    const int reason = copy ? writeError(*copy, code) : errno;
    throw writeFailure(file, reason != 0 ? reason : EIO, kept);
  };
  try {
    errno = 0;
    copy.emplace(temporary, SQLite::OPEN_READWRITE);
    copy->exec("PRAGMA synchronous = OFF");  // flushed once, when it is complete
    SQLite::Backup backup(*copy, database);
    const int code = backup.executeStep(-1);
    if (code != SQLITE_DONE) fail(code);
  } catch (const SQLite::Exception& error) {
    fail(error.getErrorCode());
  }
  try {
    copy->exec("PRAGMA journal_mode = DELETE");
    copy->exec("PRAGMA journal_mode = MEMORY");
    copy->exec("DROP TABLE IF EXISTS working");
  } catch (const SQLite::Exception& error) {
    fail(error.getErrorCode());
  }
}

// Deletes the temporary file unless it became the user's.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    std::error_code ignored;
    for (const char* ending : {"-journal", "-wal", "-shm"}) fs::remove(path_ + ending, ignored);
    if (!kept_) fs::remove(path_, ignored);
  }
  const std::string& path() const { return path_; }
  void keep() { kept_ = true; }

 private:
  std::string path_;
  bool kept_ = false;
};

constexpr const char* kTemporaryEnding = ".saving";

std::string temporaryName(const fs::path& target) {
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  return (target.parent_path() / fmt::format(".{}.{}-{:x}{}", target.filename().string(),
                                             ::getpid(), ticks, kTemporaryEnding))
      .string();
}

// What programs that were killed while they saved have left. One that is still at work holds the
// lock of its file; where there are no locks, its process is there.
void removeAbandonedTemporaries(const fs::path& target) {
  const std::string beginning = fmt::format(".{}.", target.filename().string());
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(target.parent_path(), error)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind(beginning, 0) != 0 || entry.path().extension() != kTemporaryEnding) continue;
    pid_t process = 0;
    const char* number = name.data() + beginning.size();
    if (std::from_chars(number, name.data() + name.size(), process).ec != std::errc()) continue;
    if (process <= 0 || ::kill(process, 0) == 0 || errno != ESRCH) continue;
    const FileHandle handle = FileHandle::open(entry.path().string(), O_RDONLY | O_NONBLOCK);
    std::error_code ignored;
    if (handle.isOpen() && handle.lock()) fs::remove(entry.path(), ignored);
  }
}

// In one step, whatever happens: there is the old file or the new one. Without `replace` only where
// there is none; errno is EEXIST otherwise.
bool putInPlace(const std::string& temporary, const std::string& file, bool replace) {
  if (replace) return ::rename(temporary.c_str(), file.c_str()) == 0;
  if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, file.c_str(), RENAME_NOREPLACE) == 0)
    return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  // A file system that cannot do that can do this.
  if (::link(temporary.c_str(), file.c_str()) != 0) return false;
  ::unlink(temporary.c_str());
  return true;
}

void syncFolder(const std::string& file) {
  const std::string folder = fs::path(file).parent_path().string();
  const FileHandle handle = FileHandle::open(folder, O_RDONLY | O_DIRECTORY);
  // Some file systems cannot flush a folder; the file itself is complete either way.
  if (handle.isOpen()) static_cast<void>(::fsync(handle.descriptor()));
}

}  // namespace

Published publish(SQLite::Database& database, const std::string& file, const Sentence& kept,
                  bool replace) {
  struct stat present {};
  const bool exists = ::stat(file.c_str(), &present) == 0;
  if (exists && S_ISDIR(present.st_mode)) throw writeFailure(file, EISDIR, kept);
  if (exists && !S_ISREG(present.st_mode))
    throw Failure(file, sentence("{} is a device or a pipe, not a file.", shortName(file)),
                  sentence("Choose another name. {}", kept));
  if (exists && ::access(file.c_str(), W_OK) != 0)
    throw Failure(file, sentence("{} is read-only.", shortName(file)),
                  sentence("Choose another name. {}", kept));
  const fs::path target(file);
  removeAbandonedTemporaries(target);
  const std::string name = temporaryName(target);
  FileHandle handle = FileHandle::open(name, O_RDWR | O_CREAT | O_EXCL, 0666);
  if (!handle.isOpen()) throw writeFailure(file, errno, kept);
  TemporaryFile temporary(name);
  // From now on, so that whoever opens the new file finds it locked, and nobody takes the temporary
  // one for abandoned.
  if (!handle.lock()) throw writeFailure(file, errno, kept);
  if (exists && ::fchmod(handle.descriptor(), present.st_mode & 07777) != 0)
    throw writeFailure(file, errno, kept);
  writeCopy(database, temporary.path(), file, kept);
  if (::fsync(handle.descriptor()) != 0) throw writeFailure(file, errno, kept);
  std::string digest = digestOfFile(temporary.path());
  if (!putInPlace(temporary.path(), file, replace)) {
    if (errno == EEXIST && !replace)
      throw ChangedOnDisk(
          file, sentence("Another program has made a file {} meanwhile.", shortName(file)),
          sentence("Choose another name. {}", kept));
    throw writeFailure(file, errno, kept);
  }
  temporary.keep();
  syncFolder(file);
  return {std::move(handle), std::move(digest)};
}

}  // namespace hopscope
