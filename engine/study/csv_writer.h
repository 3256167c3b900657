// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hopscope {

/// Writes a table as CSV (RFC 4180), row by row: a point as the decimal sign, an empty field where
/// a number is missing.
class CsvWriter {
 public:
  explicit CsvWriter(const std::vector<std::string>& header) {
    for (const std::string& name : header) text(name);
    endRow();
  }

  CsvWriter& text(std::string_view value) {
    separate();
    if (value.find_first_of(",\"\r\n") == std::string_view::npos) {
      csv_ += value;
      return *this;
    }
    csv_ += '"';
    for (const char character : value) {
      if (character == '"') csv_ += '"';
      csv_ += character;
    }
    csv_ += '"';
    return *this;
  }
  CsvWriter& number(double value) {
    separate();
    if (std::isfinite(value)) csv_ += fmt::format("{}", value);
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
