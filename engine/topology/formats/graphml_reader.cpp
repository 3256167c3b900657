// SPDX-License-Identifier: GPL-3.0-or-later
// GraphML by way of expat, which neither recurses nor keeps the document. One flat graph: nested
// graphs and hyperedges are refused, ports and other programs' own elements passed over.
#include <expat.h>
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

#include "engine/core/text.h"
#include "engine/topology/formats/formats.h"
#include "engine/topology/formats/graph_records.h"

namespace hopscope::formats {
namespace {

constexpr std::size_t kDeepestGraphml = 64;
constexpr std::size_t kLongestValue = 10'000;  // bytes of one attribute
constexpr std::size_t kPiece = 1u << 20;       // bytes given to expat at once
constexpr char kNamespaceMark = '|';

class GraphmlReader {
 public:
  ReadNetwork read(std::string_view text) {
    parser_.reset(XML_ParserCreateNS(nullptr, kNamespaceMark));
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), &onStart, &onEnd);
    XML_SetCharacterDataHandler(parser_.get(), &onText);
    XML_SetStartDoctypeDeclHandler(parser_.get(), &onDoctype);
    bool fine = true;
    while (fine && !error_) {
      const std::size_t size = std::min(text.size(), kPiece);
      const bool last = size == text.size();
      fine = XML_Parse(parser_.get(), text.data(), static_cast<int>(size), last ? 1 : 0) ==
             XML_STATUS_OK;
      text.remove_prefix(size);
      if (last) break;
    }
    if (!fine && !error_) explain();
    if (!error_ && !graphSeen_)
      refuse(sentence("The file has no <graph>."), sentence("A GraphML file holds one graph."));
    if (!error_) checkDeclared();
    if (error_) return {{}, {std::move(*error_)}};
    return assemble(records_);
  }

 private:
  struct Free {
    void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
  };
  enum class Inside : std::uint8_t { file, graph, node, edge, key, value, fallback, other };
  /// A declared attribute.
  struct Key {
    Attribute attribute = Attribute::none;
    bool ofNodes = true, ofEdges = true;
    std::string fallback;
  };

  static void onStart(void* self, const XML_Char* name, const XML_Char** attributes) {
    static_cast<GraphmlReader*>(self)->start(localName(name), attributes);
  }
  static void onEnd(void* self, const XML_Char* /*name*/) {
    static_cast<GraphmlReader*>(self)->end();
  }
  static void onText(void* self, const XML_Char* text, int length) {
    static_cast<GraphmlReader*>(self)->collect({text, static_cast<std::size_t>(length)});
  }
  static void onDoctype(void* self, const XML_Char*, const XML_Char*, const XML_Char*, int) {
    static_cast<GraphmlReader*>(self)->refuse(
        sentence("The file declares a document type of its own."),
        sentence("Remove the <!DOCTYPE> line."));
  }

  static std::string_view localName(const XML_Char* name) {
    const char* mark = std::strrchr(name, kNamespaceMark);
    return mark == nullptr ? name : mark + 1;
  }

  static std::string_view find(const XML_Char** attributes, std::string_view wanted) {
    for (; *attributes != nullptr; attributes += 2)
      if (attributes[0] == wanted) return attributes[1];
    return {};
  }

  std::size_t line() const { return XML_GetCurrentLineNumber(parser_.get()); }

