// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/study_files.h"

#include <QFileInfo>
#include <QObject>

#include "engine/study/study_latex.h"
#include "engine/study/study_table.h"
#include "ui/drawing/save_bytes.h"
#include "ui/plots/scatter_files.h"

namespace hopscope {

namespace {
constexpr double kPaperWidth = 178;  // mm, two columns
}

bool writeStudyFile(const QString& file, const Study& study, const std::string& document,
                    const StudyRows& rows, const StudyDrawings& drawn, QString* problem) {
  const QString ending = QFileInfo(file).suffix().toLower();
  const auto save = [&](const std::string& text) {
    return saveBytes(file, QByteArray::fromStdString(text), QObject::tr("The study"), problem);
  };
  if (ending == QLatin1String("csv")) return save(studyCsv(study, rows));
  if (ending == QLatin1String("tex")) return save(studyLatex(study, rows, usualColumns(study)));
  if (ending == QLatin1String("json")) return save(studyJson(study, document, rows));
  if (drawn.points != nullptr) return exportScatter(*drawn.points, file, problem);
  return drawn.curves != nullptr && exportPlot(*drawn.curves, file, kPaperWidth, problem);
}

}  // namespace hopscope
