// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/difference_dialog.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/studies/compare_table.h"
#include "ui/studies/comparison.h"
#include "ui/studies/curve_badge.h"
#include "ui/widgets/labels.h"

namespace hopscope {

DifferenceDialog::DifferenceDialog(const QString& nameA, const Design& a, const QString& nameB,
                                   const Design& b, const Theme& theme, QWidget* parent)
    : QDialog(parent) {
  setObjectName(QStringLiteral("differenceDialog"));
  setWindowTitle(tr("What differs"));
  resize(640, 480);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(8);
  int number = 0;
  for (const QString& name : {nameA, nameB}) {
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    auto* badge = new QLabel(this);
    badge->setPixmap(curveBadge(++number, theme, 20, devicePixelRatioF()));
    row->addWidget(badge);
    auto* words = makeLabel(TextRole::body, name, this);
    words->setWordWrap(true);
    row->addWidget(words, 1);
    column->addLayout(row);
  }
  auto* table = new CompareTable(this);
  table->setTheme(theme);
  table->show(compareSettings({{&a, nullptr}, {&b, nullptr}}), {});
  column->addWidget(table, 1);
  auto* foot = new QHBoxLayout;
  foot->addStretch();
  auto* close = new QPushButton(tr("Close"), this);
  close->setDefault(true);
  connect(close, &QPushButton::clicked, this, &QDialog::accept);
  foot->addWidget(close);
  column->addLayout(foot);
}

}  // namespace hopscope
