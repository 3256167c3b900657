// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of a file as a program (command_file.h).
#include <algorithm>
#include <utility>

#include "engine/workload/applications/entries.h"
#include "engine/workload/command_file.h"
#include "engine/workload/command_partners.h"

namespace hopscope::application {
namespace {

Operation operationOf(const Command& command, std::uint32_t peer, std::uint32_t ranks) {
  switch (command.kind) {
    case CommandKind::send:
    case CommandKind::blockingSend:
    case CommandKind::broadcast: {
      Operation operation = Operation::send(peer, static_cast<std::uint64_t>(command.amount));
      operation.unasked = true;
      operation.confirmed = command.kind == CommandKind::blockingSend;
      return operation;
    }
    case CommandKind::receive:
      return Operation::receive(peer);
    case CommandKind::wait:
      return command.hasUnit ? Operation::pass(command.amount) : Operation::compute(command.amount);
    case CommandKind::barrier:
      return Operation::all(collectiveNamed("barrier_dissemination"), {0, ranks, 1}, 0);
    case CommandKind::phase:
      return Operation::mark(static_cast<std::uint32_t>(command.amount));
    case CommandKind::flush:
      return {.kind = OperationKind::flush};
    case CommandKind::predict:
      return {.kind = OperationKind::predict, .peer = peer};
    case CommandKind::preload:
      return {.kind = OperationKind::preload, .request = peer};
    case CommandKind::repeat:
      break;  // the file has none of these among its operations
  }
  return {};
}

/// Makes operations of commands block by block: a file of few lines may have very many.
class CommandProgram final : public Program {
 public:
  explicit CommandProgram(CommandFile file) : file_(std::move(file)) {}

  std::uint32_t ranks() const override { return file_.elements(); }
  bool block(std::uint32_t rank, std::uint64_t block, Operations& out) const override {
    const std::uint64_t from = block * kBlock, all = file_.operations(rank);
    if (from >= all) return false;
    file_.forEach(rank, from, std::min(from + kBlock, all),
                  [&](const Command& command, std::uint32_t peer) {
                    out.push_back(operationOf(command, peer, ranks()));
                  });
    return true;
  }
  bool receives(std::uint32_t rank) const override { return file_.receives(rank); }
  bool tellsOfCircuits() const override { return file_.tellsOfCircuits(); }
  bool predicts() const override { return file_.predicts(); }
  const std::vector<CircuitLoad>& loads() const override { return file_.loads(); }

 private:
  static constexpr std::uint64_t kBlock = 64;

  CommandFile file_;
};

}  // namespace

ApplicationEntry commandFile() {
  ApplicationEntry entry;
  entry.name = "commands";
  entry.label = "Command file";
  entry.help =
      "What each processing element does, command by command: send, receive, wait, "
      "barriers. Messages need no receive.";
  entry.source = "Ding 2006, section 5";
  entry.parameters = {ranksParameter(16), declare::text("text", "Commands", "",
                                                        "The text of a file that begins with "
                                                        "\"# hopscope commands 1\".")};
  entry.check = [](const Values& values) {
    CommandFile file = parseCommands(textAt(values, "text"), ranksOf(values));
    Issues issues = std::move(file.issues);
    if (!hasErrors(issues)) issues = checkReceives(file);
    for (Issue& issue : issues) issue.path = "text, " + issue.path;
    return issues;
  };
  entry.make = [](const Values& values) -> std::shared_ptr<const Program> {
    return std::make_shared<CommandProgram>(parseCommands(textAt(values, "text"), ranksOf(values)));
  };
  return entry;
}

}  // namespace hopscope::application
