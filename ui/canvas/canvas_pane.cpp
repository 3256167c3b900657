// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/canvas_pane.h"

#include <QButtonGroup>
#include <QFrame>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/canvas/legend_bar.h"
#include "ui/drawing/icons.h"

namespace hopscope {

namespace {

constexpr int kInset = 12;      // of the floating tools
constexpr int kFitMargin = 20;  // around a fitted network

}  // namespace

CanvasPane::CanvasPane(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      canvas_(new NetworkCanvas(theme, this)),
      legend_(new LegendBar(*canvas_, theme, this)),
      toolStrip_(new QFrame(canvas_)),
      group_(new QButtonGroup(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(canvas_, 1);
  column->addWidget(legend_);
  buildTools();
  setTheme(theme);
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
  legend_->setTheme(theme);
  for (const ToolEntry& entry : tools_)
    entry.button->setIcon(icon(QLatin1String(entry.icon), theme));
  toolStrip_->adjustSize();
  const QSize reach = toolStrip_->size() + QSize(2 * kInset, 2 * kInset);
  canvas_->setFitRoom({kFitMargin, kFitMargin, kFitMargin, kFitMargin},
                      toolStrip_->isHidden() ? QSize() : reach);
}

void CanvasPane::setHeat(NetworkHeat heat) {
  // The legend names the time.
  if (heat.when != canvas_->picture().heat.when) legend_->update();
  canvas_->setHeat(std::move(heat));
}

void CanvasPane::setEditable(bool editable) {
  canvas_->setEditable(editable);
  toolStrip_->setVisible(editable);
  const QSize reach = toolStrip_->sizeHint() + QSize(2 * kInset, 2 * kInset);
  canvas_->setFitRoom({kFitMargin, kFitMargin, kFitMargin, kFitMargin}, editable ? reach : QSize());
}

}  // namespace hopscope
