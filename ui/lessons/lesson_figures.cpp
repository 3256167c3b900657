// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_figures.h"

#include <QGridLayout>
#include <QLabel>

#include "ui/widgets/labels.h"

namespace hopscope {

LessonFigures::LessonFigures(QWidget* parent) : QFrame(parent), grid_(new QGridLayout(this)) {
  setObjectName(QStringLiteral("lessonFigures"));
  setProperty("card", true);
  grid_->setContentsMargins(10, 8, 10, 8);
  grid_->setHorizontalSpacing(12);
  grid_->setVerticalSpacing(6);
  grid_->setColumnStretch(0, 1);
}

void LessonFigures::clear() {
  while (QLayoutItem* item = grid_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
}

void LessonFigures::show(const LessonTable& table, const LessonView& view) {
  clear();
  setVisible(!table.rows.empty());
  int row = 0;
  if (table.columns.size() > 1) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      auto* head = makeLabel(TextRole::hint, lessonText(table.columns[c].title), this);
      head->setTextFormat(Qt::PlainText);
      head->setAlignment(Qt::AlignRight | Qt::AlignBottom);
      grid_->addWidget(head, row, static_cast<int>(c) + 1);
    }
    ++row;
  }
  for (const LessonTable::Row& figure : table.rows) {
    QString label = lessonText(figure.label);
    const bool one = table.columns.size() == 1;
    const QString unit = lessonText(figure.unit);
    if (!one && !unit.isEmpty()) label += QStringLiteral(" (%1)").arg(unit);
    auto* name = makeLabel(TextRole::secondary, label, this);
    name->setTextFormat(Qt::PlainText);
    name->setWordWrap(true);
    grid_->addWidget(name, row, 0);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const std::string& run = table.columns[c].run;
      const ExpressionValue value = figure.value->value([&](std::string_view quantity) {
        return view.value(run.empty() ? std::string(quantity) : run + "." + std::string(quantity));
      });
      QString text = lessonNumber(value, figure.format);
      if (one && !unit.isEmpty()) text += QChar(0x00A0) + unit;
      auto* number = makeLabel(TextRole::bold, text, this);
      number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
      grid_->addWidget(number, row, static_cast<int>(c) + 1);
    }
    ++row;
  }
}

}  // namespace hopscope
