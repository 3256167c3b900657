// SPDX-License-Identifier: GPL-3.0-or-later
#include "projects/failure.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace hopscope {

Failure::Failure(const std::string& file, const Sentence& text, const Sentence& remedy)
    : std::runtime_error(remedy.empty() ? text.english() : fmt::format("{} {}", text, remedy)),
      issue_{Severity::error, file, text, remedy} {}

std::string shortName(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

std::string folderOf(const std::string& file) {
  const auto folder = std::filesystem::path(file).parent_path();
  return folder.empty() ? "." : folder.string();
}

bool isDiskFull(int errorNumber) {
  return errorNumber == ENOSPC || errorNumber == EDQUOT || errorNumber == EFBIG;
}

Failure writeFailure(const std::string& file, int errorNumber, const Sentence& remedy) {
  if (isDiskFull(errorNumber))
    return Failure(
               file,
               sentence("No space left on the disk for {} in {}.", shortName(file), folderOf(file)),
               remedy)
        .ofStorage();
  switch (errorNumber) {
    case EACCES:
    case EPERM:
    case EROFS:
      return {file,
              sentence("{} cannot be written: {} is read-only.", shortName(file), folderOf(file)),
              sentence("Choose another folder. {}", remedy)};
    case ENOENT:
      return {
          file,
          sentence("{} cannot be written: there is no folder {}.", shortName(file), folderOf(file)),
          sentence("Choose another folder. {}", remedy)};
    case ENOTDIR:
      return {
          file,
          sentence("{} cannot be written: {} is not a folder.", shortName(file), folderOf(file)),
          sentence("Choose another folder. {}", remedy)};
    case EISDIR:
      return {file, sentence("{} is a folder, not a file.", shortName(file)),
              sentence("Choose another name. {}", remedy)};
    default:
      return {file,
              sentence("{} cannot be written: {}.", shortName(file),
                       std::generic_category().message(errorNumber)),
              remedy};
  }
}

Failure readFailure(const std::string& file, int errorNumber) {
  switch (errorNumber) {
    case ENOENT:
    case ENOTDIR:
      return {file, sentence("There is no file {}.", file), {}};
    case EACCES:
    case EPERM:
      return {file, sentence("{} may not be read by this user.", shortName(file)),
              sentence("Change its permissions or ask its owner.")};
    default:
      return {file,
              sentence("{} cannot be read: {}.", shortName(file),
                       std::generic_category().message(errorNumber)),
              {}};
  }
}

}  // namespace hopscope
