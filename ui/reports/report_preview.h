// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QScrollArea>
#include <map>

#include "ui/drawing/theme.h"

namespace hopscope {

class ReportPaper;

/// The pages of a report one below the other, as wide as there is room. A page is drawn when it
/// comes into sight.
class ReportPreview : public QScrollArea {
  Q_OBJECT

 public:
  ReportPreview(const Theme& theme, QWidget* parent);

  /// Shows these pages; the place looked at stays. Must outlive the preview, or be replaced.
  void show(const ReportPaper& paper);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  QRect pageRect(int page) const;
  void paintPages(const QRect& visible);

  const Theme& theme_;
  const ReportPaper* paper_ = nullptr;
  QWidget* sheet_;
  std::map<int, QPixmap> drawn_;
};

}  // namespace hopscope
