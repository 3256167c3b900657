// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/project_file.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <future>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "projects/failure.h"
#include "projects/items.h"
#include "projects/migrations.h"
#include "projects/rescue.h"
#include "projects/study_tables.h"
#include "projects/tables.h"
#include "projects/working_copy.h"

namespace hopscope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeaderBytes = 100;
/// A file of which less than one in so many bytes is there is not filled up.
constexpr std::uint64_t kMostMissing = 100;
constexpr std::chrono::milliseconds kLockPoll{20};
/// A command that is known to have the file open for a moment is given so long.
constexpr std::chrono::milliseconds kBriefly{5000};
constexpr std::chrono::milliseconds kUnknown{1000};
using Header = std::array<unsigned char, kHeaderBytes>;

std::uint32_t bigEndian(const Header& header, std::size_t at, std::size_t bytes = 4) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value = (value << 8) | header[at + i];
  return value;
}

Sentence leftAsItIs() {
  return sentence("The file was left as it is.");
}

Failure openElsewhere(const std::string& file, const std::optional<SessionRecord>& holder) {
  if (holder && holder->process == ::getpid())
    return {file, sentence("{} is open in this Hopscope already.", shortName(file)),
            sentence("Close it first, or save under another name.")};
  return {file,
          holder ? sentence("{} is open in another Hopscope (process {}).", shortName(file),
                            holder->process)
                 : sentence("{} is open in another Hopscope.", shortName(file)),
          sentence("Close it there first, or save under another name.")};
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

Sentence damagedText(const std::string& file, const Sentence& how) {
  const std::string& words = how;
  if (!words.empty() && words.back() == '.')
    return sentence("{} is damaged: {}", shortName(file), how);
  return sentence("{} is damaged: {}.", shortName(file), how);
}

Failure damagedFile(const std::string& file, const Sentence& how) {
  return {file, damagedText(file, how), sentence("{} Open a backup of it instead.", leftAsItIs())};
}

namespace {

Failure madeByNewer(const std::string& file, int format) {
  return {file,
          sentence("{} was made by a newer Hopscope (format {}, this one reads up to {}).",
                   shortName(file), format, formatVersion()),
          leftAsItIs()};
}

}  // namespace

FileHandle lockProject(const std::string& file, std::chrono::milliseconds patience) {
  using Clock = std::chrono::steady_clock;
  for (const auto begin = Clock::now();;) {
    if (auto handle = lockExisting(file)) return std::move(*handle);
    const auto holder = sessionWith(file);
    const bool brief = holder && holder->brief;
    // One without a record is at its beginning or its end.
    const auto most = brief ? std::max(patience, kBriefly) : std::max(patience, kUnknown);
    if (Clock::now() - begin >= most || (holder && !brief)) throw openElsewhere(file, holder);
    std::this_thread::sleep_for(kLockPoll);
  }
}

void inspectFile(const std::string& file, MissingEnd* end) {
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
  if (version > formatVersion()) throw madeByNewer(file, version);
  if (version < 1) throw damagedFile(file, sentence("there is no format {}", version));
  const std::uint32_t pageField = bigEndian(header, 16, 2);
  const std::uint64_t pageSize = pageField == 1 ? 65536 : pageField;
  const std::uint64_t expected = pageSize * bigEndian(header, 28);
  const auto there = static_cast<std::uint64_t>(status.st_size);
  if (there >= expected) return;
  Sentence what = sentence("it ends too early, after {} of {} bytes", there, expected);
  // A length that is damaged itself would ask for any amount of room.
  if (end == nullptr || expected / kMostMissing > there) throw damagedFile(file, what);
  *end = {expected, std::move(what)};
}

bool isStorageTrouble(const SQLite::Exception& error) {
  switch (error.getErrorCode() & 0xff) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return true;
    default:
      return false;
  }
}

Failure storageFailure(const SQLite::Exception& error, SQLite::Database* copy,
                       const std::string& file) {
  int systemError = copy != nullptr ? sqlite3_system_errno(copy->getHandle()) : 0;
  if ((error.getErrorCode() & 0xff) == SQLITE_FULL) systemError = ENOSPC;
  const std::string place = copy != nullptr ? copy->getFilename() : file;
  const Sentence why = isDiskFull(systemError) ? sentence("no space left on the disk")
                       : systemError != 0
                           ? sentence("{}", std::generic_category().message(systemError))
                           : sentence("{}", error.getErrorStr());
  return Failure(file,
                 sentence("The working copy of {} in {} cannot be read or written: {}.",
                          shortName(file), folderOf(place), why),
                 leftAsItIs())
      .ofStorage();
}

