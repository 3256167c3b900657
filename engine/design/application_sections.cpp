// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/application_sections.h"

#include <fmt/format.h>

#include <utility>

#include "engine/core/declare.h"
#include "engine/workload/application.h"
#include "engine/workload/mapping.h"

namespace hopscope {
namespace {

using declare::choice;
using declare::number;

constexpr double kLongestStart = 1e12;  // cycles
constexpr double kFastestRank = 1e9;    // operations per nanosecond

std::string nameAt(const Design& design, const std::string& path, const char* fallback) {
  const auto found = design.settings.find(path);
  const auto* name =
      found == design.settings.end() ? nullptr : std::get_if<std::string>(&found->second);
  return name == nullptr ? fallback : *name;
}

template <typename Entries>
std::vector<ParameterChoice> choicesAmong(const Entries& registry) {
  std::vector<ParameterChoice> choices;
  for (const auto& entry : registry) choices.push_back({entry.name, entry.label});
  return choices;
}

Parameter kindParameter(std::size_t index) {
  std::vector<ParameterChoice> kinds = choicesAmong(applications());
  kinds.insert(kinds.begin(), {kNoApplication, "None"});
  return choice(applicationPath(index),
                index == 0 ? "Application" : fmt::format("Application {}", index + 1),
                kNoApplication, std::move(kinds),
                "What terminals do beside sending at a rate: the run ends when it is done.");
}

/// The settings of one application below its kind.
void addApplication(const Design& design, std::size_t index, Section& section) {
  const auto add = [&](std::vector<Parameter> parameters) {
    for (Parameter& parameter : parameters) {
      parameter.name = applicationPath(index, parameter.name);
      section.parameters.push_back(std::move(parameter));
    }
  };
  if (const auto* entry =
          applications().find(nameAt(design, applicationPath(index), kNoApplication)))
    add(entry->parameters);
  std::vector<Parameter> common = commonApplicationParameters();
  const std::string first = mappings().entries().front().name;
  if (const auto* mapping =
          mappings().find(nameAt(design, applicationPath(index, "mapping"), first.c_str())))
    common.insert(common.begin() + 1, mapping->parameters.begin(), mapping->parameters.end());
  add(std::move(common));
}

}  // namespace

std::size_t applicationCount(const Design& design) {
  std::size_t count = 0;
  while (count < kMostApplications &&
         nameAt(design, applicationPath(count), kNoApplication) != kNoApplication)
    ++count;
  return count;
}

std::string applicationPath(std::size_t index, const std::string& name) {
  return fmt::format("{}.{}.{}", kApplications, index, name);
}

bool isApplicationChoice(const std::string& path) {
  return path.rfind(std::string(kApplications) + ".", 0) == 0 &&
         (path.ends_with(".kind") || path.ends_with(".mapping"));
}

std::vector<Section> applicationSections(const Design& design) {
  Section jobs{kApplications, "Applications", "Programs whose ranks exchange messages.", {}};
  const std::size_t count = applicationCount(design);
  for (std::size_t i = 0; i < count; ++i) {
    jobs.parameters.push_back(kindParameter(i));
    addApplication(design, i, jobs);
  }
  if (count < kMostApplications) jobs.parameters.push_back(kindParameter(count));
  Section endpoints{kEndpoints, "Endpoints", "How ranks and interfaces handle messages.", {}};
  if (count > 0) endpoints.parameters = endpointParameters();
  return {std::move(jobs), std::move(endpoints)};
}

std::vector<Parameter> commonApplicationParameters() {
  Parameter compute = number(ParameterType::real, "compute", "Rate of a rank", std::string("off"),
                             1e-6, kFastestRank, "GFlop/s",
                             "How fast ranks compute; \"off\" has computation take no time.");
  compute.keywords = {{"off", "Off"}};
  return {choice("mapping", "Mapping", mappings().entries().front().name, choicesAmong(mappings()),
                 "Which terminal each rank is at."),
          number(ParameterType::cycles, "start", "Start", std::int64_t{0}, 0, kLongestStart,
                 "cycles", "When its ranks begin."),
          std::move(compute)};
}

std::vector<Parameter> endpointParameters() {
  const auto overhead = [](const char* name, const char* label, const char* help) {
    Parameter table;
    table.name = name;
    table.label = label;
    table.type = ParameterType::text;
    table.fallback = std::string();
    table.help = help;
    return table;
  };
  return {
      number(ParameterType::integer, "endpoints.eager", "Eager up to", std::int64_t{65'536}, 0,
             4'294'967'295.0, "bytes",
             "Larger messages wait until they are asked for (rendezvous)."),
      overhead("endpoints.send_overhead", "Send overhead",
               "Cycles a rank spends on a message it sends: \"size:fixed:per-byte; …\"."),
      overhead("endpoints.receive_overhead", "Receive overhead",
               "Cycles a rank spends on a message it receives: \"size:fixed:per-byte; …\"."),
      number(ParameterType::integer, "endpoints.header", "Header", std::int64_t{0}, 0, 65'535,
             "bytes", "Of each packet, beside what it carries of a message."),
      number(ParameterType::real, "endpoints.local_bandwidth", "Local bandwidth", std::int64_t{25},
             0.001, 1e9, "bytes per cycle", "Between ranks of one terminal."),
      number(ParameterType::cycles, "endpoints.local_latency", "Local latency", std::int64_t{1}, 1,
             1e9, "cycles", "Between ranks of one terminal."),
      number(ParameterType::integer, "endpoints.queue", "Messages ahead", std::int64_t{1024}, 1,
             1e9, "messages",
             "That an interface takes before those in front have gone; then ranks that send wait "
             "for it.")};
}

}  // namespace hopscope
