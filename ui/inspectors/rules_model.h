// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/forwarding/rule.h"

namespace hopscope {

/// The rules of a switch as a table: table, priority, what is compared, its mask, what is done, and
/// how often where that is counted.
class RulesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { table, priority, match, mask, action, state, hits, columns };

  using QAbstractTableModel::QAbstractTableModel;

  void setRules(std::vector<Rule> rules);
  const std::vector<Rule>& rules() const { return rules_; }
  /// One count for each rule, or none at all; `help` is what the head of the column says.
  void setHits(std::vector<std::optional<std::uint64_t>> counts, const QString& help);
  std::optional<std::uint64_t> hitsOf(int row) const;
  /// For each rule the ports that an adaptive routing chooses among besides the rule's own; or none
  /// at all.
  void setOtherPorts(std::vector<std::set<PortIndex>> ports);

  /// Whether there is a rule that holds only while its port is not paused.
  bool anyConditional() const;
  /// How far rules by each port hold (LearntFact::What::rulesHold); empty where that is not known.
  void setHolding(std::map<PortIndex, double> ports);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<Rule> rules_;
  std::vector<std::optional<std::uint64_t>> hits_;
  QString hitsHelp_;
  std::vector<std::set<PortIndex>> otherPorts_;
  std::map<PortIndex, double> holding_;
};

}  // namespace hopscope
