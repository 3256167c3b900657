// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/timeline_files.h"

#include <fmt/format.h>

#include <iterator>

#include "engine/study/csv_writer.h"
#include "engine/workload/timeline.h"

namespace hopscope {
namespace {

const char* traceName(RankPhase phase) {
  switch (phase) {
    case RankPhase::computing:
      return "compute";
    case RankPhase::sending:
      return "send";
    case RankPhase::receiving:
      return "receive";
    case RankPhase::waiting:
      return "wait";
    case RankPhase::finished:
      break;
  }
  return "finished";
}

}  // namespace

std::string chromeTrace(const RankObservation& ranks, double picosecondsPerCycle) {
  const Timeline timeline = joined(ranks.parts);
  const double scale = picosecondsPerCycle / 1e6;
  const auto micro = [scale](Cycle cycles) { return static_cast<double>(cycles) * scale; };
  std::string text = R"({"displayTimeUnit": "ns", "traceEvents": [)";
  const auto out = std::back_inserter(text);
  for (std::size_t job = 0; job < ranks.plan->jobs.size(); ++job)
    fmt::format_to(out,
                   "{}\n{{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": {}, \"args\": "
                   "{{\"name\": \"{}\"}}}}",
                   job == 0 ? "" : ",", job, ranks.plan->jobs[job].name);
  for (const RankSpan& span : timeline.spans)
    fmt::format_to(
        out,
        ",\n{{\"ph\": \"X\", \"name\": \"{}\", \"pid\": {}, \"tid\": {}, \"ts\": {}, \"dur\": {}}}",
        traceName(span.phase), ranks.ranks[span.rank].job, ranks.ranks[span.rank].inJob,
        micro(span.from), micro(span.to - span.from));
  std::size_t id = 0;
  for (const MessageFlight& flight : timeline.flights) {
    const auto end = [&](const char* phase, const RankNow& rank, Cycle at) {
      fmt::format_to(out,
                     ",\n{{\"ph\": \"{}\", \"bp\": \"e\", \"cat\": \"message\", \"name\": \"{} "
                     "bytes\", \"id\": {}, \"pid\": {}, \"tid\": {}, \"ts\": {}}}",
                     phase, flight.bytes, id, rank.job, rank.inJob, micro(at));
    };
    end("s", ranks.ranks[flight.source], flight.posted);
    end("f", ranks.ranks[flight.destination], flight.arrived);
    ++id;
  }
  text += "\n]}\n";
  return text;
}

std::string timelineCsv(const RankObservation& ranks) {
  const Timeline timeline = joined(ranks.parts);
  CsvWriter csv({"application", "rank", "what", "from", "to", "to_rank", "bytes"});
  for (const RankSpan& span : timeline.spans) {
    csv.text(ranks.jobName(span.rank)).number(ranks.ranks[span.rank].inJob);
    csv.text(traceName(span.phase)).number(span.from).number(span.to).text("").text("").endRow();
  }
  for (const MessageFlight& flight : timeline.flights) {
    csv.text(ranks.jobName(flight.source)).number(ranks.ranks[flight.source].inJob);
    csv.text("message").number(flight.posted).number(flight.arrived);
    csv.number(ranks.ranks[flight.destination].inJob).number(flight.bytes).endRow();
  }
  return csv.take();
}

}  // namespace hopscope
