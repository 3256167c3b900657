// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/project_file.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "projects/failure.h"
#include "projects/migrations.h"
#include "projects/working_copy.h"

namespace hopscope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeaderBytes = 100;
using Header = std::array<unsigned char, kHeaderBytes>;

std::uint32_t bigEndian(const Header& header, std::size_t at, std::size_t bytes = 4) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value = (value << 8) | header[at + i];
  return value;
}

Sentence leftAsItIs() {
  return sentence("The file was left as it is.");
}

Failure openElsewhere(const std::string& file) {
  const auto process = processWith(file);
  return {file,
          process
              ? sentence("{} is open in another Hopscope (process {}).", shortName(file), *process)
              : sentence("{} is open in another Hopscope.", shortName(file)),
          sentence("Close it there first, or save under another name.")};
}

// The errno of a failed write, whichever way SQLite reports it.
int writeError(SQLite::Database& database, int code) {
  if ((code & 0xff) == SQLITE_FULL) return ENOSPC;
  const int reason = sqlite3_system_errno(database.getHandle());
  return reason != 0 ? reason : EIO;
}

// The database as it shall stand in the user's file: without the marks of the working copy, and
// not in WAL mode, so that it can be read from a folder that cannot be written.
void writeCopy(SQLite::Database& database, const std::string& temporary, const std::string& file,
               const Sentence& kept) {
  std::optional<SQLite::Database> copy;
  const auto fail = [&](int code) {
    throw writeFailure(file, copy ? writeError(*copy, code) : EIO, kept);
  };
  try {
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

std::string temporaryName(const fs::path& target) {
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  return (target.parent_path() /
          fmt::format(".{}.{}-{:x}.saving", target.filename().string(), ::getpid(), ticks))
      .string();
}

void syncFolder(const std::string& file) {
  const std::string folder = fs::path(file).parent_path().string();
  const FileHandle handle = FileHandle::open(folder, O_RDONLY | O_DIRECTORY);
  // Some file systems cannot flush a folder; the file itself is complete either way.
  if (handle.isOpen()) static_cast<void>(::fsync(handle.descriptor()));
}

}  // namespace

SQLite::Database connect(const std::string& database) {
  SQLite::Database connection(database, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 2000);
  sqlite3* handle = connection.getHandle();
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  connection.exec("PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON");
  return connection;
}

std::string wholePath(const std::string& file) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(file, error), error);
  return error ? file : whole.string();
}

Failure damagedFile(const std::string& file, const Sentence& how) {
  return {file, sentence("{} is damaged: {}.", shortName(file), how),
          sentence("{} Open a backup of it instead.", leftAsItIs())};
}

FileHandle lockProject(const std::string& file) {
  auto handle = lockExisting(file);
  if (!handle) throw openElsewhere(file);
  return std::move(*handle);
}

void inspectFile(const std::string& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) throw readFailure(file, errno);
  if (S_ISDIR(status.st_mode))
    throw Failure(file, sentence("{} is a folder, not a file.", shortName(file)),
                  sentence("Choose a file that ends in .hopscope."));
  if (!S_ISREG(status.st_mode))
    throw Failure(file, sentence("{} is a device or a pipe, not a file.", shortName(file)),
                  sentence("Choose a file that ends in .hopscope."));
  const FileHandle handle = FileHandle::open(file, O_RDONLY);
  if (!handle.isOpen()) throw readFailure(file, errno);
  Header header{};
  const auto bytes = ::pread(handle.descriptor(), header.data(), header.size(), 0);
  if (bytes < 0) throw readFailure(file, errno);
  const std::string_view magic(reinterpret_cast<const char*>(header.data()), 16);
  if (bytes == 0)
    throw Failure(file, sentence("{} is empty, not a Hopscope project.", shortName(file)),
                  leftAsItIs());
  if (magic != std::string_view("SQLite format 3\0", 16))
    throw Failure(file, sentence("{} is not a Hopscope project.", shortName(file)), leftAsItIs());
  if (static_cast<std::size_t>(bytes) < kHeaderBytes)
    throw damagedFile(file, sentence("it ends too early"));
  if (bigEndian(header, 68) != kApplicationId)
    throw Failure(
        file,
        sentence("{} is a database of another program, not a Hopscope project.", shortName(file)),
        leftAsItIs());
  const auto version = static_cast<std::int32_t>(bigEndian(header, 60));
  if (version > formatVersion())
    throw Failure(file,
                  sentence("{} was made by a newer Hopscope (format {}, this one reads up to "
                           "{}).",
                           shortName(file), version, formatVersion()),
                  leftAsItIs());
  if (version < 1) throw damagedFile(file, sentence("there is no format {}", version));
  const std::uint32_t pageField = bigEndian(header, 16, 2);
  const std::uint64_t pageSize = pageField == 1 ? 65536 : pageField;
  const std::uint64_t expected = pageSize * bigEndian(header, 28);
  if (static_cast<std::uint64_t>(status.st_size) < expected)
    throw damagedFile(
        file, sentence("it ends too early, after {} of {} bytes", status.st_size, expected));
}

void inspectDatabase(SQLite::Database& database, const std::string& file) {
  try {
    const std::string verdict = database.execAndGet("PRAGMA integrity_check(1)").getString();
    if (verdict != "ok") throw damagedFile(file, sentence("{}", verdict));
    SQLite::Statement references(database, "PRAGMA foreign_key_check");
    if (references.executeStep())
      throw damagedFile(file, sentence("a run or curve refers to nothing"));
    migrate(database, migrationSteps());
    if (!schemaMatches(database, migrationSteps()))
      throw Failure(file,
                    sentence("{} is not a Hopscope project: its tables are not those of "
                             "format {}.",
                             shortName(file), formatVersion()),
                    leftAsItIs());
  } catch (const SQLite::Exception& error) {
    throw damagedFile(file, sentence("{}", error.getErrorStr()));
  }
}

FileHandle publish(SQLite::Database& database, const std::string& file, const Sentence& kept) {
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
  const std::string name = temporaryName(target);
  FileHandle handle = FileHandle::open(name, O_RDWR | O_CREAT | O_EXCL, 0666);
  if (!handle.isOpen()) throw writeFailure(file, errno, kept);
  TemporaryFile temporary(name);
  if (exists && ::fchmod(handle.descriptor(), present.st_mode & 07777) != 0)
    throw writeFailure(file, errno, kept);
  writeCopy(database, temporary.path(), file, kept);
  if (::fsync(handle.descriptor()) != 0) throw writeFailure(file, errno, kept);
  if (!handle.lock()) throw writeFailure(file, errno, kept);
  if (::rename(temporary.path().c_str(), file.c_str()) != 0) throw writeFailure(file, errno, kept);
  temporary.keep();
  syncFolder(file);
  return handle;
}

}  // namespace hopscope
