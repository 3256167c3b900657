// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/array_dialog.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/canvas/network_canvas.h"
#include "ui/document/design_document.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_boxes.h"
#include "ui/words/numbers.h"

namespace hopscope {

ArrayDialog::ArrayDialog(QPointF step, QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("arrayDialog"));
  setWindowTitle(tr("Duplicate as array"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(12);
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(12);
  form->setVerticalSpacing(8);
  column->addLayout(form);
  const auto row = [&](const QString& name, const char* objectName, int low, int high, int value) {
    auto* box = new WholeBox(this);
    box->setObjectName(QLatin1String(objectName));
    box->setRange(low, high);
    box->setValue(value);
    box->setFixedWidth(96);
    form->addRow(name, box);
    connect(box, &QSpinBox::valueChanged, this, &ArrayDialog::count);
    return box;
  };
  columns_ = row(tr("Columns"), "arrayColumns", 1, 64, 4);
  rows_ = row(tr("Rows"), "arrayRows", 1, 64, 1);
  across_ = row(tr("Distance across"), "arrayAcross", 0, 10'000, static_cast<int>(step.x()));
  down_ = row(tr("Distance down"), "arrayDown", 0, 10'000, static_cast<int>(step.y()));
  for (QSpinBox* box : {across_, down_}) box->setSingleStep(static_cast<int>(NetworkCanvas::kGrid));
  count_ = makeLabel(TextRole::hint, {}, this);
  column->addWidget(count_);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  buttons->addStretch();
  auto* cancel = new QPushButton(tr("Cancel"), this);
  auto* accept = new QPushButton(tr("Duplicate"), this);
  accept->setProperty("primary", true);
  accept->setFont(fontOf(TextRole::bold));
  accept->setDefault(true);
  buttons->addWidget(cancel);
  buttons->addWidget(accept);
  column->addLayout(buttons);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(accept, &QPushButton::clicked, this, &QDialog::accept);
  count();
}

QPointF ArrayDialog::stepFor(const DesignDocument& document) {
  const Parts& selection = document.selection();
  const Placement& placement = *document.placement();
  double left = 1e300, right = -1e300, top = 1e300, bottom = -1e300;
  const auto include = [&](const Point& place) {
    left = std::min(left, place.x);
    right = std::max(right, place.x);
    top = std::min(top, place.y);
    bottom = std::max(bottom, place.y);
  };
  for (const RouterId router : selection.routers) include(placement.routers[router]);
  for (const TerminalId terminal : selection.terminals) include(placement.terminals[terminal]);
  if (left > right) return {};
  const auto step = [](double extent) {
    constexpr double kGrid = NetworkCanvas::kGrid;
    return std::ceil(extent / kGrid) * kGrid + 4 * kGrid;
  };
  return {step(right - left), step(bottom - top)};
}

int ArrayDialog::columns() const {
  return columns_->value();
}

int ArrayDialog::rows() const {
  return rows_->value();
}

QPointF ArrayDialog::step() const {
  return {static_cast<double>(across_->value()), static_cast<double>(down_->value())};
}

void ArrayDialog::count() {
  const int copies = columns_->value() * rows_->value() - 1;
  count_->setText(copies == 0 ? tr("No copy yet: raise columns or rows.")
                              : tr("%1 beside the original").arg(plural(copies, "copy", "copies")));
}

}  // namespace hopscope
