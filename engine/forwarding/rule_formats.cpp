// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/rule_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace hopscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kNetworkIdentifier = 1;  // of the one VXLAN

std::string tunnelAddress(std::uint64_t number) {
  return fmt::format("10.{}.{}.{}", number >> 16 & 0xff, number >> 8 & 0xff, number & 0xff);
}

std::string masked(const Ternary& pattern) {
  return pattern.mask == kWholeMac
             ? macText(pattern.value)
             : fmt::format("{}/{}", macText(pattern.value), macText(pattern.mask));
}

const char* nameOf(RuleClass ruleClass) {
  switch (ruleClass) {
    case RuleClass::ordinary:
      return "ordinary";
    case RuleClass::standard:
      return "default";
    case RuleClass::alternative:
      return "alternative";
  }
  return "";
}

/// Some rules hold only under a condition, so all say what they are for.
bool isConditional(const std::vector<Rule>& rules) {
  return std::any_of(rules.begin(), rules.end(),
                     [](const Rule& rule) { return rule.ruleClass != RuleClass::ordinary; });
}

/// "port 7 not paused", or nothing.
std::string conditionOf(const Rule& rule, unsigned firstPort) {
  if (!rule.unlessPaused || rule.actions.empty()) return {};
  return fmt::format("port {} not paused", rule.actions.back().value + firstPort);
}

/// Whether outer headers of these rules are VXLAN's, which no match tells.
bool usesUdp(const std::vector<Rule>& rules) {
  for (const Rule& rule : rules)
    for (const RuleAction& action : rule.actions)
      if (action.kind == ActionKind::encapsulateUdp || action.kind == ActionKind::decapsulateUdp)
        return true;
  return false;
}

class OpenFlow {
 public:
  OpenFlow(PortIndex radix, bool udp) : radix_(radix), udp_(udp) {}

  std::string line(const Rule& rule) const {
    std::string text = fmt::format("table={},priority={}", rule.table, rule.priority);
    const RuleMatch& match = rule.match;
    if (match.inPort != kNoPort) text += fmt::format(",in_port={}", match.inPort + 1);
    if (match.etherType != 0) text += fmt::format(",dl_type={:#06x}", match.etherType);
    if (match.tunnel != 0)
      text += udp_ ? fmt::format(",ip,nw_dst={}", tunnelAddress(match.tunnel))
                   : fmt::format(",mpls,mpls_label={}", match.tunnel);
    if (match.source.mask != 0) text += ",dl_src=" + masked(match.source);
    if (match.destination.mask != 0) text += ",dl_dst=" + masked(match.destination);
    return text + ",actions=" + actions(rule);
  }

 private:
  std::string actions(const Rule& rule) const {
    std::string text;
    bool outside = false;  // the frame comes back by another port
    for (const RuleAction& each : rule.actions) {
      if (outside) break;
      if (!text.empty()) text += ',';
      text += action(each);
      outside = each.kind == ActionKind::encapsulateUdp || each.kind == ActionKind::decapsulateUdp;
    }
    return text.empty() ? "drop" : text;
  }

  std::string action(const RuleAction& each) const {
    switch (each.kind) {
      case ActionKind::output:
        return fmt::format("output:{}", each.value + 1);
      case ActionKind::outputToInPort:
        return "in_port";
      case ActionKind::setSource:
        return "mod_dl_src:" + macText(each.value);
      case ActionKind::setDestination:
        return "mod_dl_dst:" + macText(each.value);
      case ActionKind::encapsulate:
        return fmt::format("push_mpls:0x8847,set_field:{}->mpls_label", each.value);
      case ActionKind::encapsulateUdp:
        return fmt::format("set_field:{}->tun_dst,set_field:{}->tun_id,output:{}",
                           tunnelAddress(each.value), kNetworkIdentifier, radix_ + 1);
      case ActionKind::decapsulate:
        return "pop_mpls:0x0800";
      case ActionKind::decapsulateUdp:
        return "LOCAL";
      case ActionKind::goTo:
        return fmt::format("resubmit(,{})", each.value);
    }
    return {};
  }

  PortIndex radix_;
  bool udp_;
};

const char* nameOf(ActionKind kind) {
  switch (kind) {
    case ActionKind::output:
      return "output";
    case ActionKind::outputToInPort:
      return "output_to_in_port";
    case ActionKind::setSource:
      return "set_source";
    case ActionKind::setDestination:
      return "set_destination";
    case ActionKind::encapsulate:
      return "encapsulate_mac";
    case ActionKind::encapsulateUdp:
      return "encapsulate_vxlan";
    case ActionKind::decapsulate:
      return "decapsulate_mac";
    case ActionKind::decapsulateUdp:
      return "decapsulate_vxlan";
    case ActionKind::goTo:
      return "go_to";
  }
  return "";
}

bool holdsAddress(ActionKind kind) {
  return kind == ActionKind::setSource || kind == ActionKind::setDestination;
}

