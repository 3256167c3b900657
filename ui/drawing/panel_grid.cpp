// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/drawing/panel_grid.h"

#include <qcustomplot.h>

#include <QAbstractButton>
#include <QFileInfo>
#include <QFontMetricsF>
#include <QGridLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "ui/drawing/focus_ring.h"
#include "ui/drawing/fonts.h"
#include "ui/drawing/picture_bytes.h"
#include "ui/drawing/plot_head.h"
#include "ui/drawing/plot_painting.h"
#include "ui/drawing/save_bytes.h"
#include "ui/words/file_numbers.h"

namespace hopscope {

namespace {

constexpr double kPanelShape = 1.5;  // width to height
constexpr int kPanelTitleHigh = 18;
constexpr double kPanelsPaperWidth = 178;                                            // mm
constexpr int kPaperPanelTitle = 12, kPaperLegendRow = 11, kPaperLegendSample = 20;  // points

/// What axes take beside the data of a panel.
constexpr QSizeF kBesidePanel{62, 44};

/// The names of curves in rows, as far as they need.
double paintPaperLegend(QPainter& painter, const PlotPicture& legend, const PlotStyle& style,
                        double width) {
  const QFontMetricsF metrics(uiFont(style.text));
  double x = 8, y = 4;
  painter.setFont(uiFont(style.text));
  for (const PlotCurve& curve : legend.curves) {
    const double wide = kPaperLegendSample + metrics.horizontalAdvance(curve.name) + 12;
    if (x > 8 && x + wide > width) {
      x = 8;
      y += kPaperLegendRow;
    }
    QPen pen(style.theme->curve(curve.number), style.curve);
    if (const auto dash = Theme::curveDash(curve.number, style.curve); !dash.isEmpty())
      pen.setDashPattern(dash);
    painter.setPen(pen);
    const double middle = y + kPaperLegendRow / 2.0;
    painter.drawLine(QPointF(x, middle), QPointF(x + kPaperLegendSample - 5, middle));
    painter.setPen(style.theme->color(Tone::t1));
    painter.drawText(QRectF(x + kPaperLegendSample, y, wide, kPaperLegendRow),
                     Qt::AlignLeft | Qt::AlignVCenter, curve.name);
    x += wide;
  }
  return legend.curves.empty() ? 0 : y + kPaperLegendRow + 2;
}

}  // namespace

/// Its title over its plot, which is drawn once, by whom it asks for that, and then shown.
class PanelButton : public QAbstractButton {
 public:
  PanelButton(QWidget* parent, std::function<void()> ask)
      : QAbstractButton(parent), ask_(std::move(ask)) {
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    setMinimumSize(80, 60);
  }

  void show(const PanelsPicture::Panel& panel, const Theme& theme) {
    panel_ = panel;
    theme_ = &theme;
    setText(panel.title);
    setAccessibleName(panel.title);
    setToolTip(PanelGrid::tr("%1: a click shows it alone").arg(panel.title));
    outdated_ = true;
    ask_();
    update();
  }

  bool isOutdated() const { return outdated_ && isVisible(); }
  void drawNow() {
    outdated_ = false;
    drawn_ = hasPoints(panel_.plot) ? draw(roomOfPlot()) : QPixmap();
    update();
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QAbstractButton::resizeEvent(event);
    outdated_ = true;
    ask_();
  }

