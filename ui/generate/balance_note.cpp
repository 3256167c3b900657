// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/balance_note.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/generate/generator_settings.h"
#include "ui/widgets/labels.h"
#include "ui/words/numbers.h"

namespace hopscope {

BalanceNote::BalanceNote(QWidget* parent)
    : QWidget(parent),
      words_(makeLabel(TextRole::label, {}, this)),
      button_(new QPushButton(tr("Balance"), this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  words_->setObjectName(QStringLiteral("balance"));
  words_->setWordWrap(true);
  row->addWidget(words_, 1);
  button_->setObjectName(QStringLiteral("balanceButton"));
  button_->setProperty("link", true);
  button_->setAutoDefault(false);
  row->addWidget(button_, 0, Qt::AlignTop);
  connect(button_, &QPushButton::clicked, this,
          [this] { emit balanceRequested(Values(balanced_)); });
}

void BalanceNote::showFor(const Generator* family, const Values& parameters) {
  const auto balance = family == nullptr ? std::nullopt : balanceOf(*family, parameters);
  setVisible(balance.has_value());
  if (!balance) return;
  const QString rule = QString::fromStdString(balance->rule);
  words_->setText(balance->holds ? tr("Balanced: %1").arg(rule)
                                 : tr("Not balanced: %1 would be").arg(rule));
  button_->setVisible(!balance->holds);
  balanced_ = balance->balanced;
  if (balance->holds) return;
  const QString terminals =
      plural(static_cast<qint64>(family->facts(balanced_).terminals), "terminal", "terminals");
  button_->setToolTip(QStringLiteral("%1: %2").arg(networkName(*family, balanced_), terminals));
}

}  // namespace hopscope
