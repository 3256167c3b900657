// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <optional>

#include "ui/drawing/plot_paper.h"
#include "ui/drawing/plot_widget.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace hopscope {

class OutcomeRow;

/// One plot before it leaves the program: a preview of what will be written, the ends and scales of
/// its axes, the legend's place and the width; then a file, or the clipboard.
class PlotDialog : public QDialog {
  Q_OBJECT

 public:
  explicit PlotDialog(PlotPicture picture, QWidget* parent = nullptr);

  /// The picture with the axes as they are set.
  PlotPicture edited() const;
  PlotPaper paper() const;

 private:
  void addEnds(QGridLayout* grid, int row, const QString& axis, QLineEdit*& from, QLineEdit*& to,
               QCheckBox*& log);
  void refresh();
  void copy();
  void save();

  const PlotPicture picture_;
  QLabel* preview_;
  QLineEdit *xFrom_ = nullptr, *xTo_ = nullptr, *yFrom_ = nullptr, *yTo_ = nullptr;
  QCheckBox *xLog_ = nullptr, *yLog_ = nullptr;
  QComboBox *legend_ = nullptr, *width_ = nullptr;
  OutcomeRow* outcome_ = nullptr;
  QPushButton *copy_ = nullptr, *save_ = nullptr;
};

/// Asks how the plot shall leave the program; nothing where it shows no curve.
void openPlotDialog(PlotWidget& plot);
/// Has the plot's context menu, also by its key, lead to the dialog.
void offerPlotDialog(PlotWidget& plot);

}  // namespace hopscope
