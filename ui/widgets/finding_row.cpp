// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/finding_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/drawing/icons.h"
#include "ui/widgets/elided_button.h"
#include "ui/widgets/labels.h"

namespace hopscope {

FindingRow::FindingRow(const Finding& finding, const Theme& theme, QString remedyHint,
                       QWidget* parent)
    : QWidget(parent), remedyHint_(std::move(remedyHint)) {
  const bool good = finding.severity == Severity::note;
  const bool bad = finding.severity == Severity::error;
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  auto* symbol = new QLabel(this);
  symbol->setPixmap(icon(good  ? QStringLiteral("ok")
                         : bad ? QStringLiteral("error")
                               : QStringLiteral("warn"),
                         theme,
                         good  ? Tone::ok
                         : bad ? Tone::bad
                               : Tone::warn)
                        .pixmap(14, 14));
  symbol->setAccessibleName(good ? tr("good") : bad ? tr("problem") : tr("warning"));
  row->addWidget(symbol, 0, Qt::AlignTop);
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
  text_->setText(finding.text);
  reason_->setText(finding.reason);
  reason_->setVisible(!finding.reason.isEmpty());
  const bool good = finding.severity == Severity::note;
  offerToShow(!good && (!finding.parts.empty() || !finding.path.empty()));
  offerRemedy();
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
    connect(fix_, &QPushButton::clicked, this, [this] { emit fix(finding_.remedy); });
    column_->addWidget(fix_, 0, Qt::AlignLeft);
  }
  if (fix_ == nullptr) return;
  fix_->setWords(remedy.verb);
  fix_->setVisible(!remedy.empty());
}

}  // namespace hopscope
