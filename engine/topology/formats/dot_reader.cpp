// SPDX-License-Identifier: GPL-3.0-or-later
// DOT, the language of Graphviz: the whole grammar with default attributes and subgraphs, which
// here only carry defaults and lists of nodes. Places come from x and y or from pos, whose y points
// upwards.
#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "engine/core/text.h"
#include "engine/topology/formats/dot_lexer.h"
#include "engine/topology/formats/formats.h"
#include "engine/topology/formats/graph_records.h"

namespace hopscope::formats {
namespace {

constexpr std::size_t kDeepestDot = 64;

bool isWord(const DotToken& token, std::string_view keyword) {
  return token.kind == DotToken::Kind::id && !token.quoted &&
         std::equal(
             token.text.begin(), token.text.end(), keyword.begin(), keyword.end(),
             [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

class DotReader {
 public:
  explicit DotReader(std::string_view text) : lexer_(text) { advance(); }

  ReadNetwork read() && {
    readGraph();
    if (lexer_.error()) error_ = lexer_.error();  // it came first
    if (error_) return {{}, {std::move(*error_)}};
    return assemble(records_);
  }

 private:
  using Kind = DotToken::Kind;
  using Nodes = std::vector<std::uint32_t>;
  /// What holds for nodes and edges named from here on.
  struct Defaults {
    GraphNode node;
    GraphEdge edge;
  };

  void advance() { token_ = lexer_.next(); }
  bool failed() const { return error_ || lexer_.error(); }

  void refuse(Sentence text, Sentence remedy) {
    if (!failed()) error_ = errorAt(token_.line, std::move(text), std::move(remedy));
  }

  void unexpected(const Sentence& remedy) {
    if (token_.kind == Kind::end)
      refuse(sentence("The file ends in the middle."),
             sentence("It may have been cut off; use a complete copy."));
    else
      refuse(sentence("\"{}\" is not expected here.", clipped(token_.text)), remedy);
  }

  bool take(char symbol) {
    if (!token_.is(symbol)) return false;
    advance();
    return true;
  }

  void readGraph() {
    strict_ = isWord(token_, "strict");
    if (strict_) advance();
    directed_ = isWord(token_, "digraph");
    if (!directed_ && !isWord(token_, "graph"))
      return unexpected(sentence("A DOT file begins with graph or digraph."));
    advance();
    if (token_.kind == Kind::id) {
      records_.name = token_.text;
      advance();
    }
    if (!take('{')) return unexpected(sentence("The graph stands between {{ and }}."));
    Nodes members;
    readStatements({}, members, 0);
    if (failed()) return;
    if (!take('}')) return unexpected(sentence("The graph ends with }}."));
    if (token_.kind != Kind::end) unexpected(sentence("A file holds one graph."));
  }

  /// Up to the closing brace. `members` gets the nodes that are named.
  void readStatements(Defaults defaults, Nodes& members, std::size_t depth) {
    if (depth > kDeepestDot)
      return refuse(sentence("The file is nested more than {} deep.", kDeepestDot),
                    sentence("No graph needs that."));
    while (!failed() && !token_.is('}') && token_.kind != Kind::end) {
      if (take(';')) continue;
      readStatement(defaults, members, depth);
    }
  }

  void readStatement(Defaults& defaults, Nodes& members, std::size_t depth) {
    const bool ofNodes = isWord(token_, "node");
    const bool ofEdges = isWord(token_, "edge");
    if (ofNodes || ofEdges || isWord(token_, "graph")) {
      advance();
      if (!token_.is('[')) return unexpected(sentence("Attributes stand between [ and ]."));
      GraphNode nobody;
      GraphEdge nothing;
      return readAttributes(ofNodes ? &defaults.node : &nobody,
                            ofEdges ? &defaults.edge : &nothing);
    }
    // One end, or a chain of ends with edges between them.
    std::vector<Nodes> ends(1);
    bool alone = true;  // a single node, whose attributes may follow
    if (!readEnd(defaults, ends.back(), depth, alone)) return;
    if (ends.back().empty() && alone) return;  // name = value
    std::size_t line = token_.line;
    while (token_.kind == Kind::edge && !failed()) {
      if (token_.text != (directed_ ? "->" : "--"))
        return refuse(sentence("A {} has no \"{}\".", directed_ ? "digraph" : "graph", token_.text),
                      directed_ ? sentence("Its edges are written ->.")
                                : sentence("Its edges are written --."));
      line = token_.line;
      advance();
      ends.emplace_back();
      bool isNode = true;
      if (!readEnd(defaults, ends.back(), depth, isNode)) return;
      if (ends.back().empty() && isNode) return unexpected(sentence("An edge leads to a node."));
    }
    for (const Nodes& nodes : ends) members.insert(members.end(), nodes.begin(), nodes.end());
    if (ends.size() > 1) return readEdges(defaults, ends, line);
    if (!alone || !token_.is('[')) return;
    GraphEdge nothing;
    readAttributes(&records_.nodes[ends[0][0]], &nothing);
  }

  void readEdges(const Defaults& defaults, const std::vector<Nodes>& ends, std::size_t line) {
    GraphEdge edge = defaults.edge;
    edge.line = line;
    edge.directed = directed_;
    GraphNode nobody;
    if (token_.is('[')) readAttributes(&nobody, &edge);
    for (std::size_t i = 0; i + 1 < ends.size(); ++i)
      for (const std::uint32_t from : ends[i])
        for (const std::uint32_t to : ends[i + 1]) {
          if (failed()) return;
          if (strict_ && !known_.emplace(from, to).second) continue;
          edge.from = from;
          edge.to = to;
          records_.edges.push_back(edge);
          checkSize();
        }
  }

  void checkSize() {
    if (auto issue = records_.tooMany(token_.line)) refuse(issue->text, issue->remedy);
  }

  /// A node, or a subgraph's nodes. `isNode` stays true for a node and for "name = value", which
  /// leaves `nodes` empty.
  bool readEnd(const Defaults& defaults, Nodes& nodes, std::size_t depth, bool& isNode) {
    if (isWord(token_, "subgraph") || token_.is('{')) {
      isNode = false;
      if (!token_.is('{')) {
        advance();
        if (token_.kind == Kind::id) advance();
      }
      if (!take('{')) {
        unexpected(sentence("A subgraph stands between {{ and }}."));
        return false;
      }
      readStatements(defaults, nodes, depth + 1);
      if (!failed() && !take('}')) unexpected(sentence("The subgraph ends with }}."));
      std::sort(nodes.begin(), nodes.end());
      nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
      return !failed();
    }
    if (token_.kind != Kind::id) {
      unexpected(sentence("A statement begins with the name of a node."));
      return false;
    }
    const DotToken name = token_;
    advance();
    if (take('=')) {
      if (token_.kind != Kind::id) {
        unexpected(sentence("After = stands a value."));
        return false;
      }
      advance();
      return true;
    }
    for (int part = 0; part < 2 && take(':'); ++part) {  // port and compass point
      if (token_.kind != Kind::id) {
        unexpected(sentence("After : stands the name of a port."));
        return false;
      }
      advance();
    }
    const bool known = records_.knows(name.text);
    const std::uint32_t node = records_.node(name.text, name.line);
    if (!known) {
      GraphNode& made = records_.nodes[node];
      made = defaults.node;
      made.name = name.text;
      made.line = name.line;
      checkSize();
    }
    nodes.push_back(node);
    return !failed();
  }

  void readAttributes(GraphNode* node, GraphEdge* edge) {
    while (!failed() && take('[')) {
      while (!failed() && !token_.is(']')) {
        if (token_.kind != Kind::id)
          return unexpected(sentence("Attributes are written name = value."));
        const std::string name = token_.text;
        advance();
        std::string value = "true";
        if (take('=')) {
          if (token_.kind != Kind::id) return unexpected(sentence("After = stands a value."));
          value = token_.text;
          advance();
        }
        if (name == "pos")
          setPlace(value, *node);
        else
          node->set(attributeNamed(name), value);
        edge->set(attributeNamed(name), value);
        if (!take(';')) take(',');
      }
      take(']');
    }
  }

  /// "120,-80" or "120,-80!"; those of edges are curves and mean nothing here.
  static void setPlace(const std::string& value, GraphNode& node) {
    const std::size_t comma = value.find(',');
    if (comma == std::string::npos) return;
    const std::string rest = value.substr(comma + 1);
    const std::string upwards = rest.substr(0, rest.find_first_of(",!"));
    node.x = value.substr(0, comma);
    node.y = upwards.rfind('-', 0) == 0 ? upwards.substr(1) : '-' + upwards;
  }

  DotLexer lexer_;
  DotToken token_;
  GraphRecords records_;
  std::optional<Issue> error_;
  bool directed_ = false;
  bool strict_ = false;  ///< no two edges are the same
  std::set<std::pair<std::uint32_t, std::uint32_t>> known_;
};

}  // namespace

ReadNetwork readDot(std::string_view text) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  return DotReader(text).read();
}

}  // namespace hopscope::formats
