// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "engine/models/model.h"
#include "ui/drawing/theme.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;
class QTableWidget;

namespace hopscope {

class ParameterForm;
class PlotWidget;
class PowerBars;

/// How large networks of some families get, how large their switches' tables are and how much power
/// they take, side by side. All numbers are those of the models table_scale and scaled_power.
class PowerPage : public QWidget {
  Q_OBJECT

 public:
  explicit PowerPage(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);

 private:
  /// A chosen family.
  struct Family {
    std::string name;
    QString label;
    int number = 1;      ///< of its curves, the same whatever else is chosen
    std::int64_t ports;  ///< 0: none reaches so many hosts
  };
  enum class Per { host, network, aSwitch };

  QWidget* makeForm();
  QWidget* makeResult();
  void redraw();
  std::vector<Family> chosenFamilies() const;
  /// The fewest ports with which a family reaches so many hosts; 0: none do.
  std::int64_t portsFor(const std::string& family, double hosts) const;
  void showTable(const std::vector<Family>& families);
  void showBars(const std::vector<Family>& families);
  void showCharts(const std::vector<Family>& families);
  Per per() const;

  const Theme* theme_;
  std::vector<std::pair<std::string, QCheckBox*>> families_;
  QComboBox* size_;
  QSpinBox* ports_;
  QSpinBox* hosts_;
  QWidget* portsRow_;
  QWidget* hostsRow_;
  QComboBox* organisation_;
  ParameterForm* parts_;
  QComboBox* per_;
  QLabel* problem_;
  QTableWidget* table_;
  PowerBars* bars_;
  PlotWidget* hostPlot_;
  PlotWidget* entryPlot_;
};

}  // namespace hopscope
