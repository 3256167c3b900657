// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <utility>
#include <vector>

#include "ui/shell/export_files.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace hopscope {

class OutcomeRow;

/// One dialog for everything that leaves the program: picture, plots, data, report.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ExportDialog(ExportContent content, QWidget* parent = nullptr);

  /// Asked from where the curve is shown: that is what is to leave, and its numbers.
  void wantCurve();
  ExportChoice choice() const;
  const ExportOutcome& outcome() const { return outcome_; }

 private:
  struct Part {
    QCheckBox* wanted;
    QComboBox* format;
    QComboBox* option;  ///< scale or width; may be null
    QLabel* words;      ///< what it is, or why it cannot be
  };
  Part addPart(QGridLayout* grid, const char* name, const QString& title, const QString& text,
               const QStringList& formats, bool possible, const QString& why);
  QWidget* makePlotChoices();  ///< which plots, shown where plots are wanted
  QLayout* makePartChoices();  ///< what pictures show
  void askForColours();        ///< without those of the run nothing moves in an animation
  void showSizes();
  void chooseFolder();
  void write();
  /// Asks whether files that are there are replaced, or stay while the others are written; false:
  /// neither.
  bool askAbout(const QStringList& files, ExportChoice& choice);
  void updateButton();

  ExportContent content_;
  ExportOutcome outcome_;
  Part picture_{}, animation_{}, plots_{}, data_{}, report_{};
  QComboBox* theme_;
  QSpinBox* width_;
  std::vector<std::pair<QCheckBox*, bool PictureParts::*>> parts_;
  std::vector<std::pair<QCheckBox*, QString>> plotBoxes_;
  QLineEdit* folder_;
  QLineEdit* base_;
  OutcomeRow* result_;
  QPushButton* export_;
};

}  // namespace hopscope
