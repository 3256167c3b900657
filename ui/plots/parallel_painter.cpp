// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/parallel_painter.h"

#include <QFileInfo>
#include <QFontMetricsF>
#include <QObject>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/drawing/fonts.h"
#include "ui/drawing/heat_scale.h"
#include "ui/drawing/picture_bytes.h"
#include "ui/drawing/save_bytes.h"
#include "ui/words/file_numbers.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

constexpr double kTitlesHigh = 40, kGapRow = 24, kFootHigh = 12;
constexpr double kSideLeft = 56, kSideRight = 108;  // the colours stand to the right
constexpr double kNearAxis = 26, kRangeWide = 12;
constexpr double kScaleBar = 10, kScaleSteps = 32;
/// More lines than this lie on each other in steps of two pixels.
constexpr std::size_t kManyLines = 3000;
/// More pieces than this are drawn without smoothing, which takes several times as long.
constexpr std::size_t kSmoothPieces = 4000;
constexpr QSizeF kParallelPaper{900, 420};
constexpr double kPaperDots = 3;

/// Text on ground of its own, which lines do not run through.
void paintWord(QPainter& painter, const QRectF& room, Qt::Alignment align, const QString& text,
               const Theme& theme, Tone tone) {
  QColor ground = theme.color(Tone::base);
  ground.setAlpha(205);
  QRectF box = painter.fontMetrics().boundingRect(room.toRect(), static_cast<int>(align), text);
  painter.fillRect(box.adjusted(-2, 0, 2, 0), ground);
  painter.setPen(theme.color(tone));
  painter.drawText(room, static_cast<int>(align), text);
}

}  // namespace

ParallelPainter::ParallelPainter(const ParallelPicture& picture, const QSizeF& size)
    : size_(size), axes_(picture.axes.size()), lines_(picture.points.size()) {
  const bool gaps = std::any_of(picture.axes.begin(), picture.axes.end(),
                                [](const auto& axis) { return axis.gaps; });
  area_ = QRectF(kSideLeft, kTitlesHigh, std::max(20.0, size.width() - kSideLeft - kSideRight),
                 std::max(20.0, size.height() - kTitlesHigh - kFootHigh - (gaps ? kGapRow : 0)));
}

double ParallelPainter::xOf(std::size_t axis) const {
  if (axes_ < 2) return area_.center().x();
  return area_.left() + area_.width() * static_cast<double>(axis) / static_cast<double>(axes_ - 1);
}

double ParallelPainter::yOf(const ParallelPicture::Axis& axis, double value) const {
  if (std::isnan(value)) return area_.bottom() + kGapRow - 6;
  return area_.bottom() - std::clamp(axis.scale.share(value), 0.0, 1.0) * area_.height();
}

std::optional<std::size_t> ParallelPainter::axisAt(double x) const {
  for (std::size_t axis = 0; axis < axes_; ++axis)
    if (std::abs(xOf(axis) - x) <= kNearAxis) return axis;
  return {};
}

std::pair<double, double> ParallelPainter::rangeAt(const ParallelPicture::Axis& axis, double y1,
                                                   double y2) const {
  const auto value = [&](double y) {
    return axis.scale.value(std::clamp((area_.bottom() - y) / area_.height(), 0.0, 1.0));
  };
  const double low = value(std::max(y1, y2)), high = value(std::min(y1, y2));
  if (axis.levels.empty()) return {low, high};
  const auto from = std::lower_bound(axis.levels.begin(), axis.levels.end(), low);
  const auto to = std::upper_bound(axis.levels.begin(), axis.levels.end(), high);
  if (from < to) return {*from, *(to - 1)};
  // Between two values: the nearer one.
  const double middle = (low + high) / 2;
  const double nearest = *std::min_element(
      axis.levels.begin(), axis.levels.end(),
      [&](double a, double b) { return std::abs(a - middle) < std::abs(b - middle); });
  return {nearest, nearest};
}

