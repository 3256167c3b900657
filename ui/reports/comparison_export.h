// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "ui/plots/run_plots.h"

namespace hopscope {

/// Runs side by side, as they leave the program.
struct ComparisonContent {
  struct Run {
    QString name;  ///< a word or two that tells it from the others
    const Design* design = nullptr;
    const Results* results = nullptr;
    QString date;
  };
  std::vector<Run> runs;
  CurvePlots plots;  ///< of all, overlaid
};

/// Writes a comparison: html or pdf, networks, curves and differences; or csv, every setting and
/// result of each run with plain numbers. The format follows the name's ending. False and a
/// sentence where it can't be written, or the ending is another.
bool exportComparison(const ComparisonContent& content, const QString& file, QString* error);

QString comparisonHtml(const ComparisonContent& content);
QByteArray comparisonPdf(const ComparisonContent& content);
QString comparisonCsv(const ComparisonContent& content);

}  // namespace hopscope
