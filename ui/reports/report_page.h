// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <vector>

#include "ui/drawing/network_painter.h"
#include "ui/drawing/plot_widget.h"
#include "ui/reports/report.h"

/// The page of a report as the subset of HTML that browsers and QTextDocument both lay out. Where a
/// picture belongs the caller says what stands there.
namespace hopscope {

struct ReportPictures {
  NetworkPicture network;
  std::vector<PlotPicture> plots;  ///< those with something to show
};

ReportPictures reportPictures(const ReportInput& input);

/// The body. `picture` gives the markup of picture i: 0 is the network, 1 and up the plots, each
/// with its title.
/// `folded`: the full settings and the design document stand in boxes one opens.
QString reportBody(const ReportInput& input, const ReportPictures& pictures,
                   const std::function<QString(std::size_t)>& picture, bool folded);

/// The rules for the body's classes.
QString reportStyle();

}  // namespace hopscope
