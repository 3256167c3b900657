// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace hopscope {

/// Writes a whole file or nothing: aside in the same folder, forced to the disk and renamed, so
/// that a failure leaves an older file as it was. Links are followed; the rights of an older file
/// are kept. A device, a pipe, and a name of an open stream (/dev/stdout, /dev/fd/3) are written to
/// as they are. Empty where that worked, else why not, as the end of a sentence: "No space left on
/// device".
std::string saveFile(const std::string& file, std::string_view data);

/// Why saveFile() could not write there at all, asked before a long run; empty where it can.
std::string whyNotSaved(const std::string& file);

/// Is this a file that saveFile() replaces, and no device, pipe or open stream?
bool isReplaced(const std::string& file);

/// Writes all of it to an open descriptor. Empty, or why not.
std::string writeAll(int descriptor, std::string_view data);

}  // namespace hopscope
