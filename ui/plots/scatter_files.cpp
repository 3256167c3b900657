// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/scatter_files.h"

#include <QFileInfo>
#include <QObject>

#include "ui/drawing/picture_bytes.h"
#include "ui/drawing/save_bytes.h"
#include "ui/words/file_numbers.h"

namespace hopscope {

namespace {

constexpr QSizeF kPaper{720, 432};  // px
constexpr double kDots = 3;         // of a PNG per pixel

}  // namespace

bool exportScatter(const ScatterPicture& picture, const QString& file, QString* error) {
  const FileNumbers numbers;
  const QString ending = QFileInfo(file).suffix().toLower();
  const ScatterPainter painter(picture, kPaper);
  const auto paint = [&](QPainter& onto) { painter.paint(onto, picture, Theme::light()); };
  QByteArray content;
  if (ending == QLatin1String("svg"))
    content = svgBytes(kPaper, picture.title, paint);
  else if (ending == QLatin1String("pdf"))
    content = pdfBytes(kPaper, picture.title, paint);
  else if (ending == QLatin1String("png"))
    content = pngBytes(kPaper, kDots, paint);
  else
    return refuseEnding(file, error);
  return saveBytes(file, content, QObject::tr("The plot"), error);
}

}  // namespace hopscope
