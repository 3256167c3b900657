// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstddef>

class QHBoxLayout;
class QPushButton;
class QSlider;

namespace hopscope {

/// Buttons through something that goes in steps: to its beginning, back, on, to its end; with a
/// slider beside them where one is added.
class StepButtons : public QWidget {
  Q_OBJECT

 public:
  /// `name` begins the names of the buttons ("pass.next"); `next` stands on the one that goes on.
  StepButtons(const QString& name, const QString& next, QWidget* parent);

  QPushButton& next() const { return *next_; }
  void addSlider(const QString& accessibleName);
  /// The step that is shown, and the last one; asks for nothing.
  void setStep(std::size_t step, std::size_t last);

 signals:
  /// A step is wanted; setStep() follows where it is shown.
  void wanted(std::size_t step);

 private:
  QPushButton* add(const QString& text, const QString& name, bool repeats);

  QString name_;
  QHBoxLayout* row_;
  QPushButton *begin_, *back_, *next_, *end_;
  QSlider* slider_ = nullptr;
  std::size_t step_ = 0, last_ = 0;
};

}  // namespace hopscope
