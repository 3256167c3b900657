// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/figures/figure.h"
#include "engine/study/cache_study.h"
#include "engine/study/study.h"
#include "engine/study/study_rows.h"

/// What the commands need Qt for. Where the program is built without it (HOPSCOPE_GUI=OFF, for
/// clusters), without_qt.cpp says what is missing.
namespace hopscope::cli {

/// Says what is missing where it cannot.
bool canDraw();

/// Writes a .png, .svg or .pdf; false, and says why, where that fails.
bool drawCacheMap(const CacheStudy& study, const std::string& file);

/// Writes plot.png and plot.svg into a folder; false, and says why, where that fails.
bool drawFigure(const Recipe& recipe, const MadeFigure& figure, const std::string& folder);

/// Pictures of a study for a page: addresses with the picture inside. None without Qt.
std::vector<std::string> drawStudy(const Study& study, const StudyRows& rows);

/// What is registered, as a source for Qt's Linguist; returns an exit code.
int writeTranslationSource();

}  // namespace hopscope::cli
