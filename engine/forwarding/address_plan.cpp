// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/address_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/topology/structure.h"

namespace hopscope {

/// The numbers of a family's switches as digits.
struct AddressPlan::Shape {
  AddressFamily family = AddressFamily::general;
  /// Names and counts of the fields above the host's, from the most significant one.
  std::vector<std::pair<std::string, std::uint64_t>> fields;
  /// A tree: routers per level, and what their parents' digits take of their numbers: w[l].
  std::vector<std::uint64_t> m, w;
  bool hasGroups() const { return fields.size() > 1; }
};

namespace {

constexpr std::size_t kNamed = 8;

}  // namespace

void AddressPlan::number(const Topology& topology) {
  terminals_.resize(topology.routerCount());
  accessIndex_.assign(topology.routerCount(), kNone);
  for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
    const RouterId router = topology.terminals[t].router;
    routerOf_.push_back(router);
    hostOf_.push_back(static_cast<std::uint16_t>(terminals_[router].size()));
    terminals_[router].push_back(t);
  }
  for (RouterId r = 0; r < topology.routerCount(); ++r) {
    if (terminals_[r].empty()) continue;
    accessIndex_[r] = static_cast<std::uint32_t>(access_.size());
    access_.push_back(r);
  }
}

AddressPlan::Shape AddressPlan::shapeOf(const Topology& topology, std::uint64_t access) {
  Shape shape;
  const Structure structure = structureOf(topology);
  if (structure.dragonfly) {
    const std::uint64_t size = structure.dragonfly->perGroup;
    return {AddressFamily::dragonfly, {{"group", access / size}, {"switch", size}}, {}, {}};
  }
  if (const auto& grid = structure.grid) {
    shape.family =
        grid->rows == RowLinks::complete ? AddressFamily::flattened : AddressFamily::grid;
    const char* names = "xyzwvuts";
    for (std::size_t d = grid->sizes.size(); d-- > 0;)
      shape.fields.emplace_back(
          d < kNamed ? std::string(1, names[d]) : fmt::format("dimension {}", d), grid->sizes[d]);
    return shape;
  }
  // Trees that are joined at their tops have no numbers from there down.
  if (structure.tree && structure.tree->sides == TreeSides::one) {
    shape.m.assign(structure.tree->m.begin(), structure.tree->m.end());
    shape.w.assign(structure.tree->w.begin(), structure.tree->w.end());
  }
  if (shape.m.size() > 1) {
    shape.family = AddressFamily::tree;
    for (std::size_t level = shape.m.size(); level-- > 1;)
      shape.fields.emplace_back(level == 1   ? std::string("switch")
                                : level == 2 ? std::string("pod")
                                             : fmt::format("level {}", level + 1),
                                shape.m[level]);
    return shape;
  }
  shape.family = AddressFamily::general;
  shape.fields = {{"switch", access}};
  return shape;
}

void AddressPlan::setValues(const Topology& topology, const Shape& shape) {
  const std::size_t count = shape.fields.size();
  switchFields_ = count;
  values_.assign(topology.routerCount() * count, 0);
  fixed_.assign(topology.routerCount(), 0);
  const auto spread = [&](RouterId router, std::uint64_t number, std::size_t fields) {
    for (std::size_t i = fields; i-- > 0;) {
      values_[router * count + i] = static_cast<std::uint32_t>(number % shape.fields[i].second);
      number /= shape.fields[i].second;
    }
    fixed_[router] = static_cast<std::uint8_t>(fields);
  };
  for (std::uint32_t i = 0; i < access_.size(); ++i) spread(access_[i], i, count);
  if (shape.family != AddressFamily::tree) return;
  // Above the leaves: the digits of a router of level l above its own l lowest ones, which count
  // parents.
  RouterId router = 0;
  for (std::size_t level = 1; level <= shape.m.size(); ++level) {
    std::uint64_t parents = 1, children = 1;
    for (std::size_t i = 0; i < level; ++i) parents *= shape.w[i];
    for (std::size_t i = level; i < shape.m.size(); ++i) children *= shape.m[i];
    for (std::uint64_t i = 0; i < parents * children; ++i, ++router)
      if (level > 1) spread(router, i / parents, shape.m.size() - level);
  }
}

std::variant<AddressPlan, Issue> AddressPlan::make(const Topology& topology, AddressScheme scheme,
                                                   const std::string& path) {
  AddressPlan plan;
  plan.scheme_ = scheme;
  plan.number(topology);
  if (plan.access_.empty())
    return Issue{Severity::error, path, sentence("The network has no terminals to address.")};
  if (!plan.hierarchical()) return plan;
  std::size_t hosts = 0;
  for (const RouterId router : plan.access_)
    hosts = std::max(hosts, plan.terminals_[router].size());
  Shape shape = shapeOf(topology, plan.access_.size());
  std::uint64_t numbered = 1;
  for (const auto& [name, count] : shape.fields) numbered *= count;
  const bool grouped = shape.hasGroups() && numbered == plan.access_.size();
  // Rewriting works with either hierarchy.
  if (scheme == AddressScheme::perSwitch || (scheme == AddressScheme::rewrite && !grouped)) {
    shape = {};
    shape.fields = {{"switch", plan.access_.size()}};
  } else if (!grouped) {
    return Issue{
        Severity::error, path,
        sentence("The switches of this network ({}) form no groups.", topology.kind),
        sentence("Choose \"switch\" or \"flat\"; groups are known of mesh, torus, hypercube and "
                 "HyperX of two and more dimensions, fat trees and folded Clos of three and more "
                 "levels, and the Dragonfly.")};
  }
  plan.family_ = shape.family;
  plan.setValues(topology, shape);
  plan.groups_ =
      scheme == AddressScheme::perSwitch ? 1 : plan.access_.size() / shape.fields.back().second;
  auto fields = shape.fields;
  fields.emplace_back("host", hosts);
  auto layout = AddressLayout::make(fields, path);
  if (auto* issue = std::get_if<Issue>(&layout)) return *issue;
  plan.layout_ = std::get<AddressLayout>(std::move(layout));
  return plan;
}

MacAddress AddressPlan::placeOf(TerminalId terminal) const {
  const RouterId router = routerOf_[terminal];
  MacAddress address = layout_.fixedValue() | layout_.at(hostField(), hostOf_[terminal]);
  for (std::size_t i = 0; i < switchFields_; ++i) address |= layout_.at(i, valueOf(router, i));
  return address;
}

const char* nameOf(AddressScheme scheme) {
  switch (scheme) {
    case AddressScheme::flat:
      return "flat";
    case AddressScheme::overlay:
      return "overlay";
    case AddressScheme::vxlan:
      return "vxlan";
    case AddressScheme::perSwitch:
      return "switch";
    case AddressScheme::perGroup:
      return "group";
    case AddressScheme::rewrite:
      return "rewrite";
  }
  return "";
}

}  // namespace hopscope
