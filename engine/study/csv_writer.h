// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/csv.h"

namespace hopscope {

/// Writes a table as CSV (csvCell), row by row: a point as the decimal sign, an empty field where a
/// number is missing.
class CsvWriter {
 public:
  explicit CsvWriter(const std::vector<std::string>& header) {
    for (const std::string& name : header) text(name);
    endRow();
  }

  CsvWriter& text(std::string_view value) {
    separate();
    csv_ += csvCell(value);
    return *this;
  }
  CsvWriter& number(double value) {
    separate();
    csv_ += csvCell(value);
    return *this;
  }
  CsvWriter& number(std::integral auto value) {
    separate();
    csv_ += fmt::format("{}", value);
    return *this;
  }
  void endRow() {
    csv_ += '\n';
    begun_ = false;
  }
  std::string take() { return std::move(csv_); }

 private:
  void separate() {
    if (begun_) csv_ += ',';
    begun_ = true;
  }

  std::string csv_;
  bool begun_ = false;
};

}  // namespace hopscope
