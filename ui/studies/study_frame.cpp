// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/study_frame.h"

#include <QDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QVBoxLayout>

#include "ui/widgets/labels.h"

namespace hopscope {

StudyFrame layOutStudy(QDialog* dialog, const QString& words) {
  StudyFrame frame{};
  auto* outer = new QVBoxLayout(dialog);
  outer->setContentsMargins(16, 16, 16, 16);
  outer->setSpacing(12);
  frame.title = makeLabel(TextRole::title, {}, dialog);
  auto* what = makeLabel(TextRole::label, words, dialog);
  what->setWordWrap(true);
  outer->addWidget(frame.title);
  outer->addWidget(what);
  outer->addWidget(makeRule(dialog));
  frame.middle = new QHBoxLayout;
  frame.middle->setSpacing(24);
  outer->addLayout(frame.middle, 1);
  outer->addWidget(makeRule(dialog));

  auto* foot = new QHBoxLayout;
  foot->setSpacing(8);
  auto* state = new QVBoxLayout;
  frame.status = makeLabel(TextRole::label, {}, dialog);
  frame.progress = new QProgressBar(dialog);
  frame.progress->setRange(0, 1000);
  frame.progress->setTextVisible(false);
  frame.progress->setFixedWidth(280);
  frame.progress->setAccessibleName(QObject::tr("Progress"));
  state->addWidget(frame.status);
  // Or its width would be that of the whole column, and the buttons took the rest.
  state->addWidget(frame.progress, 0, Qt::AlignLeft);
  foot->addLayout(state, 1);
  frame.buttons = new QHBoxLayout;
  frame.buttons->setSpacing(8);
  foot->addLayout(frame.buttons);
  outer->addLayout(foot);
  return frame;
}

}  // namespace hopscope
