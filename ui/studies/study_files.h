// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "engine/study/study.h"
#include "engine/study/study_rows.h"
#include "ui/drawing/plot_widget.h"
#include "ui/plots/parallel_painter.h"
#include "ui/plots/scatter_painter.h"
#include "ui/plots/study_heat_map.h"
#include "ui/plots/study_panels.h"

namespace hopscope {

/// What is drawn of a study; one of them.
struct StudyDrawings {
  const PlotPicture* curves = nullptr;
  const ScatterPicture* points = nullptr;
  const PanelsPicture* panels = nullptr;
  const HeatMapPicture* map = nullptr;
  const ParallelPicture* lines = nullptr;
};

/// What a page about a study shows: the usual columns over each setting that is a number, as
/// addresses with the picture inside.
std::vector<std::string> studyPictures(const Study& study, const StudyRows& rows);

/// Writes a study to a file: its table (csv), the same for LaTeX (tex), table and document (json),
/// a page of all that with pictures (html), or what is drawn (svg, pdf, png). False and a message
/// where that cannot be done.
bool writeStudyFile(const QString& file, const Study& study, const std::string& document,
                    const StudyRows& rows, const StudyDrawings& drawn, QString* problem);

}  // namespace hopscope