  void showEvent(QShowEvent* event) override {
    QAbstractButton::showEvent(event);
    if (outdated_) ask_();
  }

  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), theme_->color(Tone::base));
    painter.setFont(uiFont(11, true));
    painter.setPen(theme_->color(Tone::t1));
    painter.drawText(QRectF(6, 0, width() - 12, kPanelTitleHigh), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text(), Qt::ElideRight, width() - 12));
    if (hasPoints(panel_.plot)) {
      painter.drawPixmap(0, kPanelTitleHigh, drawn_);
    } else {
      painter.setFont(uiFont(11));
      painter.setPen(theme_->color(Tone::t3));
      painter.drawText(QRectF(QPointF(0, kPanelTitleHigh), roomOfPlot()), Qt::AlignCenter,
                       PanelGrid::tr("nothing to draw yet"));
    }
    if (hasFocus()) return paintFocusRing(painter, rect(), *theme_);
    if (!underMouse()) return;
    painter.setPen(QPen(theme_->color(Tone::edge), 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
  }

  void focusInEvent(QFocusEvent* event) override {
    QAbstractButton::focusInEvent(event);
    update();
  }

  void keyPressEvent(QKeyEvent* event) override {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
      click();
    else
      QAbstractButton::keyPressEvent(event);
  }

 private:
  QSize roomOfPlot() const { return {width(), std::max(1, height() - kPanelTitleHigh)}; }

  QPixmap draw(const QSize& room) const {
    QCustomPlot plot;
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    plot.setLocale(locale);
    PlotStyle style;
    style.theme = theme_;
    style.curve = style.dashedCurve = 1.6;
    style.marker = 5;
    plot.axisRect()->setMinimumMargins(QMargins(44, 4, 12, 0));
    fillPlot(plot, panel_.plot, style, QSizeF(room) - kBesidePanel, false);
    plot.setBackground(theme_->color(Tone::base));
    return plot.toPixmap(room.width(), room.height(), devicePixelRatioF());
  }

  PanelsPicture::Panel panel_;
  const Theme* theme_ = &Theme::light();
  QPixmap drawn_;
  bool outdated_ = true;
  std::function<void()> ask_;
};

struct PanelGrid::Implementation {
  PanelsPicture picture;
  const Theme* theme = &Theme::light();
  PlotHead* head = nullptr;
  QWidget* holder = nullptr;
  QGridLayout* grid = nullptr;
  QLabel* empty = nullptr;
  QStackedLayout* stack = nullptr;
  std::vector<PanelButton*> buttons;
  int columns = 0;
  QTimer more;  ///< one panel after the other: the window goes on between two

  void drawOne() {
    const auto next = std::find_if(buttons.begin(), buttons.end(),
                                   [](const PanelButton* each) { return each->isOutdated(); });
    if (next == buttons.end())
      more.stop();
    else
      (*next)->drawNow();
  }

  void lay() {
    const int wanted = panelColumns(picture.panels.size(), QSizeF(holder->size()));
    if (wanted == columns) return;
    columns = wanted;
    for (PanelButton* button : buttons) grid->removeWidget(button);
    for (std::size_t i = 0; i < picture.panels.size(); ++i)
      grid->addWidget(buttons[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
    for (int i = 0; i < static_cast<int>(kMostPanels); ++i) {
      const int rows = (static_cast<int>(picture.panels.size()) + columns - 1) / columns;
      grid->setColumnStretch(i, i < columns ? 1 : 0);
      grid->setRowStretch(i, i < rows ? 1 : 0);
    }
  }
};

int panelColumns(std::size_t panels, const QSizeF& room) {
  const auto count = static_cast<int>(std::max<std::size_t>(1, panels));
  int best = 1;
  double most = 0;
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    const double wide = room.width() / columns, high = room.height() / rows;
    // The largest panel of the wanted shape within.
    const double fits = std::min(wide, high * kPanelShape);
    if (fits <= most) continue;
    most = fits;
    best = columns;
  }
  return best;
}

PanelGrid::PanelGrid(QWidget* parent)
    : QWidget(parent), implementation_(std::make_unique<Implementation>()) {
  Implementation& d = *implementation_;
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  d.head = new PlotHead(this);
  column->addWidget(d.head);
  auto* below = new QWidget(this);
  d.stack = new QStackedLayout(below);
  d.empty = new QLabel(below);
  d.empty->setAlignment(Qt::AlignCenter);
  d.empty->setWordWrap(true);
  d.empty->setProperty("tone", "t3");
  d.holder = new QWidget(below);
  d.grid = new QGridLayout(d.holder);
  d.grid->setContentsMargins(0, 0, 0, 0);
  d.grid->setSpacing(6);
  d.stack->addWidget(d.empty);
  d.stack->addWidget(d.holder);
  column->addWidget(below, 1);
  d.more.setInterval(0);
  connect(&d.more, &QTimer::timeout, this, [this] { implementation_->drawOne(); });
}

PanelGrid::~PanelGrid() = default;

void PanelGrid::setTheme(const Theme& theme) {
  implementation_->theme = &theme;
  implementation_->head->setTheme(theme);
  setPicture(std::move(implementation_->picture));
}

void PanelGrid::setPicture(PanelsPicture picture) {
  Implementation& d = *implementation_;
  d.picture = std::move(picture);
  const std::size_t count = d.picture.panels.size();
  setAccessibleName(d.picture.title);
  d.head->setPicture(d.picture.legend);
  d.stack->setCurrentWidget(count == 0 ? static_cast<QWidget*>(d.empty) : d.holder);
  while (d.buttons.size() < count) {
    auto* button = new PanelButton(d.holder, [this] { implementation_->more.start(); });
    button->setObjectName(QStringLiteral("studyPanel"));
    const std::size_t place = d.buttons.size();
    connect(button, &QAbstractButton::clicked, this, [this, place] { emit activated(place); });
    d.buttons.push_back(button);
  }
  for (std::size_t i = 0; i < d.buttons.size(); ++i) {
    d.buttons[i]->setVisible(i < count);
    if (i < count) d.buttons[i]->show(d.picture.panels[i], *d.theme);
  }
  d.columns = 0;
  if (count > 0) d.lay();
}

const PanelsPicture& PanelGrid::picture() const {
  return implementation_->picture;
}

void PanelGrid::setEmptyText(const QString& text) {
  implementation_->empty->setText(text);
}

void PanelGrid::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (!implementation_->picture.panels.empty()) implementation_->lay();
}