namespace {

// What SQLite itself finds wrong with the pages: `check` is one of its two checks.
Sentence brokenPages(SQLite::Database& database, const char* check) {
  try {
    const std::string verdict = database.execAndGet(check).getString();
    return verdict == "ok" ? Sentence() : sentence("{}", verdict);
  } catch (const SQLite::Exception& error) {
    if (isStorageTrouble(error)) throw;
    return sentence("{}", error.getErrorStr());
  }
}

constexpr const char* kQuickCheck = "PRAGMA quick_check(1)";

// By a connection of its own, from any thread.
Sentence brokenPagesOf(const std::string& copy) {
  SQLite::Database database = connect(copy);
  return brokenPages(database, kQuickCheck);
}

int formatOf(SQLite::Database& database) {
  return database.execAndGet("PRAGMA user_version").getInt();
}

// And with indices and references as well.
Sentence brokenStructure(SQLite::Database& database) {
  Sentence broken = brokenPages(database, "PRAGMA integrity_check(1)");
  if (!broken.empty()) return broken;
  try {
    SQLite::Statement references(database, "PRAGMA foreign_key_check");
    if (references.executeStep()) return sentence("a run or curve refers to nothing");
  } catch (const SQLite::Exception& error) {
    if (isStorageTrouble(error)) throw;
    return sentence("{}", error.getErrorStr());
  }
  return {};
}

// Everything is as it was sealed, and can be read; of runs that are not looked at, the heads.
Sentence unlikeItsSeals(SQLite::Database& database, LookedAt& looked) {
  const bool withRuns = !looked.unchecked;
  try {
    if (!hasSeals(database)) sealAll(database);
    Sentence found = withRuns ? firstBrokenSeal(database) : firstBrokenSealBesideRuns(database);
    if (!found.empty()) return found;
    readDesigns(database);
    if (withRuns)
      // One after the other: all of them may be more than there is memory.
      for (const RowId run : idsOf(database, ItemKind::run)) readRuns(database, run);
    else
      looked.heads = readRunHeads(database);
    readCurves(database);
    readNotes(database);
    readStudies(database, StudyReading::whole);
  } catch (const Failure& failure) {
    return failure.issue().text;
  } catch (const SQLite::Exception& error) {
    if (isStorageTrouble(error)) throw;
    return sentence("{}", error.getErrorStr());
  }
  return {};
}

// More runs than are looked at before the project is shown.
bool hasVeryManyRuns(SQLite::Database& database) {
  constexpr std::int64_t kMostLookedAt = 300;
  try {
    return database.execAndGet("SELECT count(*) FROM runs").getInt64() > kMostLookedAt;
  } catch (const SQLite::Exception&) {
    return false;  // something is wrong: what, is looked for
  }
}

}  // namespace

Sentence damageIn(SQLite::Database& database, const std::string& file, LookAt look,
                  LookedAt& looked) {
  try {
    const int format = formatOf(database);
    if (format > formatVersion()) throw madeByNewer(file, format);
    looked.unchecked = look == LookAt::most && hasVeryManyRuns(database);
    // Of very many runs that takes as long as all the rest, and so goes on beside it.
    std::future<Sentence> pages;
    if (looked.unchecked && format == formatVersion())
      pages = std::async(std::launch::async,
                         [copy = database.getFilename()] { return brokenPagesOf(copy); });
    Sentence broken;
    if (!pages.valid())
      broken = looked.unchecked ? brokenPages(database, kQuickCheck) : brokenStructure(database);
    const bool asItIs = !broken.empty();
    if (!asItIs) migrate(database, migrationSteps());
    const int now = asItIs ? format : formatVersion();
    if (!schemaMatches(database, migrationStepsTo(now)))
      throw Failure(file,
                    sentence("{} is not a Hopscope project: its tables are not those of "
                             "format {}.",
                             shortName(file), now),
                    leftAsItIs());
    if (asItIs) {
      lendTables(database, migrationSteps());
      return broken;
    }
    Sentence unlike = unlikeItsSeals(database, looked);
    if (pages.valid()) broken = pages.get();
    return broken.empty() ? unlike : broken;
  } catch (const SQLite::Exception& error) {
    if (isStorageTrouble(error)) throw storageFailure(error, &database, file);
    throw damagedFile(file, sentence("{}", error.getErrorStr()));
  }
}

Sentence damageInRun(SQLite::Database& database, RowId id) {
  try {
    Sentence broken = brokenSeal(database, ItemKind::run, id);
    if (broken.empty()) readRuns(database, id);
    return broken;
  } catch (const Failure& failure) {
    return failure.issue().text;
  } catch (const SQLite::Exception& error) {
    if (isStorageTrouble(error)) throw;
    return sentence("run {} cannot be read: {}", id, error.getErrorStr());
  }
}

RunsDamage damageInRuns(const std::string& copy, const std::stop_token& stop) {
  RunsDamage found;
  try {
    SQLite::Database database(copy, SQLite::OPEN_READONLY, 2000);
    const std::stop_callback interrupt(stop, [&] { sqlite3_interrupt(database.getHandle()); });
    std::set<RowId> ids;
    for (const RowId id : idsOf(database, ItemKind::run)) ids.insert(id);
    // Those whose rows are gone have seals still.
    for (const Seal& seal : keptSeals(database))
      if (seal.kind == ItemKind::run) ids.insert(seal.id);
    for (const RowId id : ids) {
      if (stop.stop_requested()) return {};
      // Rows and seal as they were at one moment.
      SQLite::Transaction together(database);
      if (Sentence damage = damageInRun(database, id); !damage.empty()) {
        found.what.push_back(std::move(damage));
        found.runs.insert(id);
      }
    }
    if (Sentence broken = brokenStructure(database); !broken.empty()) {
      found.what.push_back(std::move(broken));
      found.structure = true;
    }
  } catch (const SQLite::Exception& error) {
    if (isStorageTrouble(error)) return {};  // the copy may be gone with the project
    found.what.push_back(sentence("{}", error.getErrorStr()));
    found.structure = true;
  }
  return stop.stop_requested() ? RunsDamage() : found;
}

Sentence listed(std::vector<Sentence> damages) {
  constexpr std::size_t kMostNamed = 5;
  if (damages.size() > kMostNamed) {
    const std::size_t more = damages.size() - kMostNamed;
    damages.resize(kMostNamed);
    damages.push_back(sentence("{} more", more));
  }
  return joined(damages, "; ");
}

}  // namespace hopscope
