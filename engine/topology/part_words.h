// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/core/sentence.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// What the user calls a router or terminal; empty where it has no name.
const std::string& givenName(const Topology& topology, const LinkEnd& end);

/// A part in a sentence of a message, by its id and what the user calls it: `router 21`,
/// `router 21 "rack 12"`.
Sentence partInWords(const Topology& topology, const LinkEnd& end);
Sentence channelInWords(const Topology& topology, ChannelId channel);  ///< from → to
Sentence routerInWords(const Topology& topology, RouterId router);
/// The same where a sentence begins with it: `Router 21`.
Sentence routerFirst(const Topology& topology, RouterId router);

}  // namespace hopscope
