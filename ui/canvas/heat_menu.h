// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <vector>

#include "ui/drawing/heat_quantity.h"
#include "ui/drawing/theme.h"

class QAction;

namespace hopscope {

struct NetworkHeat;

/// The name of what colours show, as a button over the legend's own words, with the menu of all
/// quantities. What a run does not have is there too, greyed, and its tip says why.
class HeatMenu : public QToolButton {
  Q_OBJECT

 public:
  static constexpr int kChevron = 16;  ///< px beside the words

  explicit HeatMenu(QWidget* parent);

  void setTheme(const Theme& theme);
  /// Hidden where there is no heat.
  void offer(const NetworkHeat& heat);
  void open();

 signals:
  void chosen(hopscope::HeatQuantity quantity);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<QAction*> actions_;
  const Theme* theme_ = nullptr;
};

}  // namespace hopscope
