// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/data_export.h"

#include <fmt/format.h>
#include <QObject>

#include <cmath>
#include <string>

#include "engine/study/csv_writer.h"
#include "engine/study/results_json.h"
#include "engine/study/verdict_words.h"
#include "engine/topology/part_words.h"
#include "ui/drawing/save_bytes.h"

namespace hopscope {

namespace {

/// The shortest text that reads back as the same number; empty for a missing one.
std::string cell(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

}  // namespace

QByteArray windowsCsv(const Results& results) {
  std::string out =
      "end_cycle,length_cycles,latency_mean_cycles,latency_p99_cycles,accepted_load,"
      "generated_load,hit_rate,hottest_channel_utilization,nonminimal_fraction,packets_under_way,"
      "power_buffers_w,power_links_w,power_lookup_w,power_fixed_w,energy_per_packet_nj\n";
  for (const WindowSample& window : results.windows) {
    const EnergyParts& power = window.power;
    out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", window.end, window.length,
                       cell(window.latencyMean), cell(window.latencyP99), cell(window.acceptedLoad),
                       cell(window.generatedLoad), cell(window.hitRate),
                       cell(window.hottestChannel), cell(window.nonminimal), cell(window.underWay),
                       cell(power.buffers), cell(power.links), cell(power.lookup),
                       cell(power.fixed), cell(window.energyPerPacket));
  }
  return QByteArray::fromStdString(out);
}

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
  return saveBytes(file, windowsCsv(results), QObject::tr("The windows of the run"), error);
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
