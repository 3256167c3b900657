// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/canvas_pane.h"

#include <QButtonGroup>
#include <QEvent>
#include <QFrame>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/canvas/canvas_header.h"
#include "ui/canvas/filter_bar.h"
#include "ui/canvas/find_box.h"
#include "ui/canvas/legend_bar.h"
#include "ui/canvas/matrix_canvas.h"
#include "ui/canvas/minimap.h"
#include "ui/drawing/icons.h"

namespace hopscope {

namespace {

constexpr int kInset = 12;      // of the floating tools
constexpr int kFitMargin = 20;  // around a fitted network
// Notices over the view: how far from its edges, how wide at most, two lines of their words,
// and what was found of a run with what can be tried below it.
constexpr int kNoticeInset = 6, kNoticeWidth = 760, kNoticeLines = 44, kNoticeOfRun = 64;

}  // namespace

CanvasPane::CanvasPane(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      views_(new QStackedWidget(this)),
      canvas_(new NetworkCanvas(theme, views_)),
      matrix_(new MatrixCanvas(*canvas_, theme, views_)),
      minimap_(new Minimap(*canvas_, theme)),
      filter_(new FilterBar(*this)),
      legend_(new LegendBar(*canvas_, theme, this)),
      find_(new FindBox(*this)),
      toolStrip_(new QFrame(canvas_)),
      group_(new QButtonGroup(this)) {
  // Before the stack shows the canvas: what it is called decides how it is styled.
  buildTools();
  header_ = new CanvasHeader(*canvas_, legend_->quantities(), this);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  views_->addWidget(canvas_);
  views_->addWidget(matrix_);
  column->addWidget(header_);
  column->addWidget(views_, 1);
  column->addWidget(filter_);
  column->addWidget(legend_);
  views_->installEventFilter(this);
  connect(legend_, &LegendBar::fitRequested, this, &CanvasPane::fit);
  connect(legend_, &LegendBar::zoomInRequested, this, &CanvasPane::zoomIn);
  connect(legend_, &LegendBar::zoomOutRequested, this, &CanvasPane::zoomOut);
  connect(legend_, &LegendBar::minimapToggled, minimap_, &Minimap::setWanted);
  connect(legend_, &LegendBar::filterToggled, this, &CanvasPane::setFilter);
  connect(legend_, &LegendBar::quantityChosen, this, [this](HeatQuantity quantity) {
    setQuantity(quantity);
    emit quantityChosen(quantity);
  });
  connect(filter_, &FilterBar::closed, this, [this] { setFilter(false); });
  connect(header_, &CanvasHeader::filterChosen, this, &CanvasPane::chooseFilter);
  connect(&filter_->least(), &QSpinBox::valueChanged, this, &CanvasPane::refreshHeader);
  connect(canvas_, &NetworkCanvas::heatChanged, this, &CanvasPane::refreshHeader);
  connect(canvas_, &NetworkCanvas::pictureChanged, this, &CanvasPane::refreshHeader);
  connect(canvas_, &NetworkCanvas::heatChanged, filter_, &FilterBar::refresh);
  connect(canvas_, &NetworkCanvas::pictureChanged, filter_, &FilterBar::refresh);
  connect(legend_, &LegendBar::matrixToggled, this, &CanvasPane::showMatrix);
  connect(canvas_, &NetworkCanvas::zoomChanged, this, [this](double percent) {
    if (!showsMatrix()) legend_->showZoom(percent);
  });
  connect(matrix_, &MatrixCanvas::zoomChanged, this, [this](double percent) {
    if (showsMatrix()) legend_->showZoom(percent);
  });
  connect(canvas_, &NetworkCanvas::matrixRequested, this, [this] { showMatrix(!showsMatrix()); });
  // Whoever takes a drawing tool wants to draw.
  connect(canvas_, &NetworkCanvas::toolChanged, this, [this](Tool tool) {
    if (tool != Tool::select && tool != Tool::pan) showMatrix(false);
  });
  setTheme(theme);
}

bool CanvasPane::showsMatrix() const {
  return views_->currentWidget() == matrix_;
}

void CanvasPane::showMatrix(bool on) {
  if (on == showsMatrix()) return;
  QWidget* const before = views_->currentWidget();
  const bool focused = before->hasFocus();
  views_->setCurrentWidget(on ? static_cast<QWidget*>(matrix_) : canvas_);
  // Whoever gives the canvas the focus means the view that is shown.
  canvas_->setFocusProxy(on ? matrix_ : nullptr);
  if (focused) views_->currentWidget()->setFocus();
  legend_->setMatrix(on);
  placeNotices();
  legend_->showZoom(on ? matrix_->zoom() : canvas_->zoom());
  emit matrixShown(on);
}

void CanvasPane::openFind() {
  find_->open();
}

void CanvasPane::openQuantities() {
  legend_->openQuantities();
}

void CanvasPane::setFilter(bool on) {
  if (on == filter_->isOn()) return;
  filter_->setOn(on);
  legend_->setFilter(on);
  refreshHeader();
  if (!on) canvas_->setFocus();
}

void CanvasPane::chooseFilter(int least) {
  if (least > 0) filter_->least().setValue(least);
  setFilter(least > 0);
}

void CanvasPane::refreshHeader() {
  if (headed_) header_->refresh(filter_->isOn() ? filter_->least().value() : 0);
}

void CanvasPane::setHeaderShown(bool shown) {
  headed_ = shown;
  header_->setVisible(shown && !presented_);
  keepRoom();
  refreshHeader();
}

void CanvasPane::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  find_->place();
}

void CanvasPane::fit() {
  if (showsMatrix())
    matrix_->fit();
  else
    canvas_->fit();
}

void CanvasPane::fitSelection() {
  if (showsMatrix())
    matrix_->fitSelection();
  else
    canvas_->fitSelection();
}

void CanvasPane::zoomIn() {
  if (showsMatrix())
    matrix_->zoomIn();
  else
    canvas_->zoomIn();
}

void CanvasPane::zoomOut() {
  if (showsMatrix())
    matrix_->zoomOut();
  else
    canvas_->zoomOut();
}

void CanvasPane::zoomTo(double percent) {
  if (showsMatrix())
    matrix_->zoomTo(percent);
  else
    canvas_->zoomTo(percent);
}

void CanvasPane::buildTools() {
  toolStrip_->setObjectName(QStringLiteral("canvasTools"));
  toolStrip_->setAccessibleName(tr("Drawing tools"));
  toolStrip_->setCursor(Qt::ArrowCursor);
  auto* column = new QVBoxLayout(toolStrip_);
  column->setContentsMargins(3, 3, 3, 3);
  column->setSpacing(0);
  const auto add = [&](Tool tool, const char* iconName, const QString& name, const QString& tip) {
    auto* button = new QToolButton(toolStrip_);
    button->setCheckable(true);
    button->setProperty("canvasTool", true);
    button->setIconSize({18, 18});
    button->setAccessibleName(name);
    button->setToolTip(tip);
    group_->addButton(button, static_cast<int>(tool));
    column->addWidget(button);
    tools_.push_back({tool, iconName, button});
  };
  add(Tool::select, "select", tr("Select"), tr("Select and move (V)"));
  add(Tool::pan, "pan", tr("Pan"), tr("Move the view (H, or hold Space)"));
  add(Tool::router, "router", tr("Router"), tr("Place routers (R)"));
  add(Tool::terminal, "terminal", tr("Terminal"), tr("Plug terminals into routers (T)"));
  add(Tool::link, "link", tr("Link"), tr("Connect routers by dragging (L)"));
  add(Tool::note, "note", tr("Note"), tr("Write notes (N)"));
  group_->button(static_cast<int>(canvas_->tool()))->setChecked(true);
  connect(group_, &QButtonGroup::idClicked, this, [this](int id) {
    canvas_->setTool(static_cast<Tool>(id));
    canvas_->setFocus();
  });
  connect(canvas_, &NetworkCanvas::toolChanged, this,
          [this](Tool tool) { group_->button(static_cast<int>(tool))->setChecked(true); });
  toolStrip_->move(kInset, kInset);
}

void CanvasPane::setTheme(const Theme& theme) {
  canvas_->setTheme(theme);
  matrix_->setTheme(theme);
  minimap_->setTheme(theme);
  header_->setTheme(theme);
  filter_->setTheme(theme);
  find_->setTheme(theme);
  legend_->setTheme(theme);
  for (const ToolEntry& entry : tools_)
    entry.button->setIcon(icon(QLatin1String(entry.icon), theme));
  toolStrip_->adjustSize();
  keepRoom();
}

/// A fitted network lies below the notices that are usual, and beside the tools.
void CanvasPane::keepRoom() {
  const int above = kNoticeInset + (headed_ && !presented_ ? kNoticeOfRun : kNoticeLines);
  const QSize reach = toolStrip_->sizeHint() + QSize(2 * kInset, 2 * kInset);
  canvas_->setFitRoom({kFitMargin, above, kFitMargin, kFitMargin},
                      toolStrip_->isHidden() ? QSize() : reach);
  matrix_->setFitRoom(above);
}

void CanvasPane::setHeat(NetworkHeat heat) {
  // The legend names the time.
  if (heat.when != canvas_->picture().heat.when) legend_->update();
  canvas_->setHeat(std::move(heat));
}

void CanvasPane::setEditable(bool editable) {
  editable_ = editable;
  canvas_->setEditable(editable);
  placeTools();
}

void CanvasPane::setPresented(bool presented) {
  presented_ = presented;
  legend_->setVisible(!presented);
  header_->setVisible(headed_ && !presented);
  placeTools();
  canvas_->relabel();
}

void CanvasPane::placeTools() {
  const bool shown = editable_ && !presented_;
  toolStrip_->setVisible(shown);
  keepRoom();
  placeNotices();
}

void CanvasPane::setNotices(QWidget* notices) {
  if (notices_ != nullptr) notices_->removeEventFilter(this);
  notices_ = notices;
  if (notices == nullptr) return;
  const bool shown = !notices->isHidden();
  notices->setParent(this);
  notices->installEventFilter(this);
  placeNotices();
  notices->setVisible(shown);
  notices->raise();
}

/// Beside the tools, which stay in reach, and where no names stand: a matrix has those of its
/// columns along its upper edge.
void CanvasPane::placeNotices() {
  if (notices_ == nullptr) return;
  const QRect view = views_->geometry();
  const int left = toolStrip_->isHidden() || showsMatrix()
                       ? kInset
                       : toolStrip_->sizeHint().width() + 2 * kInset;
  const int room = std::max(0, view.width() - left - kInset);
  const int width = std::min(room, kNoticeWidth);
  // Their words wrap; they need not be on the screen yet to be measured.
  const QLayout* rows = notices_->layout();
  const int height =
      rows->hasHeightForWidth() ? rows->totalHeightForWidth(width) : rows->totalSizeHint().height();
  const int shown = std::min(height, view.height());
  const int y = showsMatrix() ? view.bottom() + 1 - std::min(kNoticeInset + shown, view.height())
                              : view.y() + kNoticeInset;
  notices_->setGeometry(view.x() + left + (room - width) / 2, y, width, shown);
}

bool CanvasPane::eventFilter(QObject* watched, QEvent* event) {
  const bool moved = event->type() == QEvent::Resize || event->type() == QEvent::Move;
  if ((watched == views_ && moved) ||
      (watched == notices_ &&
       (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)))
    placeNotices();
  return QWidget::eventFilter(watched, event);
}

}  // namespace hopscope
