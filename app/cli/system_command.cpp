// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/system_command.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace hopscope::cli {

namespace {

struct Pipe {
  std::array<int, 2> ends{-1, -1};

  bool open() { return ::pipe2(ends.data(), O_CLOEXEC) == 0; }
  void close(std::size_t end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
  ~Pipe() {
    close(0);
    close(1);
  }
};

/// Reads both until the other side has closed them.
void readBoth(const Pipe& out, const Pipe& err, SystemOutcome& outcome) {
  std::array<pollfd, 2> sources{pollfd{out.ends[0], POLLIN, 0}, pollfd{err.ends[0], POLLIN, 0}};
  std::array<char, 4096> bytes{};
  while (sources[0].fd >= 0 || sources[1].fd >= 0) {
    if (::poll(sources.data(), sources.size(), -1) < 0 && errno != EINTR) return;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (sources[i].revents == 0) continue;
      const ssize_t got = ::read(sources[i].fd, bytes.data(), bytes.size());
      if (got > 0)
        (i == 0 ? outcome.out : outcome.err).append(bytes.data(), static_cast<std::size_t>(got));
      else if (got == 0 || errno != EINTR)
        sources[i].fd = -1;
    }
  }
}

}  // namespace

std::optional<SystemOutcome> runSystemCommand(const std::string& program,
                                              const std::vector<std::string>& arguments) {
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  Pipe out, err;
  if (!out.open() || !err.open()) return {};
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, err.ends[1], STDERR_FILENO);
  pid_t child = 0;
  const int failed =
      ::posix_spawnp(&child, program.c_str(), &actions, nullptr, pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return {};
  out.close(1);
  err.close(1);
  SystemOutcome outcome;
  readBoth(out, err, outcome);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) outcome.exitCode = WEXITSTATUS(status);
  return outcome;
}

}  // namespace hopscope::cli
