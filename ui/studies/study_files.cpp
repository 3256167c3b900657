// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/study_files.h"

#include <QFileInfo>
#include <QObject>
#include <algorithm>

#include "engine/study/readable_table.h"
#include "engine/study/study_html.h"
#include "engine/study/study_latex.h"
#include "engine/study/study_table.h"
#include "ui/drawing/heat_map_painting.h"
#include "ui/drawing/panel_grid.h"
#include "ui/drawing/save_bytes.h"
#include "ui/plots/scatter_files.h"
#include "ui/plots/study_pictures.h"

namespace hopscope {

namespace {
constexpr double kPaperWidth = 178;  // mm, two columns
constexpr std::size_t kMostPictures = 12;
}  // namespace

std::vector<std::string> studyPictures(const Study& study, const StudyRows& rows) {
  std::vector<std::string> pictures;
  const StudyTable table = studyTable(study, rows);
  for (const std::string& setting : numericSettings(study))
    for (const std::string& column : usualColumns(study)) {
      const PlotPicture picture = studyCurves(study, table, allPoints(table), setting, column);
      const bool empty = std::all_of(picture.curves.begin(), picture.curves.end(),
                                     [](const PlotCurve& curve) { return curve.x.size() < 2; });
      if (empty || pictures.size() == kMostPictures) continue;
      pictures.push_back("data:image/svg+xml;base64," +
                         plotSvg(picture, kPaperWidth).toBase64().toStdString());
    }
  return pictures;
}

bool writeStudyFile(const QString& file, const Study& study, const std::string& document,
                    const StudyRows& rows, const StudyDrawings& drawn, QString* problem) {
  const QString ending = QFileInfo(file).suffix().toLower();
  const auto save = [&](const std::string& text) {
    return saveBytes(file, QByteArray::fromStdString(text), QObject::tr("The study"), problem);
  };
  if (ending == QLatin1String("csv")) return save(studyCsv(study, rows));
  if (ending == QLatin1String("tex")) return save(studyLatex(study, rows, usualColumns(study)));
  if (ending == QLatin1String("html") || ending == QLatin1String("htm"))
    return save(studyHtml(study, document, rows, usualColumns(study), studyPictures(study, rows)));
  if (ending == QLatin1String("json")) return save(studyJson(study, document, rows));
  if (drawn.points != nullptr) return exportScatter(*drawn.points, file, problem);
  if (drawn.panels != nullptr) return exportPanels(*drawn.panels, file, problem);
  if (drawn.map != nullptr) return exportHeatMap(*drawn.map, file, problem);
  if (drawn.lines != nullptr) return exportParallel(*drawn.lines, file, problem);
  return drawn.curves != nullptr && exportPlot(*drawn.curves, file, kPaperWidth, problem);
}

}  // namespace hopscope
