// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_files.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QObject>
#include <QRegularExpression>
#include <QSaveFile>
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "engine/study/results_csv.h"
#include "engine/study/results_json.h"
#include "ui/drawing/animated_webp.h"
#include "ui/drawing/network_export.h"
#include "ui/drawing/picture_bytes.h"
#include "ui/drawing/save_bytes.h"
#include "ui/reports/data_export.h"
#include "ui/reports/report.h"
#include "ui/run/failures.h"
#include "ui/run/playback.h"
#include "ui/shell/export_plots.h"
#include "ui/words/file_numbers.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

class Exporter {
 public:
  /// `dry`: only names the files, and writes none.
  Exporter(const ExportContent& content, const ExportChoice& choice, ExportProgress progress,
           bool dry)
      : content_(content), choice_(choice), progress_(std::move(progress)), dry_(dry) {}

  ExportOutcome run() {
    if (!QDir(choice_.folder).exists()) {
      outcome_.error = QObject::tr("There is no folder %1.").arg(choice_.folder);
      return std::move(outcome_);
    }
    static_cast<void>(writePicture() && writeAnimation() && writePlots() && writeData() &&
                      writeReport());
    return std::move(outcome_);
  }

 private:
  QString path(const QString& part, const QString& ending) const {
    return QDir(choice_.folder)
        .filePath(choice_.baseName + (part.isEmpty() ? part : QLatin1Char('-') + part) +
                  QLatin1Char('.') + ending);
  }

  /// Whether the file is only named, or stays as it is.
  bool passedOver(const QString& file) {
    if (dry_) {
      outcome_.files << file;
      return true;
    }
    if (!choice_.kept.contains(file)) return false;
    outcome_.kept << file;
    return true;
  }

  bool note(bool written, const QString& file, const QString& error) {
    if (written)
      outcome_.files << file;
    else
      outcome_.error = error.isEmpty() ? QObject::tr("%1 could not be written.").arg(file) : error;
    return written;
  }

  template <typename Text>
  bool writeText(const QString& file, const Text& make) {
    if (passedOver(file)) return true;
    const std::string text = make();
    QSaveFile out(file);
    const auto size = static_cast<qint64>(text.size());
    const bool written =
        out.open(QIODevice::WriteOnly) && out.write(text.data(), size) == size && out.commit();
    return note(written, file,
                QObject::tr("%1 could not be written: %2.").arg(file, out.errorString()));
  }

  NetworkExport pictureOptions() const {
    NetworkExport options;
    options.theme = choice_.theme != nullptr ? choice_.theme : content_.theme;
    options.legend = choice_.parts.legend;
    return options;
  }

  /// The picture with the parts that are wanted.
  NetworkPicture chosenPicture() const {
    NetworkPicture picture = content_.picture;
    const PictureParts& parts = choice_.parts;
    if (!parts.run) picture.heat = {};
    if (!parts.packets) picture.heat.packets.clear();
    picture.names = parts.names;
    if (!parts.notes && picture.placement) {
      auto bare = std::make_shared<Placement>(*picture.placement);
      bare->notes.clear();
      picture.placement = std::move(bare);
    }
    if (!parts.selection) picture.marks = {};
    return picture;
  }

  bool writePicture() {
    if (choice_.picture.isEmpty()) return true;
    NetworkExport options = pictureOptions();
    if (choice_.picture == QLatin1String("png")) {
      options.scale = choice_.pictureScale;
      options.width = choice_.pictureWidth;
    }
    const QString file = path(QObject::tr("network"), choice_.picture);
    if (passedOver(file)) return true;
    QString error;
    const bool written = exportNetwork(chosenPicture(), file, options, &error);
    return note(written, file, error);
  }

  /// Calls `take(image)` with each moment of the recording, its cycles in the legend. False, and
  /// why in outcome_, where that says false, it is called off or a picture is too large.
  template <typename Take>
  bool eachMoment(const QString& file, const Take& take) {
    const std::shared_ptr<const Recording> recording = content_.recording;
    NetworkPicture picture = chosenPicture();
    picture.marks = {};
    Playback playback;
    playback.follow(recording, *picture.topology);
    const auto events = content_.results ? content_.results->events : std::vector<RunEvent>{};
    const std::size_t spans = recording->spans.size();
    const std::size_t frames = std::min(spans, kMostFrames);
    for (std::size_t frame = 0; frame < frames; ++frame) {
      outcome_.calledOff = progress_ && !progress_(frame, frames);
      if (outcome_.calledOff) return false;
      playback.seek(recording->spans[frame * spans / frames].end);
      picture.heat = playback.heat();
      markFailed(picture.heat, content_.design, events, *picture.topology, playback.span().end - 1);
      QString error;
      const QImage image = networkImage(picture, pictureOptions(), &error);
      if (image.isNull()) return note(false, file, error);
      if (!take(frame, image)) return false;
    }
    if (progress_) progress_(frames, frames);
    return true;
  }

  bool writeAnimation() {
    if (choice_.animation.isEmpty() || !content_.recording) return true;
    const qsizetype before = outcome_.files.size();
    if (choice_.animation == QLatin1String("png") ? writeMoments() : writeAnimatedFile())
      return true;
    // Some of the moments are no animation.
    while (outcome_.files.size() > before) QFile::remove(outcome_.files.takeLast());
    return outcome_.calledOff;
  }

