// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_paper.h"

#include <utility>
#include <vector>

#include "ui/reports/paper_pages.h"
#include "ui/reports/report_page.h"

namespace hopscope {

namespace {

/// By the numbers that reportBody() asks for them with.
std::vector<PagePicture> pagePictures(const ReportPictures& pictures) {
  std::vector<PagePicture> all{pictures.network};
  for (const ReportPlot& plot : pictures.plots) all.emplace_back(plot.picture);
  return all;
}

}  // namespace

class ReportPaper::Layout {
 public:
  explicit Layout(ReportInput given)
      : input(std::move(given)), pictures(reportPictures(input)), pages(pagePictures(pictures)) {}

  void arrange() {
    pages.arrange(reportTitle(input), [this](const std::function<QString(std::size_t)>& picture) {
      return reportBody(input, pictures, picture, false);
    });
  }

  ReportInput input;
  ReportPictures pictures;
  PaperPages pages;
};

ReportPaper::ReportPaper(ReportInput input) : layout_(std::make_unique<Layout>(std::move(input))) {
  layout_->arrange();
}

ReportPaper::~ReportPaper() = default;

void ReportPaper::arrange(const ReportPlan& plan) {
  layout_->input.plan = plan;
  layout_->arrange();
}

const ReportInput& ReportPaper::input() const {
  return layout_->input;
}

bool ReportPaper::has(ReportSection section) const {
  return hasContent(section, layout_->input, layout_->pictures);
}

int ReportPaper::pages() const {
  return layout_->pages.count();
}

QSizeF ReportPaper::sheet() const {
  return layout_->pages.sheet();
}

void ReportPaper::paint(QPainter& painter, int page) const {
  layout_->pages.paint(painter, page);
}

QString ReportPaper::text() const {
  return layout_->pages.text();
}

QByteArray ReportPaper::pdf() const {
  return layout_->pages.pdf();
}

QByteArray reportPdf(const ReportInput& input) {
  return ReportPaper(input).pdf();
}

}  // namespace hopscope
