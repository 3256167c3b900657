// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/topology/balance.h"

class QLabel;
class QPushButton;

namespace hopscope {

/// Says whether a network is balanced, and balances it with one press. Hidden for families that
/// have no rule of balance.
class BalanceNote : public QWidget {
  Q_OBJECT

 public:
  explicit BalanceNote(QWidget* parent = nullptr);

  /// nullptr: a network of no family.
  void showFor(const Generator* family, const Values& parameters);

 signals:
  void balanceRequested(const hopscope::Values& parameters);

 private:
  QLabel* words_;
  QPushButton* button_;
  Values balanced_;
};

}  // namespace hopscope
