// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "engine/core/issue.h"
#include "engine/core/parameter.h"
#include "engine/core/value.h"
#include "ui/drawing/theme.h"

class QLabel;

namespace hopscope {

class ValueField;

/// A column of fields for declared parameters: label and symbol above each field, what is allowed
/// or what is wrong below it.
class ParameterForm : public QWidget {
  Q_OBJECT

 public:
  explicit ParameterForm(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Replaces all fields.
  void setParameters(const std::vector<Parameter>& parameters, const Values& values);
  /// What the fields hold; a field in error contributes nothing.
  Values values() const;
  /// The first field's own error, or empty.
  QString error() const;
  /// Shows what is wrong beyond single fields; paths are parameter names.
  void showIssues(const Issues& issues);

 signals:
  void changed();

 private:
  struct Row {
    ValueField* field;
    QLabel* hint;
    QString allowed;
  };
  void showHint(const Row& row, const QString& problem);

  const Theme* theme_;
  QWidget* column_ = nullptr;
  std::vector<Row> rows_;
};

}  // namespace hopscope
