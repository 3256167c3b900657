// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/drawing.h"
#include "app/cli/pictures.h"
#include "ui/studies/study_files.h"

namespace hopscope::cli {

std::vector<std::string> drawStudy(const Study& study, const StudyRows& rows) {
  const OffscreenApplication application;
  return studyPictures(study, rows);
}

}  // namespace hopscope::cli