bool holdsNumber(ActionKind kind) {
  return kind == ActionKind::output || kind == ActionKind::goTo ||
         kind == ActionKind::encapsulate || kind == ActionKind::encapsulateUdp;
}

Json patternJson(const Ternary& pattern) {
  return {{"value", macText(pattern.value)}, {"mask", macText(pattern.mask)}};
}

Json ruleJson(const Rule& rule) {
  Json match = Json::object();
  if (rule.match.inPort != kNoPort) match["in_port"] = rule.match.inPort;
  if (rule.match.etherType != 0) match["ether_type"] = fmt::format("{:#06x}", rule.match.etherType);
  if (rule.match.tunnel != 0) match["outer_switch"] = rule.match.tunnel;
  if (rule.match.source.mask != 0) match["source"] = patternJson(rule.match.source);
  if (rule.match.destination.mask != 0) match["destination"] = patternJson(rule.match.destination);
  Json actions = Json::array();
  for (const RuleAction& action : rule.actions) {
    Json each{{"kind", nameOf(action.kind)}};
    if (holdsAddress(action.kind)) each["address"] = macText(action.value);
    if (holdsNumber(action.kind))
      each[action.kind == ActionKind::output ? "port"
           : action.kind == ActionKind::goTo ? "table"
                                             : "switch"] = action.value;
    actions.push_back(std::move(each));
  }
  return {{"table", rule.table},
          {"priority", rule.priority},
          {"match", std::move(match)},
          {"actions", std::move(actions)}};
}

}  // namespace

std::string openFlowRules(const std::vector<Rule>& rules, PortIndex radix) {
  const OpenFlow format(radix, usesUdp(rules));
  std::string text;
  const bool conditional = isConditional(rules);
  for (const Rule& rule : rules) {
    text += format.line(rule);
    // ovs-ofctl passes over what stands behind #; OpenFlow has no such conditions.
    if (conditional) {
      const std::string condition = conditionOf(rule, 1);
      text += fmt::format("  # {}{}{}", nameOf(rule.ruleClass), condition.empty() ? "" : ", while ",
                          condition);
    }
    text += '\n';
  }
  return text;
}

std::string csvRules(const std::vector<Rule>& rules) {
  std::string text =
      "table,priority,in_port,ether_type,outer_switch,source,source_mask,destination,"
      "destination_mask,actions";
  const bool conditional = isConditional(rules);
  text += conditional ? ",class,condition\n" : "\n";
  for (const Rule& rule : rules) {
    const RuleMatch& match = rule.match;
    const auto pattern = [](const Ternary& each) {
      return each.mask == 0 ? std::string(",") : macText(each.value) + ',' + macText(each.mask);
    };
    std::string actions;
    for (const RuleAction& action : rule.actions) {
      if (!actions.empty()) actions += ' ';
      actions += nameOf(action.kind);
      if (holdsAddress(action.kind)) actions += '=' + macText(action.value);
      if (holdsNumber(action.kind)) actions += fmt::format("={}", action.value);
    }
    text +=
        fmt::format("{},{},{},{},{},{},{},{}", rule.table, rule.priority,
                    match.inPort == kNoPort ? "" : fmt::format("{}", match.inPort),
                    match.etherType == 0 ? "" : fmt::format("{:#06x}", match.etherType),
                    match.tunnel == 0 ? "" : fmt::format("{}", match.tunnel), pattern(match.source),
                    pattern(match.destination), actions.empty() ? "drop" : actions);
    if (conditional) text += fmt::format(",{},{}", nameOf(rule.ruleClass), conditionOf(rule, 0));
    text += '\n';
  }
  return text;
}

std::string jsonRules(const AddressPlan& plan, RouterId router, const std::vector<Rule>& rules) {
  Json fields = Json::array();
  for (const AddressField& field : plan.layout().fields())
    fields.push_back({{"name", field.name},
                      {"count", field.count},
                      {"bits", field.bits},
                      {"lowest_bit", field.shift}});
  Json terminals = Json::array();
  for (const TerminalId terminal : plan.terminalsOf(router)) {
    Json each{{"terminal", terminal}, {"burned_in", macText(factoryMac(terminal))}};
    if (plan.hierarchical()) each["address"] = macText(plan.placeOf(terminal));
    terminals.push_back(std::move(each));
  }
  Json list = Json::array();
  const bool conditional = isConditional(rules);
  for (const Rule& rule : rules) {
    Json each = ruleJson(rule);
    if (conditional) {
      each["class"] = nameOf(rule.ruleClass);
      if (rule.unlessPaused) each["condition"] = "not_paused";
    }
    list.push_back(std::move(each));
  }
  const Json document{{"router", router},
                      {"scheme", nameOf(plan.scheme())},
                      {"address_fields", std::move(fields)},
                      {"terminals", std::move(terminals)},
                      {"rules", std::move(list)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace hopscope
