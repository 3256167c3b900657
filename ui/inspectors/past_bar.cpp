// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspectors/past_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

PastBar::PastBar(QWidget* parent) : QFrame(parent) {
  setObjectName(QStringLiteral("pastBar"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 8, 12, 8);
  row->setSpacing(8);
  words_ = makeLabel(TextRole::secondary, {}, this);
  words_->setObjectName(QStringLiteral("pastWords"));
  words_->setWordWrap(true);
  inside_ = new QPushButton(tr("Look inside"), this);
  inside_->setObjectName(QStringLiteral("lookInside"));
  inside_->setToolTip(
      tr("Repeats the run up to this moment, bit for bit, beside the one that is shown: queues, "
         "caches, requests and packets as they were"));
  row->addWidget(words_, 1);
  row->addWidget(inside_);
  connect(inside_, &QPushButton::clicked, this, &PastBar::insideRequested);
  hide();
}

void PastBar::show(const RunView& view) {
  setVisible(view.past.has_value());
  if (!view.past) return;
  const QString end = wholeText(view.past->end);
  inside_->setVisible(!view.repeated);
  if (!view.repeated)
    words_->setText(tr("Queues and caches are not recorded, but can be had again."));
  else if (!view.repeated->failure.isEmpty())
    words_->setText(tr("The run cannot be repeated: %1").arg(view.repeated->failure));
  else if (view.inside != nullptr)
    words_->setText(tr("Queues and caches at the end of cycle %1, from a repetition of the run.")
                        .arg(wholeText(view.past->end - 1)));
  else
    words_->setText(
        tr("Repeating the run: cycle %1 of %2").arg(wholeText(view.repeated->reached), end));
}

}  // namespace hopscope
