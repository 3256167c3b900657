// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studies/transient_dialog.h"

#include <QSpinBox>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/document/setting_numbers.h"
#include "ui/plots/phase_marks.h"
#include "ui/plots/study_plots.h"
#include "ui/words/numbers.h"

namespace hopscope {

namespace {

/// More say nothing that fewer don't, on any screen.
constexpr int kMostTransientBins = 20'000;
constexpr int kMostCycles = 1'000'000'000;
/// Of the latency afterwards: what counts as settled.
constexpr double kBand = 0.1;

std::optional<PhaseMark> changeAt(const Design& design, Cycle cycle) {
  for (const PhaseMark& mark : phaseMarks(design, nullptr))
    if (mark.at == cycle) return mark;
  return {};
}

}  // namespace

TransientDialog::TransientDialog(QWidget* parent)
    : SeedStudyDialog(QStringLiteral("transient"), tr("Transient"),
                      tr("What packets met is told of the moment at which they were sent, around a "
                         "change in the run, as means over seeds."),
                      parent),
      shown_(std::make_shared<Transient>()) {
  const QString cycles = unitText("cycles");
  addSection(tr("Around the change"));
  zero_ = addNumber(tr("Time 0 is cycle"), QStringLiteral("transientZero"), 0, kMostCycles, {});
  before_ = addNumber(tr("Before"), QStringLiteral("transientBefore"), 0, kMostCycles, cycles);
  after_ = addNumber(tr("After"), QStringLiteral("transientAfter"), 1, kMostCycles, cycles);
  bin_ = addNumber(tr("Mean over"), QStringLiteral("transientBin"), 1, kMostCycles, cycles);
  before_->setValue(1000);
  after_->setValue(5000);
  bin_->setValue(100);
  addRuns();
  const QString empty = tr("The curve comes when all seeds are through.");
  latency_ = addPlot(tr("Latency by time of generation"), empty);
  paths_ = addPlot(tr("Kinds of path by time of generation"), empty);
  clear();
}

TransientDialog::~TransientDialog() = default;

void TransientDialog::fill() {
  const std::vector<PhaseMark> marks = phaseMarks(design(), nullptr);
  const Cycle first =
      marks.empty()
          ? wholeSetting(design(), "run.warmup", 0)
          : std::min_element(marks.begin(), marks.end(), [](const auto& a, const auto& b) {
              return a.at < b.at;
            })->at;
  zero_->setValue(static_cast<int>(std::min<Cycle>(first, kMostCycles)));
  before_->setValue(static_cast<int>(std::min<Cycle>(1000, first)));
}

QString TransientDialog::asked(bool& wrong) const {
  const std::int64_t bins = (before_->value() + bin_->value() - 1) / bin_->value() +
                            (after_->value() + bin_->value() - 1) / bin_->value();
  wrong = true;
  if (before_->value() > zero_->value())
    return tr("Before time 0 there are %1.").arg(cyclesText(zero_->value()));
  if (bins > kMostTransientBins)
    return tr("At most %1 means: choose a longer time for each.")
        .arg(wholeText(kMostTransientBins));
  wrong = false;
  const auto change = changeAt(design(), zero_->value());
  return change ? tr("At time 0: %1.").arg(change->text)
                : tr("No phase of the design begins at time 0: nothing changes there.");
}

BackgroundWork::Work TransientDialog::work(const Design& design) {
  TransientRequest request;
  request.design = design;
  request.zero = zero_->value();
  request.bin = bin_->value();
  request.before = before_->value();
  request.after = after_->value();
  request.jobs = threads();
  const auto change = changeAt(design, zero_->value());
  change_ = change ? change->text : QString();
  pending_ = std::make_shared<Transient>();
  return [request, into = pending_](const std::stop_token& stop,
                                    const std::function<void(double)>& progress) {
    *into = studyTransient(request, stop, progress);
  };
}

void TransientDialog::clear() {
  shown_ = std::make_shared<Transient>();
  showResult();
}

void TransientDialog::showResult() {
  const TransientPlots plots = transientPlots(*shown_, change_);
  latency_->setPicture(plots.latency);
  paths_->setPicture(plots.paths);
}

QString TransientDialog::summary() const {
  if (!any()) return {};
  const Response response = responseOf(*shown_, kBand);
  QString words;
  if (std::isfinite(response.before))
    words =
        tr("Mean latency before: %1 cycles.").arg(realText(response.before, 1)) + QLatin1Char(' ');
  words += tr("From then on %1 at the most, %2 in the last quarter.")
               .arg(realText(response.peak, 1), realText(response.after, 1));
  return words + QLatin1Char(' ') +
         (std::isfinite(response.settled)
              ? tr("It stays within %1 of that after %2.")
                    .arg(percentText(kBand), cyclesText(response.settled))
              : tr("It has not settled."));
}

}  // namespace hopscope
