// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/finding_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/drawing/icons.h"
#include "ui/widgets/elided_button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/menu_button.h"
#include "ui/words/engine_text.h"

namespace hopscope {

FindingRow::FindingRow(const Finding& finding, const Theme& theme, QString remedyHint,
                       QWidget* parent)
    : QWidget(parent), theme_(&theme), remedyHint_(std::move(remedyHint)) {
  const bool good = finding.severity == Severity::note;
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  symbol_ = new QLabel(this);
  row->addWidget(symbol_, 0, Qt::AlignTop);
  column_ = new QVBoxLayout;
  column_->setSpacing(2);
  text_ = makeLabel(good ? TextRole::secondary : TextRole::body, {}, this);
  text_->setWordWrap(true);
  column_->addWidget(text_);
  reason_ = makeLabel(TextRole::secondary, {}, this);
  reason_->setWordWrap(true);
  column_->addWidget(reason_);
  row->addLayout(column_, 1);
  show(finding);
}

void FindingRow::show(const Finding& finding) {
  finding_ = finding;
  showSeverity();
  text_->setText(finding.text);
  reason_->setText(finding.reason);
  reason_->setVisible(!finding.reason.isEmpty());
  const bool good = finding.severity == Severity::note;
  offerToShow(!good && (!finding.parts.empty() || !finding.path.empty()));
  offerRemedy();
  offerTries();
}

void FindingRow::setTheme(const Theme& theme) {
  theme_ = &theme;
  showSeverity();
  if (more_ != nullptr) more_->setTheme(theme);
}

void FindingRow::showSeverity() {
  const bool good = finding_.severity == Severity::note;
  const bool bad = finding_.severity == Severity::error;
  if (good && finding_.open) {
    symbol_->setPixmap(icon(QStringLiteral("info"), *theme_, Tone::info).pixmap(14, 14));
    symbol_->setAccessibleName(tr("not known"));
    return;
  }
  symbol_->setPixmap(icon(good  ? QStringLiteral("ok")
                          : bad ? QStringLiteral("error")
                                : QStringLiteral("warn"),
                          *theme_,
                          good  ? Tone::ok
                          : bad ? Tone::bad
                                : Tone::warn)
                         .pixmap(14, 14));
  symbol_->setAccessibleName(good ? tr("good") : bad ? tr("problem") : tr("warning"));
}

void FindingRow::offerToShow(bool wanted) {
  if (wanted && show_ == nullptr) {
    show_ = new QPushButton(tr("Show me"), this);
    show_->setObjectName(QStringLiteral("findingShow"));
    show_->setProperty("link", true);
    connect(show_, &QPushButton::clicked, this, [this] { emit showMe(finding_); });
    column_->addWidget(show_, 0, Qt::AlignLeft);
  }
  if (show_ != nullptr) show_->setVisible(wanted);
}

void FindingRow::offerRemedy() {
  const Remedy& remedy = finding_.remedy;
  if (!remedy.empty() && fix_ == nullptr) {
    fix_ = new ElidedButton(this);
    fix_->setObjectName(QStringLiteral("healthFix"));
    fix_->setToolTip(remedyHint_);
    connect(fix_, &QPushButton::clicked, this, [this] {
      const Remedy kept = finding_.remedy;  // what it does replaces the finding
      emit fix(kept);
    });
    column_->addWidget(fix_, 0, Qt::AlignLeft);
  }
  if (fix_ == nullptr) return;
  fix_->setWords(engineText(remedy.verb));
  fix_->setVisible(!remedy.empty());
}

/// The first is a press away, the others are in the menu beside it.
void FindingRow::offerTries() {
  const std::vector<Remedy>& tries = finding_.tries;
  if (!tries.empty() && try_ == nullptr) {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    try_ = new ElidedButton(this);
    try_->setObjectName(QStringLiteral("findingTry"));
    connect(try_, &QPushButton::clicked, this, [this] {
      const Remedy remedy = finding_.tries.front();  // what it does replaces the finding
      emit tryIt(remedy);
    });
    row->addWidget(try_);
    more_ = new MenuButton("findingTryOther", this);
    more_->setText(tr("Others"));
    more_->setAccessibleName(tr("Other remedies to try"));
    more_->setChoices(new QMenu(more_));
    more_->setTheme(*theme_);
    row->addWidget(more_);
    row->addStretch();
    column_->addLayout(row);
  }
  if (try_ == nullptr) return;
  try_->setVisible(!tries.empty());
  more_->setVisible(tries.size() > 1);
  if (tries.empty() || tries == offered_) return;
  offered_ = tries;
  const auto hint = [](const Remedy& remedy) {
    const QString runs =
        tr("Runs the design with it and shows both runs side by side. On the command line: %1")
            .arg(QString::fromStdString(asOptions(remedy)));
    if (remedy.reason.empty()) return runs;
    return tr("It may help as %1. %2").arg(engineText(remedy.reason), runs);
  };
  try_->setWords(tr("Try %1").arg(engineText(tries.front().verb)));
  try_->setToolTip(hint(tries.front()));
  QMenu* menu = more_->choices();
  menu->clear();
  menu->setToolTipsVisible(true);
  for (std::size_t i = 1; i < tries.size(); ++i) {
    QAction* action = menu->addAction(tr("Try %1").arg(engineText(tries[i].verb)), this,
                                      [this, remedy = tries[i]] { emit tryIt(remedy); });
    action->setToolTip(hint(tries[i]));
  }
}

}  // namespace hopscope
