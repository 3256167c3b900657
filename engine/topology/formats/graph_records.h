// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/topology/formats/network_file.h"

/// What GraphML and DOT have in common: named nodes and edges between them, with attributes. The
/// attributes that mean something here are kind (router or terminal), label, x, y and terminals of
/// a node, class (local or global), latency and bandwidth of an edge; all others are passed over.
namespace hopscope::formats {

enum class Attribute : std::uint8_t {
  kind,
  label,
  x,
  y,
  terminals,
  id,
  linkClass,
  latency,
  bandwidth,
  none
};

/// By its name, capitals or not.
Attribute attributeNamed(std::string_view name);

struct GraphNode {
  std::string name;
  std::size_t line = 0;
  bool declared = true;
  std::string kind, label, x, y, terminals;

  void set(Attribute attribute, std::string_view value);
};

struct GraphEdge {
  std::uint32_t from = 0, to = 0;  ///< indices of nodes
  std::size_t line = 0;
  bool directed = false;
  std::string id, linkClass, latency, bandwidth;

  void set(Attribute attribute, std::string_view value);
};

/// A graph as a file describes it, in its order.
class GraphRecords {
 public:
  std::string name;
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;

  /// The node of that name, made where there is none.
  std::uint32_t node(std::string_view nodeName, std::size_t line);
  bool knows(std::string_view nodeName) const { return index_.count(std::string(nodeName)) != 0; }
  /// What forbids more parts than a network can have.
  std::optional<Issue> tooMany(std::size_t line) const;

 private:
  std::unordered_map<std::string, std::uint32_t> index_;
};

/// The network that the records describe. Names "r7" and "t7" are the ids 7; where other names
/// occur, ids are counted and names become labels. Two directed edges, one each way, are one cable.
/// A file without terminals gets one at every router, and says so.
ReadNetwork assemble(const GraphRecords& records);

}  // namespace hopscope::formats
