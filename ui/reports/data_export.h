// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include "engine/design/design.h"
#include "engine/simulation/results.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// One line a channel: its ends and class by the design's ids and names, and its utilisation.
QByteArray channelsCsv(const Topology& topology, const Results& results);

/// Write the data of a run. False and a sentence where the file can't be written.
bool exportWindows(const Results& results, const QString& file, QString* error);
bool exportChannels(const Topology& topology, const Results& results, const QString& file,
                    QString* error);
bool exportResults(const Design& design, const Topology& topology, const Results& results,
                   const QString& file, QString* error);

}  // namespace hopscope
