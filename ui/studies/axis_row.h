// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "engine/design/json_values.h"
#include "ui/drawing/theme.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace hopscope {

/// One axis of a study: a setting, how its values are given, and they. An axis of another form
/// (settings together, a Latin hypercube) is told, and edited as text.
class AxisRow : public QWidget {
  Q_OBJECT

 public:
  /// `settings`: paths that may be varied.
  AxisRow(const std::vector<std::string>& settings, const Json& axis, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// The axis as the document has it.
  Json axis() const;
  /// What is still to be filled in, as a sentence; empty where nothing is.
  QString missing() const;

 signals:
  void changed();
  void removed();

 private:
  void fill(const Json& axis);

  std::string whole_;  ///< of another form, as JSON; empty: edited here
  std::string seed_;   ///< of drawn values, as JSON
  QComboBox* setting_ = nullptr;
  QComboBox* form_ = nullptr;
  QLineEdit* values_ = nullptr;
  QLabel* words_ = nullptr;
  QToolButton* remove_;
};

/// "0.1, 0.2, minimal" as the values of an axis, numbers as numbers.
Json readValueList(const QString& text);
/// The other way round.
QString writeValueList(const Json& values);

}  // namespace hopscope
