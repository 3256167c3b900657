// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>
#include <QSemaphore>
#include <QThreadPool>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace hopscope {

/// What is worked on away from the window's thread.
struct AsideJob {
  std::stop_source stop;  ///< requested where nobody wants it any more
  QSemaphore over;        ///< released once after work()
};

/// Has one job at a time done on a thread of its own, the one asked for last; waits for it in the
/// destructor. A `Job` is an AsideJob with a `work()` that ends soon once a stop is requested.
template <typename Job>
class LatestJob {
 public:
  /// What is done within this time is not worth a word; below what is felt as a pause.
  static constexpr int kAtOnceMilliseconds = 25;

  LatestJob() = default;
  /// On at most so many threads: what was dropped is not cut short, and the next one waits for it.
  explicit LatestJob(int threads) { pool_.setMaxThreadCount(threads); }
  LatestJob(const LatestJob&) = delete;
  LatestJob& operator=(const LatestJob&) = delete;
  ~LatestJob() {
    cancel();
    pool_.waitForDone();
  }

  /// Starts a job and drops the one before. `done` is called on the thread of `context`: before
  /// this returns where the job is over within so many milliseconds, true then; never for 0.
  bool begin(std::shared_ptr<Job> job, QObject* context, std::function<void(Job&)> done,
             int atOnce = kAtOnceMilliseconds) {
    cancel();
    job_ = job;
    const auto finish = [this, job, done = std::move(done)] {
      if (job_ != job) return;  // cancelled, or finished already
      job_.reset();
      done(*job);
    };
    pool_.start([job, context, finish] {
      job->work();
      job->over.release();
      QMetaObject::invokeMethod(context, finish, Qt::QueuedConnection);
    });
    if (atOnce == 0 || !job->over.tryAcquire(1, atOnce)) return false;
    finish();
    return true;
  }
  /// False where there was none.
  bool cancel() {
    if (!job_) return false;
    job_->stop.request_stop();
    job_.reset();
    return true;
  }
  /// The one that is worked on; null: none is.
  const Job* job() const { return job_.get(); }

 private:
  std::shared_ptr<Job> job_;
  QThreadPool pool_;
};

}  // namespace hopscope
