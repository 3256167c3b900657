// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/forwarding_defaults.h"

#include <fmt/format.h>

#include <string>

namespace hopscope {
namespace {

std::string nameAt(const Values& settings, const char* path) {
  const auto found = settings.find(path);
  const auto* name = found == settings.end() ? nullptr : std::get_if<std::string>(&found->second);
  return name == nullptr ? std::string() : *name;
}

/// Hirasawa 2022. The values of the zero-load study are lost there; these reproduce its figures.
Values profile(const std::string& name) {
  const auto text = [](const char* value) { return Value(std::string(value)); };
  if (name == "app")
    return {{"forwarding.cam.latency", text("10 ns")},
            {"forwarding.cache.latency", text("1 ns")},
            {"switch.latency", text("50 ns")}};
  if (name == "offchip")
    return {{"forwarding.cam.latency", text("25 ns")}, {"forwarding.cache.latency", text("1 ns")}};
  if (name == "real")
    return {{"forwarding.cam.latency", text("25 ns")},
            {"forwarding.cache.latency", text("0.4 ns")},
            {"forwarding.cache.entries", std::int64_t{512}},
            {"forwarding.l2.entries", std::int64_t{8192}},
            {"forwarding.l2.latency", text("4 ns")}};
  if (name == "zeroload")
    return {{"forwarding.cam.latency", text("25 ns")},
            {"forwarding.cache.latency", text("2 ns")},
            {"forwarding.cache.interval", text("1 ns")},
            {"switch.latency", text("75 ns")}};
  return {};
}

}  // namespace

Values forwardingDefaults(const Values& settings) {
  Values defaults = profile(nameAt(settings, "forwarding.profile"));
  for (const auto& [part, own] : {std::pair("cam", "25 ns"), {"cache", "1 ns"}, {"l2", "4 ns"}}) {
    const std::string latency = fmt::format("forwarding.{}.latency", part);
    const std::string interval = fmt::format("forwarding.{}.interval", part);
    // A server is busy for as long as one lookup takes, unless told otherwise.
    if (const auto given = settings.find(latency); given != settings.end())
      defaults[interval] = given->second;
    else if (defaults.count(interval) == 0)
      defaults[interval] =
          defaults.count(latency) != 0 ? defaults[latency] : Value(std::string(own));
  }
  if (nameAt(settings, "forwarding.lookup") == "bcam") defaults["forwarding.cam.energy_nj"] = 21.0;
  if (nameAt(settings, "forwarding.lookup") == "nrf_map")
    defaults["forwarding.node_reduction.kind"] = std::string("auto");
  return defaults;
}

}  // namespace hopscope