  bool writeAnimatedFile() {
    const QString file = path(QObject::tr("animation"), choice_.animation);
    if (passedOver(file)) return true;
    AnimatedWebp animation(static_cast<int>(std::lround(1000 / choice_.framesPerSecond)));
    const bool drawn = eachMoment(file, [&](std::size_t, const QImage& image) {
      return animation.add(image) ||
             note(false, file,
                  QObject::tr("A picture of %1 × %2 pixels is too large for an animated file. "
                              "Choose PNG for a file of each moment.")
                      .arg(image.width())
                      .arg(image.height()));
    });
    if (!drawn) return false;
    QString error;
    const bool written = saveBytes(file, animation.finish(), QObject::tr("The animation"), &error);
    return note(written, file, error);
  }

  bool writeMoments() {
    const auto nameOf = [this](std::size_t frame) {
      return path(QObject::tr("moment-%1").arg(frame + 1, 3, 10, QLatin1Char('0')),
                  choice_.animation);
    };
    if (dry_) {
      const std::size_t frames = std::min(content_.recording->spans.size(), kMostFrames);
      for (std::size_t frame = 0; frame < frames; ++frame) outcome_.files << nameOf(frame);
      return true;
    }
    return eachMoment(nameOf(0), [&](std::size_t frame, const QImage& image) {
      QString error;
      const QString file = nameOf(frame);
      if (passedOver(file)) return true;
      return note(saveBytes(file, pngBytes(image), QObject::tr("The picture"), &error), file,
                  error);
    });
  }

  bool writePlots() {
    if (choice_.plots.isEmpty()) return true;
    const FileNumbers numbers;
    for (const ExportPlot& plot : exportPlots(content_)) {
      if (choice_.whichPlots ? !choice_.whichPlots->contains(plot.file) : !plot.usual) continue;
      const QString file = path(plot.file, choice_.plots);
      if (passedOver(file)) continue;
      QString error;
      const bool written = exportPlot(plot.picture, file, choice_.plotWidth, &error);
      if (!note(written, file, error)) return false;
    }
    return true;
  }

  bool writeData() {
    if (choice_.data == QLatin1String("csv")) {
      if (content_.results && !writeText(path(QObject::tr("windows"), choice_.data),
                                         [this] { return windowsCsv(*content_.results); }))
        return false;
      Issues issues;
      const auto topology = buildTopology(content_.design, issues);
      if (content_.results && topology &&
          !writeText(path(QObject::tr("channels"), choice_.data),
                     [&] { return channelsCsv(*topology, *content_.results).toStdString(); }))
        return false;
      return content_.curve.empty() || writeText(path(QObject::tr("curve"), choice_.data),
                                                 [this] { return curveCsv(content_.curve); });
    }
    if (choice_.data == QLatin1String("json")) {
      if (!writeText(path(QObject::tr("design"), choice_.data),
                     [this] { return writeDesign(content_.design); }))
        return false;
      if (!content_.results) return true;
      Issues issues;
      const auto topology = buildTopology(content_.design, issues);
      return !topology || writeText(path(QObject::tr("results"), choice_.data), [&] {
        return writeResults(content_.design, *topology, *content_.results);
      });
    }
    return true;
  }

  bool writeReport() {
    if (choice_.report.isEmpty()) return true;
    const QString file = path(QObject::tr("report"), choice_.report);
    if (passedOver(file)) return true;
    ReportInput input;
    input.design = content_.design;
    Issues issues;
    input.topology = buildTopology(content_.design, issues);
    if (content_.picture.topology && input.topology &&
        content_.picture.topology->links == input.topology->links)
      input.placement = content_.picture.placement;
    else if (input.topology)
      input.placement = std::make_shared<const Placement>(place(*input.topology));
    input.results = content_.results;
    input.curve = content_.curve;
    input.curveSeeds = content_.curveSeeds;
    input.date = content_.date;
    input.plan = content_.reportPlan;
    input.notes = content_.notes;
    QString error;
    const bool written = hopscope::writeReport(input, file, &error);
    return note(written, file, error);
  }

  const ExportContent& content_;
  const ExportChoice& choice_;
  ExportProgress progress_;
  ExportOutcome outcome_;
  bool dry_;
};

}  // namespace

ExportOutcome exportFiles(const ExportContent& content, const ExportChoice& choice,
                          const ExportProgress& progress) {
  return Exporter(content, choice, progress, false).run();
}

QString outcomeWords(const ExportOutcome& outcome, const QString& folder) {
  QStringList words;
  if (outcome.calledOff)
    words << QObject::tr("The animation was called off, and nothing is left of it.");
  if (!outcome.error.isEmpty()) words << outcome.error;
  if ((words.isEmpty() && outcome.kept.isEmpty()) || !outcome.files.isEmpty())
    words << QObject::tr("%1 written to %2.")
                 .arg(plural(outcome.files.size(), "file", "files"), folder);
  if (!outcome.kept.isEmpty())
    words << QObject::tr("%1 kept as before.").arg(plural(outcome.kept.size(), "file", "files"));
  return words.join(QLatin1Char(' '));
}

QStringList replacedFiles(const ExportContent& content, const ExportChoice& choice) {
  QStringList there;
  for (const QString& file : Exporter(content, choice, {}, true).run().files)
    if (QFileInfo::exists(file)) there << file;
  return there;
}

QString fileNameFor(const QString& name) {
  static const QRegularExpression kAwkward(QStringLiteral("[^\\w.+-]+"));
  QString out = name.trimmed();
  out.replace(kAwkward, QStringLiteral("-"));
  while (out.startsWith(QLatin1Char('-')) || out.startsWith(QLatin1Char('.'))) out.remove(0, 1);
  while (out.endsWith(QLatin1Char('-'))) out.chop(1);
  return out.isEmpty() ? QStringLiteral("network") : out;
}

}  // namespace hopscope
