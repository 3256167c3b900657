// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "engine/topology/facts.h"

class QGridLayout;

namespace hopscope {

/// The computed facts of one network, bold, beside those of others of its size.
class FactsTable : public QWidget {
  Q_OBJECT

 public:
  struct Column {
    QString title;
    std::optional<TopologyFacts> facts;  ///< nothing where these parameters do not fit the family
    QString tip;                         ///< which network of the family it is
  };

  explicit FactsTable(QWidget* parent = nullptr);

  /// The first column is the one in question; of the others those are shown that there is room for.
  void setColumns(const std::vector<Column>& columns);

  /// Without any others.
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  int columnWidth(int column) const;
  void showWhatFits();

  QWidget* grid_ = nullptr;
  QGridLayout* cells_ = nullptr;
};

}  // namespace hopscope
