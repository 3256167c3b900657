// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/estimate_watch.h"

#include <utility>

#include "engine/design/compile.h"
#include "ui/widgets/background.h"

namespace hopscope {

namespace {
constexpr int kEstimateSoonMilliseconds = 400;

/// True where they differ in names and places at most. Their hashes would say so as well, but that
/// of a large drawing takes as long as an edit may.
bool isEstimatedAs(const Design& a, const Design& b) {
  return a.settings == b.settings && a.drawn == b.drawn && a.overrides == b.overrides &&
         a.phases == b.phases;
}
}  // namespace

EstimateWatch::EstimateWatch(QObject* parent) : QObject(parent) {
  soon_.setSingleShot(true);
  soon_.setInterval(kEstimateSoonMilliseconds);
  connect(&soon_, &QTimer::timeout, this, &EstimateWatch::begin);
}

EstimateWatch::~EstimateWatch() {
  underWay_.request_stop();
}

void EstimateWatch::setDesign(const Design& design, std::uint64_t terminals) {
  const bool tooLarge = terminals > kMostTerminalsAtOnce;
  if (!tooLarge && design_ && isEstimatedAs(*design_, design)) return;
  outdated_ = true;
  underWay_.request_stop();
  const bool known = answer_.has_value();
  answer_.reset();
  design_.reset();
  if (tooLarge) {
    soon_.stop();
    answer_ = EstimateAnswer{{}, false, true};
    emit changed();
    return;
  }
  design_ = design;
  design_->layout = {};
  soon_.start();
  if (known) emit changed();
}

void EstimateWatch::begin() {
  if (busy_ || !design_) return;
  busy_ = true;
  outdated_ = false;
  underWay_ = {};
  inBackground(
      this,
      [design = *design_, stop = underWay_.get_token()] {
        EstimateAnswer answer;
        Compiled compiled = compile(design, stop);
        if (!compiled.setup || stop.stop_requested()) return answer;
        answer.compiled = true;
        answer.estimate = estimateLatency(*compiled.setup, kMostEstimateDecisions, stop);
        return answer;
      },
      [this](EstimateAnswer answer) {
        busy_ = false;
        if (answer_) return;  // of one too large, meanwhile
        if (outdated_) {
          // What is being edited waits for its own moment of rest.
          if (!soon_.isActive()) begin();
          return;
        }
        answer_ = std::move(answer);
        emit changed();
      });
}

}  // namespace hopscope
