// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/data_export.h"

#include <QObject>
#include <algorithm>
#include <string>

#include "engine/study/csv_writer.h"
#include "engine/study/results_csv.h"
#include "engine/study/results_json.h"
#include "engine/study/verdict_words.h"
#include "engine/topology/part_words.h"
#include "ui/drawing/save_bytes.h"

namespace hopscope {

QByteArray channelsCsv(const Topology& topology, const Results& results) {
  // Ids are what other programs go by; names stand beside them where there are any.
  const bool named = !topology.routerNames.empty() || !topology.terminalNames.empty();
  std::vector<std::string> header{"channel", "from", "to", "class", "utilization"};
  if (named) header.insert(header.end(), {"from_name", "to_name"});
  CsvWriter csv(header);
  const std::size_t count =
      std::min<std::size_t>(topology.channelCount(), results.channelUtilization.size());
  for (ChannelId channel = 0; channel < count; ++channel) {
    const LinkEnd &from = topology.from(channel), &to = topology.to(channel);
    csv.number(channel).text(nameOf(topology, from)).text(nameOf(topology, to));
    csv.text(topology.classOf(channel / 2).name).number(results.channelUtilization[channel]);
    if (named) csv.text(givenName(topology, from)).text(givenName(topology, to));
    csv.endRow();
  }
  return QByteArray::fromStdString(csv.take());
}

bool exportWindows(const Results& results, const QString& file, QString* error) {
  return saveBytes(file, QByteArray::fromStdString(windowsCsv(results)),
                   QObject::tr("The windows of the run"), error);
}

bool exportChannels(const Topology& topology, const Results& results, const QString& file,
                    QString* error) {
  return saveBytes(file, channelsCsv(topology, results), QObject::tr("The channels of the run"),
                   error);
}

bool exportResults(const Design& design, const Topology& topology, const Results& results,
                   const QString& file, QString* error) {
  return saveBytes(file, QByteArray::fromStdString(writeResults(design, topology, results)),
                   QObject::tr("The results"), error);
}

}  // namespace hopscope