  void refuse(Sentence text, Sentence remedy) {
    if (error_) return;
    error_ = errorAt(line(), std::move(text), std::move(remedy));
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  void explain() {
    const XML_Error code = XML_GetErrorCode(parser_.get());
    const char* reason = XML_ErrorString(code);
    refuse(reason == nullptr ? sentence("This is not XML: it cannot be read.")
                             : sentence("This is not XML: {}.", reason),
           sentence("GraphML is XML in the encoding it names, UTF-8 where it names none."));
  }

  void start(std::string_view name, const XML_Char** attributes) {
    if (error_) return;
    if (stack_.size() >= kDeepestGraphml)
      return refuse(sentence("The file is nested more than {} deep.", kDeepestGraphml),
                    sentence("No part of a graph is."));
    const Inside parent = stack_.empty() ? Inside::file : stack_.back();
    if (stack_.empty() && name != "graphml")
      return refuse(sentence("The file begins with <{}>.", clipped(name)),
                    sentence("A GraphML file begins with <graphml>."));
    stack_.push_back(kindOf(name, parent));
    switch (stack_.back()) {
      case Inside::key:
        return startKey(attributes);
      case Inside::graph:
        return startGraph(parent, attributes);
      case Inside::node:
        return startNode(attributes);
      case Inside::edge:
        return startEdge(attributes);
      case Inside::value:
        value_.clear();
        return startValue(parent, attributes);
      case Inside::fallback:
        value_.clear();
        return;
      default:
        if (name == "hyperedge" && parent == Inside::graph)
          refuse(sentence("The graph has a hyperedge."),
                 sentence("A link connects two nodes: use <edge>."));
    }
  }

  static Inside kindOf(std::string_view name, Inside parent) {
    if (name == "graph" && parent != Inside::other && parent != Inside::value) return Inside::graph;
    if (parent == Inside::file) {
      if (name == "key") return Inside::key;
      if (name == "graphml") return Inside::file;
    }
    if (parent == Inside::graph && name == "node") return Inside::node;
    if (parent == Inside::graph && name == "edge") return Inside::edge;
    if ((parent == Inside::node || parent == Inside::edge) && name == "data") return Inside::value;
    if (parent == Inside::key && name == "default") return Inside::fallback;
    return Inside::other;
  }

  void startKey(const XML_Char** attributes) {
    keyName_ = find(attributes, "id");
    if (keyName_.empty())
      return refuse(sentence("A <key> has no id."), sentence("Give every <key> an id."));
    const std::string_view domain = find(attributes, "for");
    const bool all = domain.empty() || domain == "all";
    keys_[keyName_] = {attributeNamed(find(attributes, "attr.name")),
                       all || domain == "node",
                       all || domain == "edge",
                       {}};
  }

  void startGraph(Inside parent, const XML_Char** attributes) {
    if (parent != Inside::file || graphSeen_)
      return refuse(parent == Inside::file ? sentence("The file has a second graph.")
                                           : sentence("A graph stands within another one."),
                    sentence("A network is one graph."));
    graphSeen_ = true;
    records_.name = find(attributes, "id");
    directed_ = find(attributes, "edgedefault") == "directed";
  }

  void startNode(const XML_Char** attributes) {
    const std::string_view id = find(attributes, "id");
    if (id.empty())
      return refuse(sentence("A node has no id."), sentence("Give every <node> an id of its own."));
    const bool known = records_.knows(id);
    present_ = records_.node(id, line());
    GraphNode& node = records_.nodes[present_];
    if (known && node.declared)
      return refuse(sentence("Two nodes have the id \"{}\".", clipped(id)),
                    sentence("Give every <node> an id of its own."));
    node.declared = true;
    node.line = line();
    for (const auto& [name, key] : keys_)
      if (key.ofNodes && !key.fallback.empty()) node.set(key.attribute, key.fallback);
    if (auto issue = records_.tooMany(line())) refuse(issue->text, issue->remedy);
  }

  std::uint32_t endOf(std::string_view name) {
    const bool known = records_.knows(name);
    const std::uint32_t node = records_.node(name, line());
    if (!known) records_.nodes[node].declared = false;
    return node;
  }

  void startEdge(const XML_Char** attributes) {
    const std::string_view source = find(attributes, "source");
    const std::string_view target = find(attributes, "target");
    if (source.empty() || target.empty())
      return refuse(sentence("An edge has no {}.", source.empty() ? "source" : "target"),
                    sentence("An <edge> names the two nodes it connects."));
    GraphEdge edge;
    edge.from = endOf(source);
    edge.to = endOf(target);
    edge.line = line();
    const std::string_view own = find(attributes, "directed");
    edge.directed = own.empty() ? directed_ : own == "true";
    edge.id = find(attributes, "id");
    for (const auto& [name, key] : keys_)
      if (key.ofEdges && !key.fallback.empty()) edge.set(key.attribute, key.fallback);
    records_.edges.push_back(std::move(edge));
    if (auto issue = records_.tooMany(line())) refuse(issue->text, issue->remedy);
  }

  void startValue(Inside parent, const XML_Char** attributes) {
    const std::string_view name = find(attributes, "key");
    const auto found = keys_.find(name);
    if (found == keys_.end())
      return refuse(sentence("The key \"{}\" is not declared.", clipped(name)),
                    sentence("Declare it with <key> at the beginning of the file."));
    ofNode_ = parent == Inside::node;
    attribute_ = found->second.attribute;
  }

  void collect(std::string_view text) {
    if (error_ || stack_.empty()) return;
    if (stack_.back() != Inside::value && stack_.back() != Inside::fallback) return;
    const bool wanted = stack_.back() == Inside::fallback || attribute_ != Attribute::none;
    if (!wanted) return;
    if (value_.size() + text.size() > kLongestValue)
      return refuse(sentence("A value is too long."), sentence("At most {} bytes.", kLongestValue));
    value_ += text;
  }

  void end() {
    if (error_ || stack_.empty()) return;
    const Inside ended = stack_.back();
    stack_.pop_back();
    if (ended == Inside::fallback) {
      keys_[keyName_].fallback = value_;
    } else if (ended == Inside::value && attribute_ != Attribute::none) {
      if (ofNode_)
        records_.nodes[present_].set(attribute_, value_);
      else
        records_.edges.back().set(attribute_, value_);
    }
  }

  void checkDeclared() {
    for (const GraphNode& node : records_.nodes)
      if (!node.declared) {
        error_ = errorAt(
            node.line,
            sentence("An edge ends at \"{}\", which is no node of the graph.", clipped(node.name)),
            sentence("Name a <node> of the graph."));
        return;
      }
  }

  std::unique_ptr<std::remove_pointer_t<XML_Parser>, Free> parser_;
  GraphRecords records_;
  std::optional<Issue> error_;
  std::vector<Inside> stack_;
  std::map<std::string, Key, std::less<>> keys_;
  std::string keyName_, value_;
  Attribute attribute_ = Attribute::none;
  std::uint32_t present_ = 0;  ///< the node being read
  bool ofNode_ = true, directed_ = false, graphSeen_ = false;
};

}  // namespace

ReadNetwork readGraphml(std::string_view text) {
  return GraphmlReader().read(text);
}

}  // namespace hopscope::formats
