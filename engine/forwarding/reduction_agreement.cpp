// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/reduction_agreement.h"

#include <fmt/format.h>

#include <algorithm>

namespace hopscope {
namespace {

constexpr std::size_t kMostPatterns = 64;
constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 19;

class PortTags final : public NodeReduction {
 public:
  PortTags(std::shared_ptr<const NodeReduction> reduction, const Topology& topology,
           std::shared_ptr<const TagPorts> ports)
      : reduction_(std::move(reduction)), ports_(std::move(ports)) {
    for (RouterId r = 0; r < topology.routerCount(); ++r) radix_.push_back(topology.radix(r));
  }

  std::uint32_t tag(RouterId router, TerminalId destination) const override {
    const std::uint32_t tag = reduction_->tag(router, destination);
    const PortIndex port = ports_->port(router, tag);
    return port == kNoPort ? radix_[router] + tag : port;
  }
  std::uint32_t tags(RouterId router) const override {
    return radix_[router] + reduction_->tags(router);
  }
  std::string tagName(RouterId router, std::uint32_t tag) const override {
    if (tag >= radix_[router]) return reduction_->tagName(router, tag - radix_[router]);
    return fmt::format("port {}", tag);
  }

 private:
  std::shared_ptr<const NodeReduction> reduction_;
  std::shared_ptr<const TagPorts> ports_;
  std::vector<std::uint32_t> radix_;
};

}  // namespace

TagPorts comparePorts(const NodeReduction& reduction, const Topology& topology,
                      const RouteWalk& walk) {
  TagPorts result;
  const std::uint32_t terminals = topology.terminalCount();
  result.firstTag.push_back(0);
  for (RouterId r = 0; r < topology.routerCount(); ++r)
    result.firstTag.push_back(result.firstTag.back() + reduction.tags(r));
  result.ports.assign(result.firstTag.back(), kNoPort);
  std::vector<TerminalId> seenFor(result.ports.size(), kNone);
  const std::uint64_t rounds =
      std::clamp<std::uint64_t>(kMostPairs / std::max(1u, terminals), 1, terminals);
  result.complete = rounds == terminals;
  for (std::uint64_t round = 0; round < rounds && !result.conflict; ++round) {
    for (TerminalId source = 0; source < terminals && !result.conflict; ++source) {
      // Rounds that are left out are spread, and not the same for all sources.
      const std::uint64_t step =
          (round * terminals + (result.complete ? 0 : source % terminals)) / rounds;
      const auto destination = static_cast<TerminalId>((source + step) % terminals);
      walk(source, destination, [&](RouterId router, PortIndex port) {
        const std::uint32_t tag = reduction.tag(router, destination);
        const std::size_t place = result.firstTag[router] + tag;
        if (result.ports[place] == kNoPort) {
          result.ports[place] = port;
          seenFor[place] = destination;
        } else if (result.ports[place] != port && !result.conflict) {
          result.conflict =
              TagConflict{router, tag, seenFor[place], destination, result.ports[place], port};
        }
      });
    }
  }
  return result;
}

std::shared_ptr<const NodeReduction> reducedToPorts(std::shared_ptr<const NodeReduction> reduction,
                                                    const Topology& topology,
                                                    std::shared_ptr<const TagPorts> ports) {
  return std::make_shared<PortTags>(std::move(reduction), topology, std::move(ports));
}

std::size_t mappingPatterns(const TagPorts& ports) {
  std::vector<std::vector<PortIndex>> patterns;
  for (std::size_t r = 0; r + 1 < ports.firstTag.size() && patterns.size() <= kMostPatterns; ++r) {
    const std::vector<PortIndex> own(
        ports.ports.begin() + static_cast<std::ptrdiff_t>(ports.firstTag[r]),
        ports.ports.begin() + static_cast<std::ptrdiff_t>(ports.firstTag[r + 1]));
    const auto agree = [&own](const std::vector<PortIndex>& pattern) {
      for (std::size_t tag = 0; tag < std::min(own.size(), pattern.size()); ++tag)
        if (own[tag] != kNoPort && pattern[tag] != kNoPort && own[tag] != pattern[tag])
          return false;
      return true;
    };
    const auto found = std::find_if(patterns.begin(), patterns.end(), agree);
    if (found == patterns.end()) {
      patterns.push_back(own);
      continue;
    }
    found->resize(std::max(found->size(), own.size()), kNoPort);
    for (std::size_t tag = 0; tag < own.size(); ++tag)
      if (own[tag] != kNoPort) (*found)[tag] = own[tag];
  }
  return patterns.size();
}

}  // namespace hopscope
