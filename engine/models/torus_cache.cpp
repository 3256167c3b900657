// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/models/torus_cache.h"

#include <algorithm>
#include <cmath>

#include "engine/core/declare.h"
#include "engine/models/entries.h"

namespace hopscope::formulas {
namespace {

using declare::number;

double half(const TorusShape& torus) {
  return std::floor(static_cast<double>(torus.k) / 2);
}

double power(const TorusShape& torus, std::int64_t exponent) {
  return std::pow(static_cast<double>(torus.k), static_cast<double>(exponent));
}

std::vector<Parameter> torusParameters(std::int64_t k, std::int64_t n) {
  return {number(ParameterType::integer, "k", "Routers in a ring", k, 2, 4096, "", ""),
          number(ParameterType::integer, "n", "Dimensions", n, 1, 8, "", ""),
          number(ParameterType::integer, "entries", "Cache entries", std::int64_t{2048}, 1, 1e9, "",
                 "Lines of the cache at each input port.")};
}

TorusShape readTorus(const Values& values) {
  return {integerAt(values, "k"), integerAt(values, "n")};
}

}  // namespace

double destinationsAt(const TorusShape& torus, std::int64_t port) {
  if (port == 0) return power(torus, torus.n) - 1;
  return power(torus, torus.n - port) * half(torus);
}

double torusHitRate(const TorusShape& torus, std::int64_t port, double entries) {
  return std::min(1.0, entries / destinationsAt(torus, port));
}

double meanTorusHitRate(const TorusShape& torus, double entries) {
  const auto k = static_cast<double>(torus.k);
  // Hops in one ring, both ways round, own place included.
  const double hops = torus.k % 2 == 0 ? k / 4 : (k * k - 1) / (4 * k);
  double hits = torusHitRate(torus, 0, entries);
  for (std::int64_t port = 1; port <= torus.n; ++port)
    hits += hops * torusHitRate(torus, port, entries);
  return hits / (1 + static_cast<double>(torus.n) * hops);
}

double longestLatency(const TorusShape& torus, const SwitchDelays& delays, double entries) {
  double sum = delays.link;
  for (std::int64_t port = 0; port <= torus.n; ++port) {
    const double miss = 1 - torusHitRate(torus, port, entries);
    const double switches = port == 0 ? 1 : half(torus);
    sum += switches * (delays.hit + delays.penalty * miss + delays.link);
  }
  return sum;
}

double longestConventionalLatency(const TorusShape& torus, const SwitchDelays& delays) {
  const double switches = 1 + static_cast<double>(torus.n) * half(torus);
  return switches * (delays.conventional + delays.link) + delays.link;
}

Model torusHitRate() {
  Model model;
  model.name = "torus_hit_rate";
  model.label = "Hit rate in a torus";
  model.help = "How many destinations an input port sees, and how many of them its cache holds.";
  model.source = "Hirasawa 2022, equations 4.1 and 4.2";
  model.parameters = torusParameters(11, 4);
  model.parameters.push_back(number(ParameterType::integer, "port", "Port's dimension",
                                    std::int64_t{0}, 0, 8, "",
                                    "1 is routed first; 0 is the port of the terminal."));
  model.outputs = {{"destinations", "Destinations seen", ""},
                   {"hit", "Hit rate", "%"},
                   {"miss", "Capacity misses", "%"},
                   {"mean_miss", "Capacity misses over all ports traversed", "%"}};
  model.check = [](const Values& values) -> Issues {
    if (integerAt(values, "port") <= integerAt(values, "n")) return {};
    return {{Severity::error, "port", sentence("The torus has no port of that dimension."),
             sentence("Allowed: 0 for the terminal, then up to the number of dimensions.")}};
  };
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const TorusShape torus = readTorus(values);
    const double entries = realAt(values, "entries");
    const double hit = torusHitRate(torus, integerAt(values, "port"), entries);
    return {destinationsAt(torus, integerAt(values, "port")), 100 * hit, 100 * (1 - hit),
            100 * (1 - meanTorusHitRate(torus, entries))};
  };
  return model;
}

Model zeroLoadLatency() {
  const SwitchDelays usual;
  Model model;
  model.name = "zero_load_latency";
  model.label = "Latency of an idle torus with forwarding caches";
  model.help =
      "The longest minimal path, with caches and with the CAM alone. The source's own delays are "
      "lost; the defaults reproduce its curves.";
  model.source = "Hirasawa 2022, equations 4.3 and 4.4";
  model.parameters = torusParameters(11, 3);
  const auto delay = [&model](const char* name, const char* label, double fallback,
                              const char* help) {
    model.parameters.push_back(
        number(ParameterType::real, name, label, fallback, 0, 1e6, "ns", help));
  };
  delay("conventional_ns", "Switch with a CAM", usual.conventional, "");
  delay("hit_ns", "Switch with a hit", usual.hit, "");
  delay("penalty_ns", "What a miss adds", usual.penalty, "");
  delay("link_ns", "Link", usual.link, "");
  model.outputs = {{"terminals", "Terminals", ""},
                   {"cached", "Latency with caches", "ns"},
                   {"conventional", "Latency with the CAM alone", "ns"},
                   {"reduction", "Reduction", "%"}};
  model.check = [](const Values& values) -> Issues {
    if (realAt(values, "conventional_ns") + realAt(values, "link_ns") > 0) return {};
    return {{Severity::error, "conventional_ns",
             sentence("A network without any delay has no latency."),
             sentence("Give the switch or the link a delay above 0.")}};
  };
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const TorusShape torus = readTorus(values);
    const SwitchDelays delays{realAt(values, "conventional_ns"), realAt(values, "hit_ns"),
                              realAt(values, "penalty_ns"), realAt(values, "link_ns")};
    const double cached = longestLatency(torus, delays, realAt(values, "entries"));
    const double conventional = longestConventionalLatency(torus, delays);
    return {power(torus, torus.n), cached, conventional, 100 * (1 - cached / conventional)};
  };
  return model;
}

}  // namespace hopscope::formulas
