// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "ui/drawing/theme.h"
#include "ui/explore/rule_calculation.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTableView;
class QTableWidget;

namespace hopscope {

class RulesModel;

/// The rule calculator: which network and addressing, and the forwarding rules of one of its
/// switches, how many there are under each addressing, and the file a switch would load.
class RulesPage : public QWidget {
  Q_OBJECT

 public:
  explicit RulesPage(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// The design that "this design" means; nothing where none is open.
  void setDesign(std::optional<Design> design);
  /// Calculates where something changed since; called when the page is shown.
  void refresh();
  const RuleAnswer& answer() const { return answer_; }
  bool busy() const { return busy_; }

 signals:
  void wrote(const QString& sentence, bool good);

 private:
  QWidget* makeForm();
  QWidget* makeResult();
  void networkChosen();
  RuleRequest request() const;
  void calculate();
  void show(RuleAnswer answer);
  void showCounts();
  void copy();
  void save(const QString& ending);

  std::optional<Design> design_;
  RuleAnswer answer_;
  bool busy_ = false, again_ = false, stale_ = true;
  QComboBox* network_;
  QSpinBox* radix_;
  QWidget* radixRow_;
  QLabel* size_;
  QSpinBox* router_;
  QComboBox* scheme_;
  QLabel* schemeHint_;
  QCheckBox* compact_;
  QCheckBox* broadcast_;
  QLabel* title_;
  QLabel* chip_;
  QLabel* summary_;
  QTableWidget* counts_;
  QTableView* table_;
  RulesModel* model_;
  QPushButton* copy_;
  QPushButton* save_;
};

}  // namespace hopscope
