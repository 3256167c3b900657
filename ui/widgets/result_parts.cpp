// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/result_parts.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "ui/widgets/labels.h"

namespace hopscope {

namespace {
constexpr int kThin = 4;  // pixels
constexpr int kAxisLetters = 20, kMostChoicesSeen = 24;
}  // namespace

QProgressBar* makeThinProgress(int steps, QWidget* parent) {
  auto* progress = new QProgressBar(parent);
  progress->setRange(0, steps);
  progress->setTextVisible(false);
  progress->setFixedHeight(kThin);
  progress->setAccessibleName(QObject::tr("Progress"));
  // What is below it does not move.
  QSizePolicy kept = progress->sizePolicy();
  kept.setRetainSizeWhenHidden(true);
  progress->setSizePolicy(kept);
  progress->hide();
  return progress;
}

QPushButton* addButton(QBoxLayout& row, const QString& text, const char* objectName,
                       const QString& tip) {
  auto* button = new QPushButton(text, row.parentWidget());
  button->setObjectName(QLatin1String(objectName));
  button->setToolTip(tip);
  row.addWidget(button);
  return button;
}

QComboBox* addAxisBox(QBoxLayout& row, const QString& label, const char* objectName) {
  auto* words = makeLabel(TextRole::label, label, row.parentWidget());
  auto* box = new QComboBox(row.parentWidget());
  box->setObjectName(QLatin1String(objectName));
  box->setAccessibleName(label);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(kAxisLetters);
  box->setMaxVisibleItems(kMostChoicesSeen);
  words->setBuddy(box);
  row.addWidget(words);
  row.addWidget(box);
  return box;
}

}  // namespace hopscope
