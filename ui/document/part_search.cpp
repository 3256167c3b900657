// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/part_search.h"

#include <QRegularExpression>
#include <algorithm>
#include <optional>

#include "ui/document/selection_names.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"

namespace hopscope {

namespace {

std::uint32_t denseOf(const std::vector<std::uint32_t>& ids, std::uint32_t id) {
  if (id < ids.size() && ids[id] == id) return id;
  const auto found = std::find(ids.begin(), ids.end(), id);
  return found == ids.end() ? kNone : static_cast<std::uint32_t>(found - ids.begin());
}

/// The id that was typed, if there can be one so large.
std::optional<std::uint32_t> idOf(const QString& digits) {
  bool fits = false;
  const std::uint32_t id = digits.toUInt(&fits);
  return fits ? std::optional(id) : std::nullopt;
}

class Search {
 public:
  Search(const Topology& topology, const Placement& placement, std::size_t most)
      : topology_(topology), placement_(placement), most_(most) {}

  std::vector<PartHit> of(const QString& text);

 private:
  bool full() const { return hits_.size() >= most_; }
  void add(const QString& name, const QString& place, const Parts& parts);
  void router(std::uint32_t id);
  void terminal(std::uint32_t id);
  void link(std::uint32_t id);
  void linksBetween(std::uint32_t a, std::uint32_t b);
  void group(std::int32_t number, const QString& label);
  void groupsCalled(const QString& text);
  void partsCalled(const QString& text);
  QString placeOf(TerminalId terminal) const {
    return QObject::tr("on %1").arg(routerName(topology_, topology_.terminals[terminal].router));
  }

  const Topology& topology_;
  const Placement& placement_;
  std::size_t most_;
  std::vector<PartHit> hits_;
};

void Search::add(const QString& name, const QString& place, const Parts& parts) {
  const bool known = std::any_of(hits_.begin(), hits_.end(),
                                 [&](const PartHit& hit) { return hit.parts == parts; });
  if (!full() && !known && !parts.empty()) hits_.push_back({asTitle(name), place, parts});
}

void Search::router(std::uint32_t id) {
  const RouterId dense = denseOf(topology_.routerIds, id);
  if (dense == kNone) return;
  add(routerName(topology_, dense), routerPlace(topology_, dense), {{dense}, {}, {}});
}

void Search::terminal(std::uint32_t id) {
  const TerminalId dense = denseOf(topology_.terminalIds, id);
  if (dense == kNone) return;
  add(terminalName(topology_, dense), placeOf(dense), {{}, {dense}, {}});
}

void Search::link(std::uint32_t id) {
  const LinkId dense = denseOf(topology_.linkIds, id);
  if (dense == kNone) return;
  add(QObject::tr("link %1").arg(id), linkName(topology_, dense), {{}, {}, {dense}});
}

void Search::linksBetween(std::uint32_t a, std::uint32_t b) {
  const RouterId from = denseOf(topology_.routerIds, a), to = denseOf(topology_.routerIds, b);
  if (from == kNone || to == kNone) return;
  Parts parts;
  for (PortIndex port = 0; port < topology_.radix(from); ++port) {
    const Port& here = topology_.port(from, port);
    if (!here.peer.isTerminal && here.peer.node == to) parts.links.insert(here.link);
  }
  if (parts.empty()) return;
  const QString count = parts.links.size() == 1
                            ? QString::fromStdString(topology_.classOf(*parts.links.begin()).label)
                            : plural(static_cast<qint64>(parts.links.size()), "link", "links");
  add(QObject::tr("link %1 to %2").arg(routerName(topology_, from), routerName(topology_, to)),
      count, parts);
}

void Search::group(std::int32_t number, const QString& label) {
  Parts parts;
  for (RouterId router = 0; router < topology_.routerCount(); ++router)
    if (topology_.group[router] == number) parts.routers.insert(parts.routers.end(), router);
  if (parts.routers.size() == topology_.routerCount()) return;
  add(label, plural(static_cast<qint64>(parts.routers.size()), "router", "routers"), parts);
}

void Search::groupsCalled(const QString& text) {
  const QString wanted = text.simplified();
  const auto matching = [&](auto matches) {
    for (const GroupShape& shape : placement_.groups) {
      const QString label = QString::fromStdString(shape.label);
      if (!full() && matches(label)) group(shape.group, label);
    }
  };
  matching([&](const QString& l) { return l.compare(wanted, Qt::CaseInsensitive) == 0; });
  if (wanted.size() > 1)
    matching([&](const QString& l) { return l.contains(wanted, Qt::CaseInsensitive); });
}

void Search::partsCalled(const QString& text) {
  const auto look = [&](const std::vector<std::string>& names, const auto& found) {
    for (std::uint32_t part = 0; part < names.size() && !full(); ++part)
      if (!names[part].empty() &&
          QString::fromStdString(names[part]).contains(text, Qt::CaseInsensitive))
        found(part);
  };
  look(topology_.routerNames, [&](RouterId router) {
    add(routerName(topology_, router), routerPlace(topology_, router), {{router}, {}, {}});
  });
  look(topology_.terminalNames, [&](TerminalId terminal) {
    add(terminalName(topology_, terminal), placeOf(terminal), {{}, {terminal}, {}});
  });
}

std::vector<PartHit> Search::of(const QString& text) {
  static const QRegularExpression pair(
      QStringLiteral("^(?:links?|channels?)?\\s*(?:router|r)?\\s*(\\d+)\\s*(?:-|–|→|>|to|,|\\s)\\s*"
                     "(?:router|r)?\\s*(\\d+)$"),
      QRegularExpression::CaseInsensitiveOption);
  static const QRegularExpression one(QStringLiteral("^([a-z]*)\\s*(\\d+)$"),
                                      QRegularExpression::CaseInsensitiveOption);
  const QString wanted = text.simplified();
  if (wanted.isEmpty()) return {};
  if (const QRegularExpressionMatch match = pair.match(wanted); match.hasMatch()) {
    const auto from = idOf(match.captured(1)), to = idOf(match.captured(2));
    if (from && to) linksBetween(*from, *to);
  }
  if (const QRegularExpressionMatch match = one.match(wanted); match.hasMatch()) {
    const QString word = match.captured(1).toLower();
    const std::optional<std::uint32_t> typed = idOf(match.captured(2));
    // What the words on the canvas say comes before what an initial may stand for.
    if (!word.isEmpty()) {
      groupsCalled(wanted);
      partsCalled(wanted);
    }
    if (!typed) return hits_;
    const std::uint32_t id = *typed;
    const auto means = [&word](const char* name) {
      return QLatin1String(name).startsWith(word) || (QString::fromLatin1(name) + 's') == word;
    };
    if (means("router")) router(id);
    if (means("switch") && !word.isEmpty()) router(id);
    if (means("terminal")) terminal(id);
    if (means("link")) link(id);
    if (means("group") || means("level") || means("tier") || means("row")) {
      const auto number = static_cast<std::int32_t>(std::min<std::uint32_t>(id, 1U << 30));
      for (const GroupShape& shape : placement_.groups)
        if (shape.group == number) group(number, QString::fromStdString(shape.label));
    }
    return hits_;
  }
  groupsCalled(wanted);
  partsCalled(wanted);
  return hits_;
}

}  // namespace

std::vector<PartHit> findParts(const QString& text, const Topology& topology,
                               const Placement& placement, std::size_t most) {
  return Search(topology, placement, most).of(text);
}

}  // namespace hopscope
