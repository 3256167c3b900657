// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/heat_map_picture.h"

#include <QObject>

#include "ui/words/numbers.h"

namespace hopscope {

QString contentWords(HeatMapPicture::Content content) {
  switch (content) {
    case HeatMapPicture::Content::failed:
      return QObject::tr("failed");
    case HeatMapPicture::Content::leftOut:
      return QObject::tr("left out beyond saturation");
    case HeatMapPicture::Content::noSteady:
      return QObject::tr("no steady state, or no value");
    case HeatMapPicture::Content::open:
      return QObject::tr("not run yet");
    default:
      return QObject::tr("no such point");
  }
}

QString cellSign(HeatMapPicture::Content content) {
  switch (content) {
    case HeatMapPicture::Content::failed:
      return QStringLiteral("×");
    case HeatMapPicture::Content::noSteady:
      return QStringLiteral("–");
    case HeatMapPicture::Content::leftOut:
      return QStringLiteral("∙");
    default:
      return {};
  }
}

QString cellWords(const HeatMapPicture& picture, std::size_t column, std::size_t row) {
  const HeatMapPicture::Cell& cell = picture.at(column, row);
  QStringList words;
  words << (cell.valued > 0 ? QObject::tr("%1: %2").arg(picture.valueTitle, figureText(cell.mean))
                            : contentWords(cell.content));
  words << QObject::tr("%1: %2").arg(picture.xTitle,
                                     picture.columns[static_cast<qsizetype>(column)]);
  words << QObject::tr("%1: %2").arg(picture.yTitle, picture.rows[static_cast<qsizetype>(row)]);
  if (cell.valued > 0 && cell.points > 1)
    words << QObject::tr("mean of %1 of %2")
                 .arg(wholeText(cell.valued), plural(cell.points, "point", "points"));
  return words.join(QLatin1Char('\n'));
}

}  // namespace hopscope
