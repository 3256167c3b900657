// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "engine/core/ids.h"
#include "ui/drawing/theme.h"

class QLabel;
class QPushButton;
class QSlider;

namespace hopscope {

/// One time for all runs compared: the measured interval as a whole, or a moment of what was
/// recorded.
class CompareTime : public QWidget {
  Q_OBJECT

 public:
  explicit CompareTime(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// Where the longest recording ends; 0: nothing was recorded.
  void setEnd(Cycle end);
  /// The moment chosen; nothing: the measured interval.
  std::optional<Cycle> cycle() const;
  /// The span that is shown of it.
  void showSpan(Cycle begin, Cycle end);

 signals:
  void changed();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void showWhole();

  /// Places of the slider; the last one is the measured interval.
  static constexpr int kSteps = 200;

  const Theme* theme_;
  Cycle end_ = 0;
  QLabel* words_;
  QSlider* slider_;
  QPushButton* whole_;
};

}  // namespace hopscope
