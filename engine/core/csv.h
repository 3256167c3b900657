// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace hopscope {

/// A text as a cell of a CSV file (RFC 4180): quoted where it has a comma, a quote or a new line. A
/// spreadsheet runs what begins with = + - @, a tab or a new line as a formula, so an apostrophe
/// goes before it; a number stays one. What is no UTF-8 stands as U+FFFD.
std::string csvCell(std::string_view text);

/// A number as a cell: the shortest that reads back as the same; empty where it is not finite.
std::string csvCell(double value);

}  // namespace hopscope
