// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/path_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/study/csv_writer.h"
#include "engine/study/verdict_words.h"

namespace hopscope {
namespace {

constexpr std::size_t kLinksTold = 5;

/// Writes the rows of one path.
class PathRows {
 public:
  PathRows(CsvWriter& csv, const RankObservation& ranks, const Topology& topology)
      : csv_(csv), ranks_(ranks), topology_(topology) {}

  void write(const PathTrace& path) {
    auto followed = path.messages.begin();
    for (piece_ = 0; piece_ < path.chain.steps.size(); ++piece_) {
      step_ = &path.chain.steps[piece_];
      row(step_->isMessage ? "message" : "rank", step_->from, step_->until);
      csv_.text("").text("").text("").text("").endRow();
      if (followed == path.messages.end() || followed->piece != piece_) continue;
      writeParts(*followed);
      ++followed;
    }
  }

 private:
  /// The columns that all rows have.
  void row(const char* what, Cycle from, Cycle until) {
    csv_.text(ranks_.jobName(step_->rank)).number(piece_).text(what);
    csv_.number(ranks_.ranks[step_->rank].inJob).number(ranks_.ranks[step_->to].inJob);
    csv_.number(step_->bytes).number(from).number(until).number(until - from);
  }
  void plain(const char* what, Cycle from, Cycle until) {
    if (until <= from) return;
    row(what, from, until);
    csv_.text("").text("").text("").text("").endRow();
  }
  void link(const PathLink& link, Cycle from) {
    row("link", from, from + link.waiting + link.moving);
    csv_.text(nameOf(topology_, topology_.from(link.channel)));
    csv_.text(nameOf(topology_, topology_.to(link.channel)));
    csv_.number(link.waiting).number(link.moving).endRow();
  }

  void writeParts(const FollowedMessage& message) {
    plain("interface", step_->from, message.started);
    plain("packets before", message.started, message.handedOver);
    const Journey& journey = message.journey;
    if (journey.source == kNone) {
      const bool stays = ranks_.ranks[step_->rank].terminal == ranks_.ranks[step_->to].terminal;
      return plain(stays ? "within terminal" : "unknown", message.handedOver, step_->until);
    }
    Cycle at = journey.birth;
    for (const PathLink& each : linksOf(journey)) {
      link(each, at);
      at += each.waiting + each.moving;
    }
    plain("unknown", at, journey.delivered);
    plain("taking in", journey.delivered, step_->until);
  }

  CsvWriter& csv_;
  const RankObservation& ranks_;
  const Topology& topology_;
  const ChainStep* step_ = nullptr;
  std::size_t piece_ = 0;
};

}  // namespace

std::string pathCsv(const std::vector<PathTrace>& paths, const RankObservation& ranks,
                    const Topology& topology) {
  CsvWriter csv({"application", "piece", "what", "rank", "to_rank", "bytes", "from", "until",
                 "cycles", "link_from", "link_to", "waiting", "moving"});
  PathRows rows(csv, ranks, topology);
  for (const PathTrace& path : paths) rows.write(path);
  return csv.take();
}

std::string pathText(const PathTrace& path, const Topology& topology) {
  Cycle waiting = 0, moving = 0;
  for (const PathLink& each : path.links) {
    waiting += each.waiting;
    moving += each.moving;
  }
  std::string text = fmt::format(
      "  its {} messages: {} cycles behind others of their interface, {} behind their own packets; "
      "their last packets waited {} cycles for links, moved for {}, and were taken in {} later",
      path.messages.size(), path.interface, path.packets, waiting, moving, path.takingIn);
  if (path.unknown > 0)
    text += fmt::format(
        "; of {} more no link is told: they stayed at their terminal, overtook others, or these "
        "switches do not tell",
        path.unknown);
  const std::size_t told = std::min(kLinksTold, path.links.size());
  for (std::size_t i = 0; i < told && path.links[i].waiting > 0; ++i) {
    const PathLink& each = path.links[i];
    text += fmt::format("\n  {} → {}: waited {} cycles for, moved {}, by {} messages",
                        nameOf(topology, topology.from(each.channel)),
                        nameOf(topology, topology.to(each.channel)), each.waiting, each.moving,
                        each.messages);
  }
  if (!path.chain.whole)
    text += "\n  The path is longer than its pieces that are kept: these are its last ones.";
  if (!path.whole) text += "\n  Not all of its messages were found again and followed.";
  return text;
}

}  // namespace hopscope
