// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "engine/forwarding/rule.h"

namespace hopscope {

/// The rules of a switch as a table: table, priority, what is compared, its mask, what is done.
class RulesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { table, priority, match, mask, action, columns };

  using QAbstractTableModel::QAbstractTableModel;

  void setRules(std::vector<Rule> rules);
  const std::vector<Rule>& rules() const { return rules_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<Rule> rules_;
};

}  // namespace hopscope
