// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/explore/candidate_model.h"

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLineEdit;

namespace hopscope {

/// Says which candidates are shown: words of the name, the front, the marked ones, and limits of
/// any column, which stand as buttons that take them away.
class CandidateFilterBar : public QWidget {
  Q_OBJECT

 public:
  explicit CandidateFilterBar(QWidget* parent = nullptr);

  const CandidateFilter& filter() const { return filter_; }
  /// Limits a column, whoever asks; nothing on both sides: no more.
  void setRange(std::size_t column, const CandidateFilter::Range& range);
  void clear();

 signals:
  void changed();

 private:
  void take();
  void showColumn();
  void showRanges();

  CandidateFilter filter_;
  QLineEdit* words_;
  QCheckBox* front_;
  QCheckBox* marked_;
  QComboBox* column_;
  QLineEdit* least_;
  QLineEdit* most_;
  QWidget* chips_;
};

}  // namespace hopscope
