// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/presentation.h"

#include <QAction>
#include <QDockWidget>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/canvas/canvas_pane.h"
#include "ui/canvas/matrix_canvas.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/label_font.h"
#include "ui/drawing/network_painter.h"
#include "ui/shell/actions.h"
#include "ui/shell/spotlight.h"

namespace hopscope {

namespace {

constexpr double kLarger = 1.6;   ///< words on the canvas and in the legend
constexpr int kStripHeight = 76;  // pixels, as all below
/// Fonts of figures.
constexpr int kValue = 28, kWords = 15, kSmallestWords = 12;
constexpr double kFigureWidth = 210, kLeastFigure = 150, kApart = 12, kMargin = 20;
constexpr double kLegend = 330;  ///< all of it, on a small screen

double advance(const QFont& font, const QString& text) {
  return QFontMetricsF(font).horizontalAdvance(text);
}

}  // namespace

PresentationStrip::PresentationStrip(CanvasPane& pane, QWidget* parent)
    : QWidget(parent), pane_(pane), theme_(&Theme::light()) {
  setObjectName(QStringLiteral("presentationStrip"));
  setAccessibleName(tr("Legend and key figures"));
  setFixedHeight(kStripHeight);
  connect(&pane.canvas(), &NetworkCanvas::heatChanged, this, qOverload<>(&QWidget::update));
  connect(&pane.canvas(), &NetworkCanvas::pictureChanged, this, qOverload<>(&QWidget::update));
  connect(&pane.canvas(), &NetworkCanvas::presenceChanged, this, qOverload<>(&QWidget::update));
  hide();
}

void PresentationStrip::setTheme(const Theme& theme) {
  theme_ = &theme;
  update();
}

void PresentationStrip::showFigures(const std::vector<KeyFigure>& figures) {
  figures_ = figures;
  QStringList words;
  for (const KeyFigure& each : figures_) words << each.value + QLatin1Char(' ') + each.words;
  setAccessibleDescription(words.join(QStringLiteral(", ")));
  update();
}

/// The legend keeps the rest.
double PresentationStrip::figuresRoom() const {
  return std::max(0.6 * width(), width() - kLegend);
}

std::vector<KeyFigure> PresentationStrip::figuresShown() const {
  const auto most = static_cast<std::size_t>(figuresRoom() / kLeastFigure);
  std::vector<KeyFigure> shown = figures_;
  while (shown.size() > std::max<std::size_t>(1, most)) shown.erase(shown.end() - 2);
  return shown;
}

void PresentationStrip::paintFigure(QPainter& painter, const KeyFigure& figure, double x,
                                    double room) const {
  // In letters as large as its room lets them be.
  int size = kValue, small = kWords;
  while (size > kWords && advance(uiFont(size, true), figure.value) > room) --size;
  while (small > kSmallestWords && advance(uiFont(small), figure.words) > room) --small;
  painter.setPen(theme_->color(Tone::t1));
  painter.setFont(uiFont(size, true));
  painter.drawText(QRectF(x, 8, room, 38), Qt::AlignLeft | Qt::AlignVCenter, figure.value);
  const double wide = advance(painter.font(), figure.value) + 8;
  painter.setFont(uiFont(kWords));
  painter.setPen(theme_->color(Tone::t2));
  if (advance(painter.font(), figure.spread) <= room - wide)
    painter.drawText(QRectF(x + wide, 12, room - wide, 34), Qt::AlignLeft | Qt::AlignVCenter,
                     figure.spread);
  painter.setFont(uiFont(small));
  painter.drawText(
      QRectF(x, 46, room, 22), Qt::AlignLeft | Qt::AlignVCenter,
      painter.fontMetrics().elidedText(figure.words, Qt::ElideRight, static_cast<int>(room)));
}

void PresentationStrip::paintEvent(QPaintEvent* event) {
  static_cast<void>(event);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme_->color(Tone::panel));
  painter.fillRect(QRect(0, 0, width(), 1), theme_->color(Tone::line));
  const std::vector<KeyFigure> shown = figuresShown();
  const auto count = static_cast<double>(shown.size());
  const double each = std::min(kFigureWidth, figuresRoom() / std::max(1.0, count));
  double x = width() - kMargin - count * each;
  const double legend = x - kMargin;
  for (const KeyFigure& figure : shown) {
    paintFigure(painter, figure, x, each - kApart);
    x += each;
  }
  const NetworkPicture& picture = pane_.canvas().picture();
  if (!picture.topology || picture.topology->routerCount() == 0) return;
  painter.setClipRect(QRectF(0, 1, legend, height() - 1));
  painter.scale(kLarger, kLarger);
  paintLegend(painter, QRectF(0, 3, legend / kLarger, height() / kLarger - 6), picture, *theme_,
              pane_.showsMatrix() ? LegendMarks::cells : LegendMarks::lines, 0,
              &pane_.canvas().painter());
}

