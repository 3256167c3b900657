// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace hopscope {

/// Cores of this machine; at least 1.
unsigned coresHere();

/// Calls `work` once in this thread and once in each of up to `threads` - 1 others, and returns
/// when all calls have. Where the machine has no more threads those it has got must do: so `work`
/// takes its tasks from where all of them do. The first exception of a call is thrown on when all
/// have ended; `stop`, where there is one, is called at once then, from the thread that has failed.
void workTogether(unsigned threads, const std::function<void()>& work,
                  const std::function<void()>& stop = {});

/// A few threads that share out short tasks again and again: `each` costs less than a microsecond
/// where a core is free for each of them, and allocates nothing. The calling thread works too, and
/// waits for nobody who has not begun a task. Who waits looks out for the others for a while, and
/// lets others have the core; then it sleeps. Where waiting takes longer than it saves, because the
/// machine has other work, the calling thread works alone for some time.
class ThreadTeam {
 public:
  /// `threads` in all, at least 1; fewer where the machine has no more.
  explicit ThreadTeam(unsigned threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  unsigned threads() const { return static_cast<unsigned>(others_.size()) + 1; }

  /// Calls `task(i)` once for every i below `count`, in any order and from any thread; returns when
  /// all are done. A thread begins with the same tasks each time, for what they work on is in its
  /// core's cache, and then takes what the others have not begun. Where a task throws, the rest may
  /// be left out, and one exception is thrown on.
  template <typename Task>
  void each(std::uint32_t count, Task&& task) {
    using Callable = std::remove_reference_t<Task>;
    run(
        count,
        [](void* context, std::uint32_t index) { (*static_cast<Callable*>(context))(index); },
        const_cast<void*>(static_cast<const void*>(&task)));
  }

 private:
  using Call = void (*)(void* context, std::uint32_t index);
  /// Beyond as many tasks some are taken together.
  static constexpr std::uint32_t kMostShares = 1024;

  void run(std::uint32_t count, Call call, void* context);
  void runAlone();
  void runTogether();
  void takeTasks(unsigned self, unsigned team, std::uint32_t round);
  void take(std::uint32_t share, std::uint32_t round);
  void work(unsigned self, unsigned team);
  void judge(std::chrono::nanoseconds worked, std::chrono::nanoseconds waited);
  template <typename Word>
  void awaitChange(const std::atomic<Word>& word, Word from) const;

  const bool looksOut_;  ///< before it sleeps: there is a core for each
  std::vector<std::jthread> others_;
  std::atomic<bool> leaving_ = false;
  // Who comes late to a round may look at these while the next one begins. What a task is it asks
  // when it has taken one, and then the round lasts until it is done.
  std::atomic<std::uint32_t> round_ = 0;   ///< changes when there are new tasks
  std::atomic<std::uint32_t> shares_ = 0;  ///< of the present round
  /// Per share: the round in which it was taken last, or the one before the present.
  std::array<std::atomic<std::uint32_t>, kMostShares> taken_{};
  std::atomic<std::uint32_t> left_ = 0;  ///< shares that are not done
  std::atomic<bool> failed_ = false;     ///< a task of this round has thrown
  std::uint32_t count_ = 0;
  Call call_ = nullptr;
  void* context_ = nullptr;
  std::mutex failing_;  ///< guards the failure
  std::exception_ptr failure_;
  // Of the calling thread: whether it pays to share.
  unsigned judged_ = 0;  ///< rounds since the last verdict
  std::chrono::nanoseconds worked_{}, waited_{};
  unsigned alone_ = 0, alonePeriod_ = 0;  ///< rounds to go, and how many they were
};

}  // namespace hopscope
