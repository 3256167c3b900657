// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/example_card.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>

#include "engine/topology/generator.h"
#include "ui/drawing/fonts.h"
#include "ui/gallery/thumbnail.h"
#include "ui/widgets/background.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

// px: what stands below the picture beside the lines that tell why, and one of these.
constexpr int kWords = 55, kLine = 14;
constexpr int kWide = 280;  ///< px; three lines take on narrower cards what two do on others

/// Breaks `text` into at most that many lines, the last one elided.
void drawLines(QPainter& painter, const QRectF& box, const QString& text, int most) {
  QTextLayout layout(text, painter.font());
  layout.beginLayout();
  double y = box.top();
  for (int row = 0; row < most; ++row) {
    QTextLine line = layout.createLine();
    if (!line.isValid()) break;
    line.setLineWidth(box.width());
    QString part = text.mid(line.textStart(), line.textLength()).trimmed();
    if (row == most - 1 && line.textStart() + line.textLength() < text.size())
      part = painter.fontMetrics().elidedText(text.mid(line.textStart()), Qt::ElideRight,
                                              static_cast<int>(box.width()));
    painter.drawText(QRectF(box.left(), y, box.width(), kLine), Qt::AlignVCenter, part);
    y += kLine;
  }
  layout.endLayout();
}

}  // namespace

ExampleCard::ExampleCard(const Example& example, QWidget* parent)
    : QAbstractButton(parent), theme_(&Theme::light()), example_(example) {
  setText(QCoreApplication::translate("Example", example.title.c_str()));
  setObjectName(QStringLiteral("example:") + QString::fromStdString(example.name));
  setAccessibleName(text());
  setAccessibleDescription(QCoreApplication::translate("Example", example.summary.c_str()));
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize ExampleCard::sizeHint() const {
  return {312, height_};
}

int ExampleCard::lines() const {
  return width() < kWide ? 3 : 2;
}

int ExampleCard::wordsHeight() const {
  return kWords + lines() * kLine;
}

void ExampleCard::setHeight(int height) {
  if (height == height_) return;
  height_ = height;
  updateGeometry();
  update();
}

void ExampleCard::setTheme(const Theme& theme) {
  theme_ = &theme;
  image_ = {};
  update();
}

void ExampleCard::setNetwork(NetworkPicture picture) {
  picture_ = std::move(picture);
  image_ = {};
  update();
}

void ExampleCard::load(const std::function<void()>& done) {
  inBackground(
      this, [design = example_.design] { return simulatedPicture(design); },
      [this, done](NetworkPicture picture) {
        setNetwork(std::move(picture));
        if (done) done();
      });
}

QString ExampleCard::sizeText() const {
  const auto kind = example_.design.settings.find("topology.kind");
  QString family = tr("Drawn by hand");
  if (kind != example_.design.settings.end())
    if (const auto* name = std::get_if<std::string>(&kind->second))
      if (const Generator* generator = generators().find(*name))
        family = engineText(generator->label);
  const std::size_t terminals = picture_.topology ? picture_.topology->terminalCount()
                                                  : example_.design.drawn.terminals.size();
  if (terminals == 0) return family;
  return family + QStringLiteral(" · ") +
         plural(static_cast<qint64>(terminals), "terminal", "terminals");
}

void ExampleCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool focused = hasFocus(), active = focused || underMouse();
  const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
  QPainterPath shape;
  shape.addRoundedRect(frame, 6, 6);
  painter.fillPath(shape, theme_->color(Tone::base));

  const int picture = height_ - wordsHeight();
  const QRect top(2, 2, width() - 4, picture - 2);
  if (image_.isNull() || image_.deviceIndependentSize().toSize() != top.size())
    image_ = paintThumbnail(picture_, top.size(), devicePixelRatioF(), *theme_);
  painter.save();
  painter.setClipPath(shape);
  painter.fillRect(top, theme_->color(Tone::canvas));
  if (!image_.isNull()) painter.drawImage(top.topLeft(), image_);
  painter.fillRect(QRectF(1, picture, width() - 2, 1), theme_->color(Tone::line));
  painter.restore();

  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme_->color(active ? Tone::accent : Tone::line), focused ? 2 : 1));
  painter.drawRoundedRect(focused ? frame : frame.adjusted(-0.5, -0.5, 0.5, 0.5), 6, 6);

  const QRectF words(13, picture + 9, width() - 26, wordsHeight() - 9);
  painter.setFont(uiFont(12, true));
  painter.setPen(theme_->color(Tone::t1));
  const QRectF title(words.left(), words.top(), words.width(), 16);
  const bool wrapped =
      lines() > 2 && painter.fontMetrics().horizontalAdvance(text()) > words.width();
  if (wrapped)
    drawLines(painter, title.translated(0, 1), text(), 2);
  else
    painter.drawText(
        title, Qt::AlignVCenter,
        painter.fontMetrics().elidedText(text(), Qt::ElideRight, static_cast<int>(words.width())));
  painter.setFont(uiFont(11));
  painter.setPen(theme_->color(Tone::t2));
  const QRectF why(words.left(), words.top() + 19, words.width(), lines() * kLine);
  const int titles = wrapped ? 1 : 0;  // lines that the title takes of these
  drawLines(painter, why.adjusted(0, titles * kLine, 0, 0), accessibleDescription(),
            lines() - titles);
  painter.setPen(theme_->color(Tone::t3));
  const QRectF foot(words.left(), why.bottom() + 4, words.width(), 16);
  painter.drawText(foot, Qt::AlignVCenter, sizeText());
  if (active) {
    painter.setFont(uiFont(11, true));
    painter.setPen(theme_->color(Tone::accentText));
    painter.drawText(foot, Qt::AlignVCenter | Qt::AlignRight, tr("Open"));
  }
}

void ExampleCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    click();
    return;
  }
  QAbstractButton::keyPressEvent(event);
}

}  // namespace hopscope
