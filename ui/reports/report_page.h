// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <vector>

#include "ui/drawing/network_painter.h"
#include "ui/drawing/plot_widget.h"
#include "ui/reports/report.h"
#include "ui/reports/report_content.h"

/// The page of a report as the subset of HTML that browsers and QTextDocument both lay out. Where a
/// picture belongs the caller says what stands there.
namespace hopscope {

struct ReportPlot {
  ReportSection section = ReportSection::plots;
  QString id;  ///< of the section plots: one of reportPlotNames()
  PlotPicture picture;
};

struct ReportPictures {
  NetworkPicture network;
  ReportTable facts;              ///< of the network: they take a while to find
  std::vector<ReportPlot> plots;  ///< those with something to show, wanted or not
};

ReportPictures reportPictures(const ReportInput& input);

/// The body: the sections of the input's plan in their order. `picture` gives the markup of picture
/// i: 0 is the network, 1 and up the plots, each with its title. `folded`: the full settings and
/// the design document stand in boxes one opens.
QString reportBody(const ReportInput& input, const ReportPictures& pictures,
                   const std::function<QString(std::size_t)>& picture, bool folded);

/// Is there anything to say in that section?
bool hasContent(ReportSection section, const ReportInput& input, const ReportPictures& pictures);

/// The plan's title, or the design's name.
QString reportTitle(const ReportInput& input);

/// What stands below a section where the plan has no caption of its own; may be empty.
QString defaultCaption(ReportSection section, const ReportInput& input);

}  // namespace hopscope
