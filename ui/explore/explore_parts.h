// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

class QLabel;
class QVBoxLayout;
class QWidget;

namespace hopscope {

class WholeBox;

inline QString text(const std::string& words) {
  return QString::fromStdString(words);
}

/// The column at the left of an Explore page: a title, then labelled fields from top to bottom.
class SideForm {
 public:
  static constexpr int kWidth = 264;

  SideForm(const QString& title, QWidget* parent);

  QWidget* panel() const { return panel_; }
  /// A field with its label above it; returns what holds both, to hide them without a gap.
  QWidget* add(const QString& label, QWidget* field);
  void add(QWidget* widget);
  /// A box of whole numbers for `add`, which tells only of those that are typed whole: 2 is no step
  /// on the way to 21.
  WholeBox* wholeBox(const char* name, int least, int most, int value) const;
  /// Quiet words below the last field.
  QLabel* addHint();
  /// The column, scrolling where it is too long.
  QWidget* finish(int width = kWidth);

 private:
  void follow(QWidget* field);

  QWidget* panel_;
  QVBoxLayout* column_;
  QWidget* last_ = nullptr;  ///< field
};

}  // namespace hopscope
