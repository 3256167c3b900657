// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/canvas/empty_canvas.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/widgets/labels.h"

namespace hopscope {

EmptyCanvas::EmptyCanvas(QWidget* canvas) : QWidget(canvas) {
  auto* title = new QLabel(tr("Nothing here yet."), this);
  title->setFont(fontOf(TextRole::title));
  title->setAlignment(Qt::AlignCenter);
  auto* text =
      new QLabel(tr("Press R and click to place a router,\nor generate a whole network."), this);
  text->setProperty("tone", "t2");
  text->setAlignment(Qt::AlignCenter);
  auto* button = new QPushButton(tr("Generate network…"), this);
  button->setAutoDefault(false);
  connect(button, &QPushButton::clicked, this, &EmptyCanvas::generateRequested);

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(title);
  column->addWidget(text);
  column->addSpacing(8);
  column->addWidget(button, 0, Qt::AlignHCenter);
}

}  // namespace hopscope
