// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <string>

#include "engine/models/model.h"
#include "ui/drawing/theme.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QTableWidget;

namespace hopscope {

class ParameterForm;
class PlotWidget;

/// The closed formulas: choose one, set its parameters, and see its numbers with their units, and
/// how they change with one of the parameters, at once.
class ModelsPage : public QWidget {
  Q_OBJECT

 public:
  explicit ModelsPage(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Shows the model of that name.
  void choose(const std::string& name);

 private:
  void makeForm();
  QWidget* makeResult();
  const Model& current() const;
  void showModel();
  void recalculate();
  void showNumbers(const std::vector<double>& numbers);
  void drawCurves(const Values& values);

  const Theme* theme_;
  std::map<std::string, Values> typed_;  ///< by model: what was set there before
  QWidget* side_;
  QComboBox* model_;
  QLabel* help_;
  ParameterForm* form_;
  QLabel* title_;
  QLabel* source_;
  QLabel* problem_;
  QTableWidget* numbers_;
  QComboBox* over_;
  QComboBox* quantity_;
  QCheckBox* logX_;
  QCheckBox* logY_;
  PlotWidget* plot_;
};

}  // namespace hopscope