std::vector<ParallelPainter::Segment> ParallelPainter::segments(
    const ParallelPicture& picture) const {
  std::vector<Segment> all;
  if (picture.isEmpty()) return all;
  const int step = lines_ > kManyLines ? 2 : 1;
  // In a low widget the axes reach below it.
  const double lowest = area_.bottom() + kGapRow;
  const std::size_t places = static_cast<std::size_t>(lowest / step) + 2;
  const auto placeOf = [&](double y) {
    return static_cast<std::uint16_t>((y >= 0 ? std::min(y, lowest) : 0) / step);
  };
  // Where each line crosses each axis.
  std::vector<std::vector<std::uint16_t>> crossing(axes_);
  for (std::size_t axis = 0; axis < axes_; ++axis) {
    crossing[axis].reserve(lines_);
    for (const StudyTableRow* row : picture.points)
      crossing[axis].push_back(
          placeOf(yOf(picture.axes[axis], picture.axes[axis].dimension.valueOf(*row))));
  }
  struct Pile {
    std::uint32_t out = 0, in = 0, coloured = 0;
    float colour = 0;
  };
  std::vector<float> colours;
  colours.reserve(lines_);
  for (const StudyTableRow* row : picture.points)
    colours.push_back(static_cast<float>(picture.colourScale.share(picture.colour.valueOf(*row))));
  std::vector<Pile> piles(places * places);
  std::vector<std::uint32_t> used;
  for (std::size_t axis = 0; axis + 1 < axes_; ++axis) {
    used.clear();
    for (std::size_t line = 0; line < lines_; ++line) {
      const auto at =
          static_cast<std::uint32_t>(crossing[axis][line] * places + crossing[axis + 1][line]);
      Pile& pile = piles[at];
      if (pile.out + pile.in == 0) used.push_back(at);
      if (picture.in[picture.points[line]->point] == 0) {
        ++pile.out;
        continue;
      }
      ++pile.in;
      if (std::isnan(colours[line])) continue;
      ++pile.coloured;
      pile.colour += colours[line];
    }
    for (const std::uint32_t at : used) {
      Pile& pile = piles[at];
      Segment segment;
      segment.fromX = static_cast<float>(xOf(axis));
      segment.toX = static_cast<float>(xOf(axis + 1));
      segment.fromY = static_cast<float>(at / places * static_cast<std::size_t>(step));
      segment.toY = static_cast<float>(at % places * static_cast<std::size_t>(step));
      segment.colour = pile.coloured == 0 ? std::numeric_limits<float>::quiet_NaN()
                                          : pile.colour / static_cast<float>(pile.coloured);
      if (pile.in > 0) {
        segment.in = true;
        segment.count = pile.in;
      } else {
        segment.count = pile.out;
      }
      all.push_back(segment);
      pile = {};
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Segment& a, const Segment& b) {
    return a.in != b.in ? b.in : a.count < b.count;
  });
  return all;
}

void ParallelPainter::paintSegments(QPainter& painter, const std::vector<Segment>& segments,
                                    std::size_t from, std::size_t to, const Theme& theme) const {
  const bool smooth = segments.size() <= kSmoothPieces;
  painter.setRenderHint(QPainter::Antialiasing, smooth);
  const HeatScale scale(theme);
  const int least = segments.size() > kSmoothPieces ? 40 : segments.size() > 600 ? 110 : 190;
  for (std::size_t i = from; i < std::min(to, segments.size()); ++i) {
    const Segment& each = segments[i];
    QColor color = !each.in                  ? theme.color(Tone::line)
                   : std::isnan(each.colour) ? theme.color(Tone::t4)
                                             : scale.color(each.colour);
    const int alpha = least + static_cast<int>(32 * std::log2(each.count));
    color.setAlpha(each.in ? std::min(255, alpha) : std::min(150, alpha));
    painter.setPen(QPen(color, smooth && each.in ? 1.3 : 1));
    painter.drawLine(QPointF(each.fromX, each.fromY), QPointF(each.toX, each.toY));
  }
  painter.setRenderHint(QPainter::Antialiasing);
}

void ParallelPainter::paintAxes(QPainter& painter, const ParallelPicture& picture,
                                const Theme& theme, std::optional<std::size_t> current) const {
  const double between = axes_ < 2 ? area_.width() : area_.width() / static_cast<double>(axes_ - 1);
  for (std::size_t place = 0; place < axes_; ++place) {
    const ParallelPicture::Axis& axis = picture.axes[place];
    const double x = std::round(xOf(place)) + 0.5;
    const bool chosen = current == place;
    painter.setPen(QPen(theme.color(chosen ? Tone::accent : Tone::edge), chosen ? 2 : 1));
    painter.drawLine(QPointF(x, area_.top()), QPointF(x, area_.bottom()));
    painter.setFont(uiFont(11, chosen));
    const double wide = std::min(150.0, between - 8);
    const QRectF title(std::clamp(x - wide / 2, 2.0, size_.width() - wide - 2), 2, wide,
                       kTitlesHigh - 10);
    painter.setPen(theme.color(chosen ? Tone::accentText : Tone::t1));
    QString words = axis.dimension.title;
    const QRect two = painter.fontMetrics().boundingRect(
        title.toRect(), Qt::AlignHCenter | Qt::TextWordWrap, words);
    if (two.height() > title.height() || two.width() > title.width())
      words = painter.fontMetrics().elidedText(words, Qt::ElideRight, static_cast<int>(1.7 * wide));
    painter.drawText(title, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, words);
    painter.setFont(uiFont(11));
    const double room = std::min(between - 14, place + 1 == axes_ ? 60.0 : 110.0);
    const auto tick = [&](double y, const QString& text) {
      painter.setPen(QPen(theme.color(Tone::edge), 1));
      painter.drawLine(QPointF(x - 4, y), QPointF(x, y));
      paintWord(painter, QRectF(x + 5, y - 8, room, 16), Qt::AlignLeft | Qt::AlignVCenter,
                painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(room)),
                theme, Tone::t2);
    };
    double taken = std::numeric_limits<double>::infinity();
    if (!axis.levels.empty() && (axis.dimension.varied || axis.levels.size() == 1)) {
      for (const double level : axis.levels) {
        const double y = yOf(axis, level);
        if (taken - y < 15) continue;
        tick(y, axis.dimension.text(level));
        taken = y;
      }
    } else {
      for (const ScatterAxis::Tick& each : axis.scale.ticks(area_.height() / 44)) {
        const double y = yOf(axis, each.value);
        if (taken - y < 15) continue;
        tick(y, each.text);
        taken = y;
      }
    }
    if (axis.gaps) {
      const double y = yOf(axis, std::numeric_limits<double>::quiet_NaN());
      tick(y, QObject::tr("none"));
    }
  }
  paintScale(painter, picture, theme);
}

