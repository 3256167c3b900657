// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

namespace hopscope {

namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as many as the kernel follows
constexpr int kNames = 100;     // tried for the file aside

std::string words(int error) {
  return std::generic_category().message(error);
}

/// The number of the stream that a name stands for, or -1.
int streamOf(const std::string& file) {
  if (file == "/dev/stdout") return STDOUT_FILENO;
  if (file == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (file.compare(0, folder.size(), folder) != 0) continue;
    int number = -1;
    const char* end = file.data() + file.size();
    const auto read = std::from_chars(file.data() + folder.size(), end, number);
    if (read.ec == std::errc{} && read.ptr == end) return number;
  }
  return -1;
}

struct Place {
  std::string file;  ///< behind all links
  int stream = -1;   ///< or this one
};

Place placeOf(std::string file) {
  for (int links = 0; links < kMostLinks; ++links) {
    if (const int stream = streamOf(file); stream >= 0) return {{}, stream};
    std::error_code error;
    const fs::path next = fs::read_symlink(file, error);
    if (error) break;
    file = (fs::path(file).parent_path() / next).string();  // `next` alone where it is absolute
  }
  return {std::move(file), -1};
}

/// A file that is gone with this object, unless it was put in place.
class Aside {
 public:
  explicit Aside(const std::string& target) {
    static std::atomic<unsigned> files{0};
    const auto time = std::chrono::steady_clock::now().time_since_epoch().count();
    for (int attempt = 0; attempt < kNames && descriptor_ < 0; ++attempt) {
      name_ = (fs::path(target).parent_path() /
               fmt::format(".hopscope-{}-{}-{:x}", ::getpid(), files++, time))
                  .string();
      descriptor_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (descriptor_ < 0 && errno != EEXIST) break;
    }
    if (descriptor_ < 0) failure_ = errno;
  }
  ~Aside() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (made()) ::unlink(name_.c_str());
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

  bool made() const { return failure_ == 0 && !name_.empty(); }
  int failure() const { return failure_; }
  int descriptor() const { return descriptor_; }

  /// 0, or the error that keeps it from being on the disk.
  int finish() {
    // Some file systems know no fsync.
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS)
      return errno;
    return ::close(std::exchange(descriptor_, -1)) == 0 ? 0 : errno;
  }

  int putInPlaceOf(const std::string& target) {
    if (::rename(name_.c_str(), target.c_str()) != 0) return errno;
    name_.clear();
    return 0;
  }

 private:
  std::string name_;
  int descriptor_ = -1;
  int failure_ = 0;
};

void syncFolderOf(const std::string& file) {
  const fs::path folder = fs::path(file).parent_path();
  const int descriptor =
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  // The new file is complete and in its place; without this only a power failure undoes that.
  static_cast<void>(::fsync(descriptor));
  ::close(descriptor);
}

std::string writeThrough(const std::string& file, std::string_view data) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return words(errno);
  std::string problem = writeAll(descriptor, data);
  if (::close(descriptor) != 0 && problem.empty()) problem = words(errno);
  return problem;
}

std::string replace(const std::string& file, const struct stat* old, std::string_view data) {
  Aside aside(file);
  if (!aside.made()) return words(aside.failure());
  if (old != nullptr) {
    // Only the administrator may give files away; others' files become those of who writes them.
    [[maybe_unused]] const int given = ::fchown(aside.descriptor(), old->st_uid, old->st_gid);
    if (::fchmod(aside.descriptor(), old->st_mode & 07777U) != 0) return words(errno);
  }
  if (std::string problem = writeAll(aside.descriptor(), data); !problem.empty()) return problem;
  if (const int error = aside.finish(); error != 0) return words(error);
  if (const int error = aside.putInPlaceOf(file); error != 0) return words(error);
  syncFolderOf(file);
  return {};
}

}  // namespace

std::string writeAll(int descriptor, std::string_view data) {
  while (!data.empty()) {
    const ssize_t written = ::write(descriptor, data.data(), data.size());
    if (written > 0) {
      data.remove_prefix(static_cast<std::size_t>(written));
    } else if (written < 0 && errno == EAGAIN) {
      // Another program has made the pipe we share one that does not wait.
      pollfd ready{descriptor, POLLOUT, 0};
      if (::poll(&ready, 1, -1) < 0 && errno != EINTR) return words(errno);
    } else if (written == 0 || errno != EINTR) {
      return words(written == 0 ? ENOSPC : errno);
    }
  }
  return {};
}

std::string saveFile(const std::string& file, std::string_view data) {
  const Place place = placeOf(file);
  if (place.stream >= 0) return writeAll(place.stream, data);
  struct stat old {};
  if (::stat(place.file.c_str(), &old) != 0) return replace(place.file, nullptr, data);
  if (S_ISDIR(old.st_mode)) return "it is a folder";
  if (!S_ISREG(old.st_mode)) return writeThrough(place.file, data);
  if (::access(place.file.c_str(), W_OK) != 0) return "it may not be changed by this user";
  return replace(place.file, &old, data);
}

std::string whyNotSaved(const std::string& file) {
  const Place place = placeOf(file);
  if (place.stream >= 0) return ::fcntl(place.stream, F_GETFD) < 0 ? words(errno) : std::string();
  const fs::path folder = fs::path(place.file).parent_path();
  std::error_code error;
  if (!folder.empty() && !fs::exists(folder, error))
    return fmt::format("there is no folder {}", folder.string());
  if (!folder.empty() && !fs::is_directory(folder, error))
    return fmt::format("{} is not a folder", folder.string());
  if (fs::is_directory(place.file, error)) return "it is a folder";
  const bool exists = fs::exists(place.file, error);
  if (exists && !fs::is_regular_file(place.file, error)) return {};
  // Only trying shows whether something can be written beside it.
  if (const Aside probe(place.file); !probe.made())
    return fmt::format("the folder cannot be written to ({})", words(probe.failure()));
  if (exists && ::access(place.file.c_str(), W_OK) != 0)
    return "it may not be changed by this user";
  return {};
}

bool isReplaced(const std::string& file) {
  const Place place = placeOf(file);
  std::error_code error;
  return place.stream < 0 &&
         (!fs::exists(place.file, error) || fs::is_regular_file(place.file, error));
}

}  // namespace hopscope
