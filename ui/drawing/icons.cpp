// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/icons.h"

#include <QByteArray>
#include <QFile>
#include <QIconEngine>
#include <QPixmap>
#include <QSvgRenderer>
#include <array>

#include "engine/topology/generator.h"

namespace hopscope {

namespace {

QByteArray svgOf(const QString& name) {
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// QtSvg paints `currentColor` black, so it is replaced before the picture is parsed.
void renderSvg(QPainter& painter, QByteArray svg, const QRectF& rect, const QColor& color) {
  if (svg.isEmpty()) return;
  svg.replace("currentColor", color.name().toLatin1());
  QSvgRenderer renderer(svg);
  renderer.render(&painter, rect);
}

struct StateColors {
  QColor normal, active, checked, disabled;
};

/// Renders at the size and density asked for instead of scaling a stored pixmap.
class SvgIconEngine : public QIconEngine {
 public:
  SvgIconEngine(QByteArray svg, const StateColors& colors)
      : svg_(std::move(svg)), colors_(colors) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    renderSvg(*painter, svg_, rect, colorFor(mode, state));
    painter->restore();
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    // A square in the middle, whatever the shape asked for.
    const int side = std::min(size.width(), size.height());
    paint(&painter, QRect((size.width() - side) / 2, (size.height() - side) / 2, side, side), mode,
          state);
    return pixmap;
  }

  QIconEngine* clone() const override { return new SvgIconEngine(svg_, colors_); }
  bool isNull() override { return svg_.isEmpty(); }

 private:
  QColor colorFor(QIcon::Mode mode, QIcon::State state) const {
    if (mode == QIcon::Disabled) return colors_.disabled;
    if (state == QIcon::On) return colors_.checked;
    return mode == QIcon::Normal ? colors_.normal : colors_.active;
  }

  QByteArray svg_;
  StateColors colors_;
};

}  // namespace

QIcon icon(const QString& name, const Theme& theme) {
  return QIcon(
      new SvgIconEngine(svgOf(name), {theme.color(Tone::t2), theme.color(Tone::t1),
                                      theme.color(Tone::accentText), theme.color(Tone::t4)}));
}

QIcon icon(const QString& name, const Theme& theme, Tone tone) {
  const QColor color = theme.color(tone);
  return QIcon(new SvgIconEngine(svgOf(name), {color, color, color, theme.color(Tone::t4)}));
}

void drawIcon(QPainter& painter, const QString& name, const QRectF& rect, const QColor& color) {
  renderSvg(painter, svgOf(name), rect, color);
}

QString familyIcon(std::string_view kind) {
  const Generator* family = generators().find(kind);
  return QString::fromStdString(family != nullptr ? family->icon : Generator().icon);
}

}  // namespace hopscope
