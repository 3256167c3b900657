// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/estimate_watch.h"

#include <string>
#include <utility>

#include "engine/design/compile.h"
#include "engine/design/design_json.h"
#include "ui/widgets/background.h"

namespace hopscope {

namespace {
constexpr int kEstimateSoonMilliseconds = 400;
}

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
  // That of a large drawing takes longer than an edit may.
  std::string hash = tooLarge ? std::string() : designHash(design);
  if (!tooLarge && hash == hash_) return;
  hash_ = std::move(hash);
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
