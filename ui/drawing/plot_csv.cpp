// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "engine/core/csv.h"
#include "ui/drawing/plot_widget.h"

namespace hopscope {

namespace {

std::string titleCell(const QString& text) {
  return csvCell(text.toStdString());
}

/// Empty for a missing one.
std::string cell(const std::vector<double>& values, std::size_t row) {
  return row < values.size() ? csvCell(values[row]) : std::string();
}

}  // namespace

QString plotCsv(const PlotPicture& picture) {
  bool shared = true;
  std::size_t rows = 0;
  for (const PlotCurve& curve : picture.curves) {
    shared = shared && curve.x == picture.curves.front().x;
    rows = std::max(rows, curve.x.size());
  }
  const std::string x = titleCell(picture.xTitle.isEmpty() ? QStringLiteral("x") : picture.xTitle);
  std::vector<std::string> head;
  std::vector<const std::vector<double>*> columns;
  if (shared && !picture.curves.empty()) {
    head.push_back(x);
    columns.push_back(&picture.curves.front().x);
  }
  for (const PlotCurve& curve : picture.curves) {
    if (!shared) {
      head.push_back(x);
      columns.push_back(&curve.x);
    }
    head.push_back(titleCell(curve.name));
    columns.push_back(&curve.y);
    if (!curve.errors.empty()) {
      head.push_back(titleCell(curve.name + QStringLiteral(" ci95")));
      columns.push_back(&curve.errors);
    }
  }
  std::string out = fmt::format("{}\n", fmt::join(head, ","));
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<std::string> cells;
    cells.reserve(columns.size());
    for (const auto* column : columns) cells.push_back(cell(*column, row));
    out += fmt::format("{}\n", fmt::join(cells, ","));
  }
  return QString::fromStdString(out);
}

}  // namespace hopscope
