// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/forwarding/address_plan.h"
#include "engine/forwarding/rule.h"

namespace hopscope {

// Where some rules hold only while their port is not paused, each says its class and condition: in
// a comment behind the line, in two more columns, in "class" and "condition".

/// The rules as ovs-ofctl reads them ("ovs-ofctl add-flows BRIDGE FILE"), one a line: port p is p +
/// 1 there. An outer MAC header is written as an MPLS label with the switch's number (Open vSwitch
/// has no MAC in MAC). VXLAN is a tunnel on port radix + 1 ("remote_ip=flow") to the switch's
/// number in 10.0.0.0/8; its frames come back by the local port.
std::string openFlowRules(const std::vector<Rule>& rules, PortIndex radix);

/// A header line and a line a rule; ports from 0.
std::string csvRules(const std::vector<Rule>& rules);

/// An object with the router, the fields of its addresses, its terminals with their addresses, and
/// the rules {table, priority, match, actions}, indented; ports from 0.
std::string jsonRules(const AddressPlan& plan, RouterId router, const std::vector<Rule>& rules);

}  // namespace hopscope
