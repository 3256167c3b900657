// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "ui/run/run_view.h"

class QLabel;

namespace hopscope {

class ElidedButton;

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
  enum Place { accepted, latency, hottest, verdict };

  void set(Place place, const QString& value, const QString& words, const char* tone = "");

  std::array<QLabel*, 4> values_{};
  std::array<QLabel*, 4> words_{};
  ElidedButton* link_;  ///< the words of the hottest link
  LinkId hottestLink_ = kNone;
};

/// What these figures mean, in one sentence; empty where there is nothing to explain.
QString keySentence(const RunView& view);

}  // namespace hopscope
