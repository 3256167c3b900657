// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/chrome_trace.h"

#include <fmt/format.h>

#include <iterator>

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

std::string chromeTrace(const ApplicationWorkload& applications, double picosecondsPerCycle) {
  const Timeline timeline = applications.timeline();
  const RankTable& ranks = applications.ranks();
  const double scale = picosecondsPerCycle / 1e6;
  const auto micro = [scale](Cycle cycles) { return static_cast<double>(cycles) * scale; };
  std::string text = R"({"displayTimeUnit": "ns", "traceEvents": [)";
  const auto out = std::back_inserter(text);
  for (std::size_t job = 0; job < applications.plan().jobs.size(); ++job)
    fmt::format_to(out,
                   "{}\n{{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": {}, \"args\": "
                   "{{\"name\": \"{}\"}}}}",
                   job == 0 ? "" : ",", job, applications.plan().jobs[job].name);
  for (const RankSpan& span : timeline.spans)
    fmt::format_to(
        out,
        ",\n{{\"ph\": \"X\", \"name\": \"{}\", \"pid\": {}, \"tid\": {}, \"ts\": {}, \"dur\": {}}}",
        traceName(span.phase), ranks.job(span.rank), ranks.inJob(span.rank), micro(span.from),
        micro(span.to - span.from));
  std::size_t id = 0;
  for (const MessageFlight& flight : timeline.flights) {
    const auto end = [&](const char* phase, std::uint32_t rank, Cycle at) {
      fmt::format_to(out,
                     ",\n{{\"ph\": \"{}\", \"bp\": \"e\", \"cat\": \"message\", \"name\": \"{} "
                     "bytes\", \"id\": {}, \"pid\": {}, \"tid\": {}, \"ts\": {}}}",
                     phase, flight.bytes, id, ranks.job(rank), ranks.inJob(rank), micro(at));
    };
    end("s", flight.source, flight.posted);
    end("f", flight.destination, flight.arrived);
    ++id;
  }
  text += "\n]}\n";
  return text;
}

}  // namespace hopscope
