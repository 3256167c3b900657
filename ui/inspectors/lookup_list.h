// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "engine/simulation/snapshot.h"
#include "ui/drawing/theme.h"

namespace hopscope {

/// The last lookups of a port, the newest on top. One of them is explained beside it: the newest,
/// or the one that was clicked (or gone to by the arrow keys) as long as it is remembered.
class LookupList : public QWidget {
  Q_OBJECT

 public:
  static constexpr int kRows = 8;

  explicit LookupList(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  /// `names`: the destinations' ids, record by record; the oldest record first.
  void setRecords(std::vector<LookupRecord> records, std::vector<QString> names);
  /// The one explained; nothing where there are none.
  std::optional<LookupRecord> chosen() const;
  /// The newest again, and each newer one.
  void chooseNewest();
  const std::vector<LookupRecord>& records() const { return records_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void choiceChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  /// Rows count from the newest, 0.
  int chosenRow() const;
  void choose(int row);

  const Theme* theme_;
  std::vector<LookupRecord> records_;
  std::vector<QString> names_;
  std::uint64_t chosen_ = 0;  ///< its number; 0: the newest, whichever it is
};

}  // namespace hopscope
