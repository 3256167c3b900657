// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <optional>

#include "engine/core/parameter.h"
#include "engine/simulation/traffic_class_names.h"
#include "ui/drawing/theme.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace hopscope {

class MixEditor;

/// Edits the value of one declared parameter: a combo for a choice, a box for a boolean, rows for
/// the classes of a traffic mix, a field with its unit for everything else. What is typed is
/// checked as it is typed. A bare number means the unit the field shows at its right; a quantity
/// may bring its own ("90 ns").
class ValueField : public QWidget {
  Q_OBJECT

 public:
  enum class Buttons { none, stepper };  ///< with − and + for whole numbers

  explicit ValueField(Parameter parameter, Buttons buttons = Buttons::none,
                      QWidget* parent = nullptr);

  const Parameter& parameter() const { return parameter_; }
  void setTheme(const Theme& theme);
  /// Shows a value; what was being typed is gone, and no signal is sent.
  void setValue(const Value& value);
  /// Shows that the value is not the same everywhere.
  void setVarious();
  /// What the field holds, or nothing while it is no allowed value.
  std::optional<Value> value() const { return value_; }
  /// Why what was typed is not allowed, in words; empty where it is.
  QString error() const { return error_; }
  /// Takes what was typed, where it is allowed, as Enter would: for those who need the value now.
  void settle();
  /// Refuses a value after all that the parameter allows: it was not taken.
  void refuse(const QString& why);
  /// Marks the field although its own value is allowed, e.g. where it contradicts another.
  void setMarked(bool marked);
  /// Gives classes of traffic their colours: MixEditor::setClasses.
  void setClasses(const ClassNames& classes);
  /// Says of each part of a value what is wrong, beside that part; `shows`: whether it did.
  void showIssues(const Issues& issues);
  bool shows(const std::string& path) const;

 signals:
  void typed();      ///< value() or error() changed by the user
  void committed();  ///< Enter, Tab or a choice: value() is there and shall be taken

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildChoice();
  void buildBoolean();
  void buildClasses();
  void buildText(Buttons buttons);
  void showText(const QString& text, const QString& unit);
  void read();
  void commit();
  void step(int by);
  /// Where there are keywords, adds the switch between a number and the first of them.
  void addKeywordSwitch();
  void showState();
  void placeUnit();
  /// Numbers have the locale's signs on the screen, between groups too where they are long, and a
  /// point in values.
  QString onScreen(QString text) const;
  QString asTyped() const;

  Parameter parameter_;
  std::optional<Value> value_;
  std::optional<Value> shown_;  ///< as the owner set it; a commit without a change is none
  QString error_;
  QString unit_;
  bool marked_ = false;
  QComboBox* combo_ = nullptr;
  QCheckBox* box_ = nullptr;
  MixEditor* mix_ = nullptr;
  QLineEdit* edit_ = nullptr;
  QLabel* unitLabel_ = nullptr;
  QToolButton* less_ = nullptr;
  QToolButton* more_ = nullptr;
  QToolButton* keyword_ = nullptr;
};

/// Whether a finding is about a part of the field's value and is not said beside that part.
bool speaksOfPart(const Issue& issue, const ValueField& field);

/// The name of the field inside of `within` that has the focus now; empty where none has.
QString focusedField(const QWidget& within);

}  // namespace hopscope
