// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSizeF>
#include <memory>

#include "ui/reports/report.h"

class QPainter;

namespace hopscope {

/// A report laid out on A4 pages, for a PDF and for its preview; pictures stay vectors. One unit of
/// a page is a pixel of the style.
class ReportPaper {
 public:
  explicit ReportPaper(ReportInput input);
  ~ReportPaper();
  ReportPaper(const ReportPaper&) = delete;
  ReportPaper& operator=(const ReportPaper&) = delete;

  /// Lays the same content out by another plan; runs to compare with stay those of the input.
  void arrange(const ReportPlan& plan);
  const ReportInput& input() const;
  bool has(ReportSection section) const;  ///< has anything to say
  int pages() const;
  QSizeF sheet() const;  ///< of a whole page, margins included
  /// Paints a page, counted from 0, its corner at the painter's origin.
  void paint(QPainter& painter, int page) const;
  /// The text of a page, for those who can't see it.
  QString text() const;
  QByteArray pdf() const;

 private:
  class Layout;
  std::unique_ptr<Layout> layout_;
};

/// The report as A4 pages.
QByteArray reportPdf(const ReportInput& input);

}  // namespace hopscope