void ParallelPainter::paintScale(QPainter& painter, const ParallelPicture& picture,
                                 const Theme& theme) const {
  const double left = size_.width() - 26, high = std::min(160.0, area_.height());
  const QRectF bar(left, area_.center().y() - high / 2, kScaleBar, high);
  const int steps = static_cast<int>(kScaleSteps);
  for (int i = 0; i < steps; ++i)
    painter.fillRect(
        QRectF(bar.left(), bar.bottom() - (i + 1) * high / steps, kScaleBar, high / steps + 0.5),
        HeatScale::interpolate(theme, HeatRamp::heat, (i + 0.5) / steps));
  painter.setFont(uiFont(11));
  painter.setPen(theme.color(Tone::t2));
  const QRectF words(size_.width() - 84, 0, 80, 16);
  painter.drawText(words.translated(0, bar.top() - 18), Qt::AlignRight,
                   picture.colour.text(picture.colourScale.most));
  painter.drawText(words.translated(0, bar.bottom() + 3), Qt::AlignRight,
                   picture.colour.text(picture.colourScale.least));
  painter.save();
  painter.translate(left - 10, bar.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-high / 2, -9, high, 18), Qt::AlignCenter,
                   painter.fontMetrics().elidedText(picture.colour.title, Qt::ElideRight,
                                                    static_cast<int>(high)));
  painter.restore();
}

void ParallelPainter::paintRanges(QPainter& painter, const ParallelPicture& picture,
                                  const Theme& theme) const {
  for (std::size_t axis = 0; axis < axes_; ++axis)
    if (const auto range = picture.ranges.find(picture.axes[axis].dimension.name);
        range != picture.ranges.end())
      paintRange(painter, picture.axes[axis], axis, range->second, theme);
}

void ParallelPainter::paintRange(QPainter& painter, const ParallelPicture::Axis& axis,
                                 std::size_t place, const std::pair<double, double>& range,
                                 const Theme& theme) const {
  const double x = xOf(place);
  double top = yOf(axis, range.second), bottom = yOf(axis, range.first);
  // One value alone is seen, too.
  if (bottom - top < 6) {
    top -= 3;
    bottom += 3;
  }
  QColor fill = theme.color(Tone::accent);
  painter.setPen(QPen(fill, 1.5));
  fill.setAlphaF(0.28F);
  painter.setBrush(fill);
  painter.drawRoundedRect(QRectF(x - kRangeWide / 2, top, kRangeWide, bottom - top), 2, 2);
  painter.setBrush(Qt::NoBrush);
}

void ParallelPainter::paintLine(QPainter& painter, const ParallelPicture& picture,
                                const StudyTableRow& row, const Theme& theme) const {
  QPolygonF line;
  for (std::size_t axis = 0; axis < axes_; ++axis)
    line << QPointF(xOf(axis), yOf(picture.axes[axis], picture.axes[axis].dimension.valueOf(row)));
  painter.setPen(QPen(theme.color(Tone::base), 5));
  painter.drawPolyline(line);
  painter.setPen(QPen(theme.color(Tone::t1), 2));
  painter.drawPolyline(line);
}

bool exportParallel(const ParallelPicture& picture, const QString& file, QString* error) {
  const FileNumbers numbers;
  const QString ending = QFileInfo(file).suffix().toLower();
  const ParallelPainter painter(picture, kParallelPaper);
  const Theme& theme = Theme::light();
  const auto paint = [&](QPainter& onto) {
    onto.fillRect(QRectF({}, kParallelPaper), theme.color(Tone::base));
    onto.setRenderHint(QPainter::Antialiasing);
    const auto segments = painter.segments(picture);
    painter.paintSegments(onto, segments, 0, segments.size(), theme);
    painter.paintAxes(onto, picture, theme);
    painter.paintRanges(onto, picture, theme);
  };
  QByteArray content;
  if (ending == QLatin1String("svg"))
    content = svgBytes(kParallelPaper, picture.title, paint);
  else if (ending == QLatin1String("pdf"))
    content = pdfBytes(kParallelPaper, picture.title, paint);
  else if (ending == QLatin1String("png"))
    content = pngBytes(kParallelPaper, kPaperDots, paint);
  else
    return refuseEnding(file, error);
  return saveBytes(file, content, QObject::tr("The plot"), error);
}

}  // namespace hopscope
