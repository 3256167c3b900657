// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/core/parameter.h"
#include "ui/document/property_scope.h"
#include "ui/drawing/theme.h"

class QLabel;

namespace hopscope {

class ValueField;

/// One setting of the property panel: a dot where it differs, its label, its field, and below them
/// in words what is wrong.
class PropertyRow : public QWidget {
  Q_OBJECT

 public:
  PropertyRow(const Parameter& parameter, const Theme& theme, QWidget* parent);

  ValueField& field() { return *field_; }
  const ValueField& field() const { return *field_; }
  /// What is being typed and is not accepted yet stays.
  void showValue(const ScopedValue& value, const QString& differsText);
  /// The next value is that of other parts: what is being typed is not for them.
  void dropTyped() { isOfOthers_ = true; }
  /// What the design's validation says of it; the field's own error comes first.
  void setFinding(const QString& text, bool isError);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void showProblem();

  const Theme& theme_;
  ValueField* field_;
  QLabel* label_;
  QLabel* problem_;
  bool differs_ = false;
  bool isOfOthers_ = false;
  QString finding_;
  bool findingIsError_ = false;
};

}  // namespace hopscope
