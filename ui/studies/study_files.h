// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

#include "engine/study/study.h"
#include "engine/study/study_rows.h"
#include "ui/drawing/plot_widget.h"
#include "ui/plots/scatter_painter.h"

namespace hopscope {

/// What is drawn of a study; one of them.
struct StudyDrawings {
  const PlotPicture* curves = nullptr;
  const ScatterPicture* points = nullptr;
};

/// Writes a study to a file: its table (csv), the same for LaTeX (tex), table and document (json),
/// or what is drawn (svg, pdf, png). False and a message where that cannot be done.
bool writeStudyFile(const QString& file, const Study& study, const std::string& document,
                    const StudyRows& rows, const StudyDrawings& drawn, QString* problem);

}  // namespace hopscope
