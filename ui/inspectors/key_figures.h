// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <array>
#include <vector>

#include "ui/run/run_view.h"

class QLabel;

namespace hopscope {

class ElidedButton;

/// A number as it stands large, and the words below it.
struct KeyFigure {
  QString value, words;
  const char* tone = "";
  QString spread = {};  ///< "± 3", half of the interval; empty: not known

  bool operator==(const KeyFigure&) const = default;
};

/// What is accepted, how long it takes, which link is the hottest, and what the run came to: of the
/// whole run where `view.results` is there, else of the window that is looked at. Empty where there
/// is no run.
std::vector<KeyFigure> keyFigures(const RunView& view);

/// The four numbers that one looks at first, large: what is accepted, how long it takes, which link
/// is the hottest, and what the run came to.
class KeyFigures : public QWidget {
  Q_OBJECT

 public:
  explicit KeyFigures(QWidget* parent = nullptr);

  /// Of the whole run where `view.results` is there, else of the window that is looked at.
  void show(const RunView& view);

 signals:
  void linkClicked(hopscope::LinkId link);

 private:
  std::array<QLabel*, 4> values_{};
  std::array<QLabel*, 4> spreads_{};
  std::array<QLabel*, 4> words_{};
  ElidedButton* link_;  ///< the words of the hottest link
  LinkId hottestLink_ = kNone;
};

/// What these figures mean, in one sentence; empty where there is nothing to explain.
QString keySentence(const RunView& view);

}  // namespace hopscope
