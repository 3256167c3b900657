// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "engine/topology/facts.h"

namespace hopscope {

/// The computed facts of one family, bold, beside those of its relatives.
class FactsTable : public QWidget {
  Q_OBJECT

 public:
  struct Column {
    QString title;
    std::optional<TopologyFacts> facts;  ///< nothing where these parameters do not fit the family
  };

  explicit FactsTable(QWidget* parent = nullptr);

  /// The first column is the one in question.
  void setColumns(const std::vector<Column>& columns);

 private:
  QWidget* grid_ = nullptr;
};

}  // namespace hopscope
