// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "engine/core/sentence.h"
#include "projects/items.h"

namespace hopscope {

/// What a project holds, by the checksums of its contents: the same in whatever file it stands.
/// The view does not count.
using Contents = std::set<std::pair<ItemKind, std::uint64_t>>;

/// Throws SQLite::Exception.
Contents contentsOf(SQLite::Database& database);

/// Contents as text, and back; what is not such a text is empty.
std::string writeContents(const Contents& contents);
Contents readContents(const std::string& text);

/// What is in `there`, and neither in `here` nor in `known`.
Contents newIn(const Contents& there, const Contents& here, const Contents& known);

/// "2 runs, 1 note"; empty where there is nothing.
Sentence counted(const Contents& contents);

/// Adds those items of `from` whose contents are `wanted`. Runs and curves belong to the design of
/// the same contents, or of the same number where there is none. Throws SQLite::Exception, Failure.
void addItems(SQLite::Database& from, SQLite::Database& to, const Contents& wanted);

}  // namespace hopscope
