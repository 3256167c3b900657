// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology/part_words.h"

namespace hopscope {
namespace {

Sentence withName(const Sentence& part, const std::string& name) {
  return name.empty() ? part : sentence("{} \"{}\"", part, name);
}

}  // namespace

const std::string& givenName(const Topology& topology, const LinkEnd& end) {
  static const std::string kUnnamed;
  const auto& names = end.isTerminal ? topology.terminalNames : topology.routerNames;
  return end.node < names.size() ? names[end.node] : kUnnamed;
}

Sentence partInWords(const Topology& topology, const LinkEnd& end) {
  return withName(end.isTerminal ? sentence("terminal {}", topology.terminalIds[end.node])
                                 : sentence("router {}", topology.routerIds[end.node]),
                  givenName(topology, end));
}

Sentence channelInWords(const Topology& topology, ChannelId channel) {
  return sentence("{} → {}", partInWords(topology, topology.from(channel)),
                  partInWords(topology, topology.to(channel)));
}

Sentence routerInWords(const Topology& topology, RouterId router) {
  return partInWords(topology, {router, 0, false});
}

Sentence routerFirst(const Topology& topology, RouterId router) {
  return withName(sentence("Router {}", topology.routerIds[router]),
                  givenName(topology, {router, 0, false}));
}

}  // namespace hopscope
