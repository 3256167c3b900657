// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/design/design.h"
#include "engine/simulation/recording.h"
#include "engine/simulation/results.h"
#include "engine/study/curve.h"
#include "projects/project.h"
#include "ui/drawing/network_painter.h"
#include "ui/plots/run_plots.h"
#include "ui/reports/report_plan.h"
#include "ui/studies/kept_curves.h"

namespace hopscope {

/// All that can leave the program about what is shown.
struct ExportContent {
  QString name;
  Design design;           ///< of the run, else the one shown
  NetworkPicture picture;  ///< as on the canvas
  const Theme* theme = nullptr;
  std::optional<RunPlots> run;
  std::optional<Results> results;
  std::vector<CurvePoint> curve;
  std::optional<CurveSeeds> curveSeeds = {};  ///< where it is one of that design
  ReportPlan reportPlan;
  std::vector<StoredNote> notes;               ///< of the project, for the report
  QString date;                                ///< of the run, as it shall stand in a report
  std::shared_ptr<const Recording> recording;  ///< of the run, of the picture's network
};

/// An animation shows so many moments of a recording at most, evenly spread.
inline constexpr std::size_t kMostFrames = 200;

/// What pictures of the network show beside its parts.
struct PictureParts {
  bool legend = true;     ///< below
  bool run = true;        ///< the colours of the run; an animation always has them
  bool packets = true;    ///< on their way
  bool names = true;      ///< of groups and parts
  bool notes = true;      ///< the user's words
  bool selection = true;  ///< what is selected
};

/// What of it is wanted, and how. An empty format: not wanted.
struct ExportChoice {
  QString folder, baseName;
  QString picture;                        ///< png, svg or pdf
  double pictureScale = 2;                ///< for png
  int pictureWidth = 0;                   ///< pixels, for png instead of a scale; 0: by the scale
  const Theme* theme = nullptr;           ///< of picture and animation; as on the screen where null
  PictureParts parts;                     ///< in picture and animation
  QString plots;                          ///< png, svg or pdf
  double plotWidth = 85;                  ///< millimetres
  std::optional<QStringList> whichPlots;  ///< by ExportPlot::file; nothing: the usual ones
  /// webp: the recording as one animated file; png: a numbered picture of each moment.
  QString animation;
  double framesPerSecond = 10;
  QString data;      ///< csv or json
  QString report;    ///< html or pdf
  QStringList kept;  ///< files that are there and stay as they are
};

struct ExportOutcome {
  QStringList files;       ///< written, in order
  QStringList kept;        ///< were there, and stayed as they were
  QString error;           ///< one sentence; empty: all is well
  bool calledOff = false;  ///< the animation was, and nothing is left of it
};

/// Is told how many moments of an animation are done, and of how many; false: no more of them.
using ExportProgress = std::function<bool(std::size_t done, std::size_t all)>;

/// Writes the chosen files; stops at the first that can't be written. Only an animation can be
/// called off: it takes long.
ExportOutcome exportFiles(const ExportContent& content, const ExportChoice& choice,
                          const ExportProgress& progress = {});

/// What was written and what was not, in words.
QString outcomeWords(const ExportOutcome& outcome, const QString& folder);

/// The files of the choice that are there already and would be replaced.
QStringList replacedFiles(const ExportContent& content, const ExportChoice& choice);

/// A name that every file system takes.
QString fileNameFor(const QString& name);

}  // namespace hopscope