Presentation::Presentation(QMainWindow& window, CanvasPane& pane, Actions& actions,
                           std::vector<QWidget*> away)
    : QObject(&window),
      window_(window),
      pane_(pane),
      actions_(actions),
      away_(std::move(away)),
      strip_(new PresentationStrip(pane, &window)),
      spotlight_(
          new Spotlight(pane.canvas(), [&pane] { return pane.canvas().areaOfSelection(); })) {
  QAction* present = actions.at("view.present");
  present->setCheckable(true);
  connect(present, &QAction::triggered, this, [this](bool on) {
    if (on)
      begin();
    else
      end();
  });
  QAction* light = actions.at("view.spotlight");
  light->setCheckable(true);
  light->setEnabled(false);
  connect(light, &QAction::triggered, spotlight_, &Spotlight::setOn);
  connect(&pane.canvas(), &NetworkCanvas::selectionShown, spotlight_,
          qOverload<>(&QWidget::update));
  connect(&pane.canvas(), &NetworkCanvas::viewChanged, spotlight_, qOverload<>(&QWidget::update));
}

void Presentation::setTheme(const Theme& theme) {
  strip_->setTheme(theme);
}

void Presentation::begin() {
  if (active_) return;
  before_ = window_.windowState();
  docks_ = window_.saveState();
  size_ = window_.size();
  hidden_.clear();
  std::vector<QWidget*> away = away_;
  for (QDockWidget* dock : window_.findChildren<QDockWidget*>()) away.push_back(dock);
  for (QWidget* each : away)
    if (each->isVisible()) {
      hidden_.emplace_back(each);
      each->hide();
    }
  show(true);
  window_.setWindowState(before_ | Qt::WindowFullScreen);
  pane_.canvas().setFocus();
}

void Presentation::end() {
  if (!active_) return;
  show(false);
  window_.setWindowState(before_ & ~Qt::WindowStates(Qt::WindowFullScreen));
  for (const QPointer<QWidget>& each : hidden_)
    if (each != nullptr) each->show();
  hidden_.clear();
  // With the sizes that they had, in a window as large as then.
  if ((before_ & Qt::WindowMaximized) == 0) window_.resize(size_);
  window_.restoreState(docks_);
}

void Presentation::show(bool on) {
  active_ = on;
  labelScale() = on ? kLarger : 1;
  pane_.setPresented(on);
  strip_->setVisible(on);
  actions_.at("view.present")->setChecked(on);
  actions_.at("view.spotlight")->setEnabled(on);
  if (!on) {
    actions_.at("view.spotlight")->setChecked(false);
    spotlight_->setOn(false);
  }
  for (QObject* each : {static_cast<QObject*>(&window_), static_cast<QObject*>(&pane_.canvas()),
                        static_cast<QObject*>(&pane_.matrix())}) {
    if (on)
      each->installEventFilter(this);
    else
      each->removeEventFilter(this);
  }
  emit changed(on);
}

bool Presentation::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    end();
    return true;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace hopscope
