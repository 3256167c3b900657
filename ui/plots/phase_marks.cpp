// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/phase_marks.h"

#include <QLocale>
#include <QObject>
#include <QStringList>
#include <optional>

#include "engine/design/catalogue.h"
#include "engine/design/phases.h"
#include "engine/design/senders.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/traffic/traffic_pattern.h"
#include "ui/document/setting_numbers.h"
#include "ui/words/engine_text.h"
#include "ui/words/numbers.h"
#include "ui/words/part_names.h"
#include "ui/words/setting_words.h"

namespace hopscope {

namespace {

/// "Adversarial (ADV+i)" without what stands in brackets: there is little room beside a mark.
QString shortLabel(const std::string& label) {
  return QString::fromStdString(label.substr(0, label.find(" (")));
}

/// "router 9 – router 30" or "router 9", by the design's ids; empty where the network has no such
/// part.
QString partName(const Topology* topology, std::uint32_t id, bool router) {
  if (topology == nullptr) return {};
  const std::vector<std::uint32_t>& ids = router ? topology->routerIds : topology->linkIds;
  for (std::uint32_t part = 0; part < ids.size(); ++part) {
    if (ids[part] != id) continue;
    if (router) return routerName(*topology, part);
    if (topology->kindOf(part) == LinkKind::terminal) continue;
    const Link& link = topology->links[part];
    return QStringLiteral("%1 – %2").arg(endName(*topology, link.a), endName(*topology, link.b));
  }
  return {};
}

/// The part where it is one, else how many; empty where there is none.
QString partsInWords(const PartIds& parts, const Topology* topology) {
  const std::size_t count = parts.channels.size() + parts.routers.size();
  if (count == 0) return {};
  if (count > 1) return QObject::tr("%1 parts").arg(wholeText(static_cast<qint64>(count)));
  const bool router = parts.channels.empty();
  const std::uint32_t id = router ? parts.routers[0] : parts.channels[0];
  QString name = partName(topology, id, router);
  if (!name.isEmpty()) return name;
  return (router ? QObject::tr("router %1") : QObject::tr("link %1")).arg(id);
}

/// "router 9 – router 30 fails", "3 parts back"
QString faultWords(const Phase& phase, const Topology* topology) {
  QStringList said;
  const QString failed = partsInWords(phase.fail, topology);
  const bool several = phase.fail.channels.size() + phase.fail.routers.size() > 1;
  if (!failed.isEmpty())
    said << (several ? QObject::tr("%1 fail") : QObject::tr("%1 fails")).arg(failed);
  const QString restored = partsInWords(phase.restore, topology);
  if (!restored.isEmpty()) said << QObject::tr("%1 back").arg(restored);
  return said.join(QStringLiteral(", "));
}

/// A choice by its label, a number as everywhere.
QString valueWords(const Parameter& parameter, const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return QLocale().toString(*whole);
  const std::string text = toText(value);
  for (const ParameterChoice& choice : parameter.choices)
    if (choice.name == text) return engineText(choice.label);
  return QString::fromStdString(text);
}

/// "cache entries 64 → 16": what of the caches is another than before.
QString cacheWords(const Phase& phase, const Design& before, const Design& inForce) {
  QStringList said;
  for (const auto& [path, value] : phase.set) {
    if (path.rfind("forwarding.", 0) != 0) continue;
    const std::optional<Parameter> parameter = findParameter(inForce, path);
    if (!parameter) continue;
    const Value was = effectiveValue(before, path);
    if (was == value) continue;
    QString label = engineText(parameter->label);
    label[0] = label[0].toLower();
    said << QObject::tr("%1 %2 → %3")
                .arg(label, valueWords(*parameter, was), valueWords(*parameter, value));
  }
  return said.join(QStringLiteral(", "));
}

/// "caches off for 10 us": what else would explain that nothing hits for a while?
QString cachesOffWords(const Design& design, std::size_t index) {
  const std::optional<Value> off = cachesOffFor(design, index);
  const auto parameter = findParameter(design, "forwarding.reprogram");
  if (!off || !parameter) return {};
  return QObject::tr("caches off for %1").arg(settingText(*parameter, *off));
}

/// What becomes of routing and traffic; empty where nothing does.
QString trafficWords(const Phase& phase, const QString& load) {
  const auto routing = phase.set.find("routing.algorithm");
  if (routing != phase.set.end())
    if (const auto* name = std::get_if<std::string>(&routing->second))
      if (const RoutingEntry* entry = routingAlgorithms().find(*name))
        return shortLabel(entry->label);
  const auto pattern = phase.set.find("traffic.pattern");
  if (pattern != phase.set.end())
    if (const auto* name = std::get_if<std::string>(&pattern->second))
      if (const TrafficEntry* entry = trafficPatterns().find(*name))
        return QStringLiteral("%1, %2").arg(shortLabel(entry->label), load);
  const bool another = setsAnyOf(phase, "traffic.") || setsAnyOf(phase, "routing.");
  return another ? QObject::tr("load %1").arg(load) : QString();
}

}  // namespace

std::vector<PhaseMark> phaseMarks(const Design& design, const Topology* topology) {
  std::vector<PhaseMark> marks;
  const std::vector<Cycle> begins = phaseBegins(design);
  Design before = design;
  for (std::size_t i = 0; i < design.phases.size(); ++i) {
    const Phase& phase = design.phases[i];
    PhaseMark mark;
    mark.at = begins[i];
    const Design inForce = designInPhase(design, i);
    mark.load = offeredLoad(inForce);
    const QString number = loadText(mark.load);
    QStringList said{faultWords(phase, topology), trafficWords(phase, number),
                     cacheWords(phase, before, inForce), cachesOffWords(design, i)};
    said.removeAll(QString());
    // A mark without a word is never left: what else is there tells the load in force.
    mark.text =
        said.isEmpty() ? QObject::tr("load %1").arg(number) : said.join(QStringLiteral(", "));
    marks.push_back(std::move(mark));
    before = inForce;
  }
  return marks;
}

}  // namespace hopscope
