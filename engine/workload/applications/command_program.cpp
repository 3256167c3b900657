// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of a file as a program (command_file.h).
#include "engine/workload/applications/entries.h"
#include "engine/workload/command_file.h"
#include "engine/workload/listed_program.h"

namespace hopscope::application {
namespace {

void add(const Command& command, std::uint32_t rank, std::uint32_t ranks, Operations& out) {
  const auto send = [&](std::uint32_t to) {
    Operation operation = Operation::send(to, command.bytes);
    operation.unasked = true;
    operation.confirmed = command.kind == CommandKind::blockingSend;
    out.push_back(operation);
  };
  switch (command.kind) {
    case CommandKind::send:
    case CommandKind::blockingSend:
      return send(command.peer);
    case CommandKind::broadcast:
      for (std::uint32_t to = 0; to < ranks; ++to)
        if (to != rank) send(to);
      return;
    case CommandKind::receive:
      out.push_back(Operation::receive(command.peer));
      return;
    case CommandKind::wait:
      out.push_back(command.picoseconds > 0 ? Operation::pass(command.picoseconds)
                                            : Operation::compute(command.cycles));
      return;
    case CommandKind::barrier:
      out.push_back(Operation::all(collectiveNamed("barrier_dissemination"), {0, ranks, 1}, 0));
      return;
    case CommandKind::phase:
      out.push_back(Operation::mark(static_cast<std::uint32_t>(command.bytes)));
      return;
    case CommandKind::flush:
      out.push_back({.kind = OperationKind::flush});
      return;
    case CommandKind::predict:
      out.push_back({.kind = OperationKind::predict, .peer = command.peer});
      return;
    case CommandKind::preload:
      return;  // what is loaded is a setting of the switch
  }
}

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
    Issues issues = parseCommands(textAt(values, "text"), ranksOf(values)).issues;
    for (Issue& issue : issues) issue.path = "text, " + issue.path;
    return issues;
  };
  entry.make = [](const Values& values) -> std::shared_ptr<const Program> {
    const std::uint32_t ranks = ranksOf(values);
    const CommandFile file = parseCommands(textAt(values, "text"), ranks);
    std::vector<Operations> all(ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
      for (const Command& command : file.elements[rank]) add(command, rank, ranks, all[rank]);
    return std::make_shared<ListedProgram>(std::move(all));
  };
  return entry;
}

}  // namespace hopscope::application
