// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include "ui/reports/report.h"

namespace hopscope {

/// The report as A4 pages; pictures stay vectors.
QByteArray reportPdf(const ReportInput& input);

}  // namespace hopscope