bool exportPanels(const PanelsPicture& picture, const QString& file, QString* error) {
  const FileNumbers numbers;
  const PlotStyle style = paperStyle();
  const int width = paperSize(kPanelsPaperWidth).width();
  const int columns = std::min(4, panelColumns(picture.panels.size(), QSizeF(width, width)));
  const int rows = (static_cast<int>(picture.panels.size()) + columns - 1) / columns;
  const QSize each(width / columns, static_cast<int>(width / columns / kPanelShape));
  const auto paint = [&](QCPPainter& painter) {
    const double top = paintPaperLegend(painter, picture.legend, style, width);
    for (int i = 0; i < static_cast<int>(picture.panels.size()); ++i) {
      const PanelsPicture::Panel& panel = picture.panels[static_cast<std::size_t>(i)];
      const QPointF corner(i % columns * each.width(),
                           top + i / columns * (each.height() + kPaperPanelTitle));
      painter.setFont(uiFont(style.text, true));
      painter.setPen(style.theme->color(Tone::t1));
      painter.drawText(QRectF(corner + QPointF(8, 0), QSizeF(each.width() - 12, kPaperPanelTitle)),
                       Qt::AlignLeft | Qt::AlignVCenter, panel.title);
      QCustomPlot plot;
      plot.axisRect()->setMinimumMargins(QMargins(20, 4, 10, 0));
      fillPlot(plot, panel.plot, style, QSizeF(each) - QSizeF(50, 34), false);
      painter.save();
      painter.translate(corner + QPointF(0, kPaperPanelTitle));
      plot.toPainter(&painter, each.width(), each.height());
      painter.restore();
    }
  };
  QImage scratch(8, 8, QImage::Format_RGB32);
  QPainter measuring(&scratch);
  const double top = paintPaperLegend(measuring, picture.legend, style, width);
  measuring.end();
  const QSize page(width, static_cast<int>(top) + rows * (each.height() + kPaperPanelTitle) + 4);
  const QByteArray content =
      paperBytes(paint, page, QFileInfo(file).suffix().toLower(), picture.title);
  if (content.isEmpty()) return refuseEnding(file, error);
  return saveBytes(file, content, QObject::tr("The plot"), error);
}

}  // namespace hopscope
