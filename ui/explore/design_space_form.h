// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

#include "engine/explore/explore.h"
#include "ui/drawing/theme.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;

namespace hopscope {

class PanelSection;
class ParameterForm;

/// What is wanted of a network and what it may be built of: every parameter of a request, in
/// sections, with the source of the prices.
class DesignSpaceForm : public QWidget {
  Q_OBJECT

 public:
  explicit DesignSpaceForm(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Nothing while a field holds what is not allowed; the form says what.
  std::optional<ExploreRequest> request();

 signals:
  void changed();   ///< request() may be another one
  void accepted();  ///< Enter: what is found is wanted

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Part {
    PanelSection* section;
    ParameterForm* form;
  };
  void addSection(const QString& title, const char* prefix, bool open);
  void addFamilies();
  void addPrices();
  void showPrices();
  void showFamilies();

  const Theme* theme_;
  std::vector<Part> parts_;
  PanelSection* familySection_ = nullptr;
  std::vector<std::pair<const Generator*, QCheckBox*>> families_;
  QComboBox* list_ = nullptr;
  QLabel* source_ = nullptr;
  QLabel* problem_ = nullptr;
  ParameterForm* prices_ = nullptr;
};

}  // namespace hopscope
