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
  const PlotCurve* first = nullptr;  // of those whose x may be shared
  bool shared = true;
  std::size_t rows = 0;
  for (const PlotCurve& curve : picture.curves) {
    rows = std::max(rows, curve.x.size());
    if (!curve.joined) continue;
    if (first == nullptr) first = &curve;
    shared = shared && curve.x == first->x;
  }
  shared = shared && first != nullptr;
  const std::string x = titleCell(picture.xTitle.isEmpty() ? QStringLiteral("x") : picture.xTitle);
  std::vector<std::string> head;
  std::vector<const std::vector<double>*> columns;
  const auto add = [&](const std::string& title, const std::vector<double>& values) {
    head.push_back(title);
    columns.push_back(&values);
  };
  if (shared) add(x, first->x);
  // Points alone have places of their own, behind the curves, of which the first column is.
  for (const bool joined : {true, false})
    for (const PlotCurve& curve : picture.curves) {
      if (curve.joined != joined) continue;
      if (!shared || !joined) add(x, curve.x);
      add(titleCell(curve.name), curve.y);
      if (!curve.errors.empty()) add(titleCell(curve.name + QStringLiteral(" ci95")), curve.errors);
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
