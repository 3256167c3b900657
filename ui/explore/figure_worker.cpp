// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/figure_worker.h"

#include <QStringList>
#include <exception>
#include <mutex>
#include <utility>

#include "ui/words/engine_text.h"

namespace hopscope {

namespace {

constexpr int kPullMilliseconds = 60;

FigureOutcome make(const Recipe& recipe, const FigureRequest& request) {
  FigureOutcome outcome;
  try {
    auto made = makeFigure(recipe, request);
    if (auto* figure = std::get_if<MadeFigure>(&made)) {
      outcome.figure = std::make_shared<const MadeFigure>(std::move(*figure));
    } else {
      QStringList words;
      for (const Issue& issue : std::get<Issues>(made)) words << engineText(issue.text);
      outcome.failure = words.join(QLatin1Char(' '));
    }
  } catch (const std::exception& error) {
    outcome.failure = QString::fromUtf8(error.what());
  }
  return outcome;
}

}  // namespace

struct FigureWorker::Slot {
  std::mutex mutex;
  std::vector<std::pair<const Recipe*, FigureOutcome>> arrived;
  const Recipe* now = nullptr;
  double share = 0;
  int done = 0, all = 0;
  bool over = false, cancelled = false;
};

FigureWorker::FigureWorker(QObject* parent) : QObject(parent) {
  timer_.setInterval(kPullMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &FigureWorker::pull);
}

FigureWorker::~FigureWorker() = default;

void FigureWorker::start(std::vector<const Recipe*> recipes, bool quick) {
  if (running() || recipes.empty()) return;
  slot_ = std::make_shared<Slot>();
  slot_->all = static_cast<int>(recipes.size());
  thread_ = std::jthread(
      [slot = slot_, recipes = std::move(recipes), quick](const std::stop_token& stop) {
        for (const Recipe* recipe : recipes) {
          if (stop.stop_requested()) break;
          {
            const std::lock_guard lock(slot->mutex);
            slot->now = recipe;
            slot->share = 0;
          }
          FigureRequest request;
          request.quick = quick;
          request.stop = stop;
          request.progress = [&slot](std::size_t done, std::size_t total) {
            const std::lock_guard lock(slot->mutex);
            slot->share = total == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total);
          };
          FigureOutcome outcome = make(*recipe, request);
          if (stop.stop_requested()) break;
          const std::lock_guard lock(slot->mutex);
          slot->arrived.emplace_back(recipe, std::move(outcome));
          ++slot->done;
        }
        const std::lock_guard lock(slot->mutex);
        slot->cancelled = stop.stop_requested();
        slot->over = true;
      });
  timer_.start();
}

void FigureWorker::cancel() {
  if (running()) thread_.request_stop();
}

void FigureWorker::pull() {
  std::vector<std::pair<const Recipe*, FigureOutcome>> all;
  const Recipe* now = nullptr;
  double share = 0;
  int done = 0, count = 0;
  bool over = false, cancelled = false;
  {
    const std::lock_guard lock(slot_->mutex);
    all.swap(slot_->arrived);
    now = slot_->now;
    share = slot_->share;
    done = slot_->done;
    count = slot_->all;
    over = slot_->over;
    cancelled = slot_->cancelled;
  }
  for (const auto& [recipe, outcome] : all) emit arrived(recipe, outcome);
  if (!over) {
    if (now != nullptr) emit progressed(now, share, done, count);
    return;
  }
  timer_.stop();
  thread_.join();
  thread_ = {};
  emit finished(cancelled);
}

}  // namespace hopscope
