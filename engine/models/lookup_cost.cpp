// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/models/lookup_cost.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/declare.h"
#include "engine/models/entries.h"
#include "engine/models/lookup_rate.h"

namespace hopscope::formulas {
namespace {

using declare::choice;
using declare::number;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Area of one cache in each process, as a multiple of that at 45 nm (section 4.3).
double areaFactor(const std::string& process) {
  if (process == "32") return 0.18 / 0.228;
  return process == "65" ? 0.73 / 0.228 : 1;
}

/// The hardware of a node reduction function, synthesised for 45 nm (Figures 5.23, 5.24).
struct ReductionHardware {
  const char* configuration;
  const char* stages;
  double area;   ///< µm²
  double stage;  ///< longest stage, ns
};

constexpr double kSingleConfiguration = 300;  // µm²
/// All configurations take about four times the area of one.
constexpr double kAllConfigurations = 4 * kSingleConfiguration;

constexpr ReductionHardware kReductionHardware[] = {
    {"cube6", "1", kSingleConfiguration, 0.54}, {"cube6", "2", 352, 0.47},
    {"fat_tree5", "1", 114, kUnknown},          {"fat_tree5", "2", 165, kUnknown},
    {"all", "3", kAllConfigurations, 0.72},
};

const ReductionHardware* findHardware(const Values& values) {
  for (const ReductionHardware& each : kReductionHardware)
    if (textAt(values, "configuration") == each.configuration &&
        textAt(values, "stages") == each.stages)
      return &each;
  return nullptr;
}

}  // namespace

double cachedLookupWatts(const LookupEnergy& energy, double packetsPerNs, double missRatio,
                         double ports) {
  return packetsPerNs * (energy.cacheNj + energy.camNj * missRatio) +
         (ports * energy.cacheMw + energy.camMw) / 1e3;
}

double conventionalLookupWatts(const LookupEnergy& energy, double packetsPerNs) {
  return packetsPerNs * energy.camNj + energy.camMw / 1e3;
}

const std::vector<CacheSize>& knownCacheSizes() {
  static const std::vector<CacheSize> table = {
      {512, 0.06, 0.40}, {2048, 0.228, 0.41}, {8192, 0.9, 0.9}};
  return table;
}

CacheSize interpolated(const std::vector<CacheSize>& table, double entries) {
  std::size_t upper = 1;
  while (upper + 1 < table.size() && entries > table[upper].entries) ++upper;
  const CacheSize& a = table[upper - 1];
  const CacheSize& b = table[upper];
  const double along = std::log(entries / a.entries) / std::log(b.entries / a.entries);
  return {entries, a.area * std::pow(b.area / a.area, along),
          a.latency * std::pow(b.latency / a.latency, along)};
}

Model lookupPower() {
  const LookupEnergy usual;
  Model model;
  model.name = "lookup_power";
  model.label = "Power of route lookup";
  model.help = "A switch's lookups per second times their energy, and what stands by.";
  model.source = "Hirasawa 2022, equation 4.5 and Figure 4.12";
  const auto add = [&model](const char* name, const char* label, double fallback, double maximum,
                            const char* unit, const char* help) {
    model.parameters.push_back(
        number(ParameterType::real, name, label, fallback, 0, maximum, unit, help));
  };
  add("gbps", "Switch capacity", 1400, 1e9, "Gb/s", "All ports together: 7 of 200 Gb/s.");
  add("load", "Load", 1, 1, "", "Share of the capacity.");
  model.parameters.push_back(number(ParameterType::real, "packet_bytes", "Packet on the wire",
                                    kSmallestPacketBytes, 1, 1e6, "bytes", ""));
  add("miss", "Miss ratio", 0.01, 1, "", "");
  model.parameters.push_back(number(ParameterType::integer, "ports", "Ports with a cache",
                                    std::int64_t{7}, 1, 4096, "", "3-D torus and the terminal."));
  add("cache_nj", "Energy of a cache lookup", usual.cacheNj, 1e6, "nJ", "CACTI 6.5.");
  add("cache_mw", "A cache at rest", usual.cacheMw, 1e6, "mW", "");
  add("cam_nj", "Energy of a CAM lookup", usual.camNj, 1e6, "nJ", "");
  add("cam_mw", "The CAM at rest", usual.camMw, 1e6, "mW", "");
  model.outputs = {{"conventional", "CAM alone", "W"},
                   {"cached", "With caches", "W"},
                   {"cache_static", "Caches at rest", "W"},
                   {"static_of_cached", "Caches at rest, of the power with caches", "%"},
                   {"static_of_conventional", "Caches at rest, of the power of the CAM alone", "%"},
                   {"lookups", "Lookups", "Mpps"}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const LookupEnergy energy{realAt(values, "cache_nj"), realAt(values, "cache_mw"),
                              realAt(values, "cam_nj"), realAt(values, "cam_mw")};
    const double packetsPerNs =
        realAt(values, "gbps") * realAt(values, "load") / 8 / realAt(values, "packet_bytes");
    const double ports = realAt(values, "ports");
    const double cached = cachedLookupWatts(energy, packetsPerNs, realAt(values, "miss"), ports);
    const double conventional = conventionalLookupWatts(energy, packetsPerNs);
    const double rest = ports * energy.cacheMw / 1e3;
    return {conventional,      cached, rest, 100 * rest / cached, 100 * rest / conventional,
            1e3 * packetsPerNs};
  };
  return model;
}

Model cacheArea() {
  Model model;
  model.name = "cache_area";
  model.label = "Area and access time of forwarding caches";
  model.help =
      "Known for 2,048 lines; other sizes lie on straight lines in logarithms, and are estimates.";
  model.source = "Hirasawa 2022, section 4.3 (CACTI 6.5)";
  model.parameters = {
      number(ParameterType::integer, "entries", "Entries", std::int64_t{2048}, 16, 1'000'000, "",
             ""),
      number(ParameterType::integer, "line_bytes", "Line", std::int64_t{12}, 1, 1024, "bytes",
             "8 of the tag, 2 of the port, 2 in reserve."),
      choice("process", "Process", "45", {{"32", "32 nm"}, {"45", "45 nm"}, {"65", "65 nm"}}, ""),
      number(ParameterType::integer, "ports", "Ports", std::int64_t{64}, 1, 4096, "", ""),
      number(ParameterType::real, "die_mm2", "Die", 329.0, 1, 1e5, "mm2",
             "329: the interconnect controller of the K computer."),
      number(ParameterType::real, "packet_bytes", "Packet on the wire", kSmallestPacketBytes, 1,
             1e6, "bytes", "")};
  model.outputs = {{"size", "Size of one cache", "KiB"},       {"area", "Area of one cache", "mm2"},
                   {"total_area", "Area of all ports", "mm2"}, {"share", "Share of the die", "%"},
                   {"latency", "Access time", "ns"},           {"line_rate", "Line rate", "Gb/s"}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const double entries = realAt(values, "entries");
    const CacheSize size = interpolated(knownCacheSizes(), entries);
    const double area = size.area * areaFactor(textAt(values, "process"));
    const double total = area * realAt(values, "ports");
    return {entries * realAt(values, "line_bytes") / 1024,
            area,
            total,
            100 * total / realAt(values, "die_mm2"),
            size.latency,
            lineRateGbps(realAt(values, "packet_bytes"), size.latency)};
  };
  return model;
}

Model nodeReductionHardware() {
  Model model;
  model.name = "node_reduction_hardware";
  model.label = "Hardware of node reduction";
  model.help =
      "Area and delay of the synthesised functions (Nangate 45 nm), and of a mapping from tags to "
      "ports in place of a cache.";
  model.source = "Hirasawa 2022, Figures 5.23, 5.24 and 5.30";
  model.parameters = {
      choice("configuration", "Networks it knows", "all",
             {{"cube6", "6-dimensional cubes only"},
              {"fat_tree5", "5-dimensional fat trees only"},
              {"all", "all"}},
             ""),
      choice("stages", "Pipeline stages", "3", {{"1", "1"}, {"2", "2"}, {"3", "3"}},
             "The third is the cache's."),
      number(ParameterType::integer, "patterns", "Mapping patterns", std::int64_t{16}, 1, 16, "",
             "Of a switch without a cache; each takes the area of the function.")};
  model.outputs = {{"area", "Area", "um2"},
                   {"stage", "Longest stage", "ns"},
                   {"latency", "Latency of the pipeline", "ns"},
                   {"line_rate", "Line rate at 84 bytes", "Gb/s"},
                   {"cube_area", "Of this, for cubes", "um2"},
                   {"mapping_area", "Area of the mapping", "um2"}};
  model.check = [](const Values& values) -> Issues {
    if (findHardware(values) != nullptr) return {};
    return {{Severity::error, "stages", sentence("That pipeline was not synthesised."),
             sentence("Known: 1 or 2 stages for one kind of network, 3 for all.")}};
  };
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const ReductionHardware& hardware = *findHardware(values);
    const double stages = std::stod(textAt(values, "stages"));
    constexpr double kCubeShare = 0.85;  // of a function that knows all networks
    const std::string& configuration = textAt(values, "configuration");
    const double cube =
        configuration == "all" ? kCubeShare : (configuration == "cube6" ? 1.0 : 0.0);
    return {hardware.area,           hardware.stage,
            hardware.stage * stages, lineRateGbps(kSmallestPacketBytes, hardware.stage),
            hardware.area * cube,    kAllConfigurations * realAt(values, "patterns")};
  };
  return model;
}

}  // namespace hopscope::formulas
