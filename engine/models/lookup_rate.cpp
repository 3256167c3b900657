// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/models/lookup_rate.h"

#include <algorithm>

#include "engine/core/declare.h"
#include "engine/models/entries.h"

namespace hopscope::formulas {
namespace {

using declare::number;

Parameter packetBytes() {
  return number(ParameterType::real, "packet_bytes", "Packet on the wire", kSmallestPacketBytes, 1,
                1e6, "bytes", "Gap and preamble included: 84 for the smallest Ethernet frame.");
}

Parameter camNs(double fallback) {
  return number(ParameterType::real, "cam_ns", "CAM lookup", fallback, 1e-3, 1e6, "ns",
                "Time of one lookup in the CAM; the next one waits for it.");
}

}  // namespace

double lineRateGbps(double packetBytes, double lookupNs) {
  return packetBytes * 8 / lookupNs;
}

double rateOfPacketsGbps(double packetBytes, double gigaPacketsPerSecond) {
  return packetBytes * 8 * gigaPacketsPerSecond;
}

LookupThroughput lookupThroughput(double camNs, double cacheNs, double missRatio,
                                  double busyPorts) {
  LookupThroughput result;
  result.conventional = 1e3 / camNs;
  result.cached = 1e3 / std::max(cacheNs, camNs * missRatio * busyPorts);
  return result;
}

double pipelinedLookupsPerNs(const LookupHierarchy& hierarchy, double destinations) {
  const double pastL1 = 1 - std::min(1.0, hierarchy.l1Entries / destinations);
  const double pastL2 = 1 - std::min(1.0, hierarchy.l2Entries / destinations);
  return 1 / std::max({hierarchy.l1Ns, hierarchy.l2Ns * pastL1, hierarchy.camNs * pastL2});
}

double serialLookupsPerNs(const LookupHierarchy& hierarchy, double destinations) {
  const double pastL1 = 1 - std::min(1.0, hierarchy.l1Entries / destinations);
  const double pastL2 = 1 - std::min(1.0, hierarchy.l2Entries / destinations);
  return 1 / (hierarchy.l1Ns + hierarchy.l2Ns * pastL1 + hierarchy.camNs * pastL2);
}

Model lineRate() {
  Model model;
  model.name = "line_rate";
  model.label = "Line rate limited by lookup";
  model.help = "The fastest link on which every packet finds its route in time.";
  model.source = "Hirasawa 2022, section 1.1";
  model.parameters = {packetBytes(), number(ParameterType::real, "lookup_ns", "Lookup", 4.0, 1e-3,
                                            1e6, "ns", "Time between the starts of two lookups.")};
  model.outputs = {{"line_rate", "Line rate", "Gb/s"}, {"packet_rate", "Packet rate", "Mpps"}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const double lookup = realAt(values, "lookup_ns");
    return {lineRateGbps(realAt(values, "packet_bytes"), lookup), 1e3 / lookup};
  };
  return model;
}

Model packetRate() {
  Model model;
  model.name = "packet_rate";
  model.label = "Line rate of a packet rate";
  model.help = "What a switch that forwards so many packets per second carries in bits.";
  model.source = "Hirasawa 2022, chapter 3";
  model.parameters = {packetBytes(), number(ParameterType::real, "gpps", "Packet rate", 6.0, 1e-6,
                                            1e6, "Gpps", "Billions of packets per second.")};
  model.outputs = {{"line_rate", "Line rate", "Gb/s"}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    return {rateOfPacketsGbps(realAt(values, "packet_bytes"), realAt(values, "gpps"))};
  };
  return model;
}

Model aggregateRate() {
  Model model;
  model.name = "aggregate_rate";
  model.label = "Aggregate rate of a switch";
  model.help = "All ports together.";
  model.source = "Hirasawa 2022, section 1.1";
  model.parameters = {
      number(ParameterType::integer, "ports", "Ports", std::int64_t{64}, 1, 1e6, "", ""),
      number(ParameterType::real, "port_gbps", "Port", 400.0, 1e-3, 1e6, "Gb/s", "")};
  model.outputs = {{"aggregate", "Aggregate rate", "Tb/s"}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    return {realAt(values, "ports") * realAt(values, "port_gbps") / 1e3};
  };
  return model;
}

Model lookupThroughput() {
  Model model;
  model.name = "lookup_throughput";
  model.label = "Throughput of cached lookup";
  model.help = "Lookups per second of a switch with one CAM, and with a cache before it.";
  model.source = "Hirasawa 2022, equations 4.6 and 4.7";
  model.parameters = {camNs(25.0),
                      number(ParameterType::real, "cache_ns", "Cache lookup", 1.0, 1e-3, 1e6, "ns",
                             "Time between two lookups of one port's cache."),
                      number(ParameterType::real, "miss", "Miss ratio", 0.0, 0, 1, "",
                             "Share of the lookups that go on to the CAM."),
                      number(ParameterType::integer, "busy_ports", "Busy ports", std::int64_t{1}, 1,
                             4096, "", "Ports whose misses share the CAM; the source has 1.")};
  model.outputs = {{"conventional", "CAM alone", "Mpps"},
                   {"cached", "With a cache, per port", "Mpps"},
                   {"gain", "Gain", ""},
                   {"knee", "Miss ratio from which the CAM limits", ""}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const double cam = realAt(values, "cam_ns");
    const double cache = realAt(values, "cache_ns");
    const double ports = realAt(values, "busy_ports");
    const LookupThroughput result = lookupThroughput(cam, cache, realAt(values, "miss"), ports);
    return {result.conventional, result.cached, result.cached / result.conventional,
            std::min(1.0, cache / (cam * ports))};
  };
  return model;
}

Model lookupHierarchy() {
  const LookupHierarchy usual;
  Model model;
  model.name = "lookup_hierarchy";
  model.label = "Line rate of a lookup hierarchy";
  model.help = "Two levels of cache and a TCAM under random destinations: RC(Real).";
  model.source = "Hirasawa 2022, Table 5.1 and Figure 5.2";
  const auto time = [](const char* name, const char* label, double fallback) {
    return number(ParameterType::real, name, label, fallback, 1e-3, 1e6, "ns", "");
  };
  const auto size = [](const char* name, const char* label, double fallback) {
    return number(ParameterType::integer, name, label, static_cast<std::int64_t>(fallback), 0, 1e9,
                  "", "Destinations it holds; 0: there is none.");
  };
  model.parameters = {number(ParameterType::integer, "destinations", "Destinations",
                             std::int64_t{1024}, 1, 1e9, "", "Each as likely as any other."),
                      size("l1_entries", "L1 entries", usual.l1Entries),
                      time("l1_ns", "L1 lookup", usual.l1Ns),
                      size("l2_entries", "L2 entries", usual.l2Entries),
                      time("l2_ns", "L2 lookup", usual.l2Ns),
                      camNs(usual.camNs),
                      packetBytes()};
  model.outputs = {{"line_rate", "Line rate, pipelined", "Gb/s"},
                   {"serial", "Line rate, one lookup after the other", "Gb/s"}};
  model.evaluate = [](const Values& values) -> std::vector<double> {
    const LookupHierarchy hierarchy{realAt(values, "l1_entries"), realAt(values, "l1_ns"),
                                    realAt(values, "l2_entries"), realAt(values, "l2_ns"),
                                    realAt(values, "cam_ns")};
    const double destinations = realAt(values, "destinations");
    const double bytes = realAt(values, "packet_bytes");
    return {rateOfPacketsGbps(bytes, pipelinedLookupsPerNs(hierarchy, destinations)),
            rateOfPacketsGbps(bytes, serialLookupsPerNs(hierarchy, destinations))};
  };
  return model;
}

}  // namespace hopscope::formulas
